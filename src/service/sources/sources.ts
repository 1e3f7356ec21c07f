import type { Database } from '../database/database.ts'
import type { Extractor } from '../extraction/extractor.ts'
import type { Fetcher } from '../fetching/fetcher.ts'
import { createCollect } from './collect.ts'
import type { Discovered } from './discover.ts'
import { discover } from './discover.ts'
import { importFolder } from './folder.ts'
import type { ListingReader } from './listings/listing-reader.ts'
import { readOpml, writeOpml } from './opml.ts'
import { toTitle } from './plain-text.ts'
import type { Refreshed } from './refresh-source.ts'
import { createRefresher } from './refresher.ts'
import type { SchedulerOptions } from './scheduler.ts'
import { createScheduler } from './scheduler.ts'
import { createSourceLeases } from './source-lease.ts'
import { createSourceStore, SourceError } from './source-store.ts'
import type { Source } from './source.ts'
import type { TriedOut } from './try-source.ts'
import { tryAddress } from './try-source.ts'

export interface SourcesOptions {
  readonly database: Database
  readonly fetcher: Fetcher
  readonly extractor: Extractor
  readonly reader: ListingReader
  readonly log?: ((entry: Readonly<Record<string, unknown>>) => void) | undefined
  /** Milliseconds since 1970. */
  readonly now?: (() => number) | undefined
  /** How long a source stays taken by a process that died. */
  readonly leaseMs?: number | undefined
  readonly schedule?: Pick<SchedulerOptions, 'atOnce' | 'everyMs' | 'idleMs'> | undefined
}

export type Sources = ReturnType<typeof createSources>

/** What the owner named to collect from, and all that is done with it. */
export function createSources(options: SourcesOptions) {
  const { database, fetcher, extractor, reader, log = () => undefined } = options
  const clock = options.now ?? Date.now
  const now = (): Date => new Date(clock())
  const store = createSourceStore(database, now)
  const leases = createSourceLeases(database, options.leaseMs)
  const refresher = createRefresher({ database, fetcher, extractor, reader, leases, log, now })
  const scheduler = createScheduler({ leases, refresher, log, now, ...options.schedule })
  const forever = new AbortController().signal

  async function readFolder({ address, category }: Source): Promise<Refreshed> {
    const { added, changed, refused } = await importFolder(database, { path: address, category })
    await store.noteFolder(address, category)
    return { added, changed, known: 0, refused: refused.length }
  }

  return {
    list: (): Promise<Source[]> => store.list(),
    find: store.find,

    /**
     * Finds out what an address is and takes it in; its articles come with the next turn.
     *
     * @throws SourceError in words for the owner
     */
    async add(
      address: string,
      category: string,
      signal = forever,
    ): Promise<{ source: Source; found: Discovered }> {
      const found = await discover(address.trim(), { fetcher, reader, signal })
      if ('error' in found) throw new SourceError(`${address} ${found.error}.`)
      const source = await store.add({ ...found, category: toTitle(category) })
      if (!source) throw new SourceError(`${found.address} is a source already.`)
      return { source, found }
    },

    pause: (id: number): Promise<Source> => store.pause(id),
    resume: (id: number): Promise<Source> => store.resume(id),
    /** Its articles stay. */
    remove: (id: number): Promise<Source> => store.remove(id),

    /**
     * Looks at a source now, whether or not it is due; a folder is read again.
     *
     * @returns nothing where another process has just done it
     * @throws SourceError
     */
    async refresh(id: number, signal = forever): Promise<Refreshed | undefined> {
      const source = await store.find(id)
      if (source.kind === 'folder') return readFolder(source)
      if (source.kind === 'search') throw new SourceError('A search is asked when a job brings words for it.')
      if (source.pausedAt) throw new SourceError(`Source ${id} is paused. Resume it first.`)
      const taken = await refresher.take(id, signal, true)
      return taken && refresher.run(taken, { isAsked: true })
    },

    /** Makes a source the next to be looked at, for who can't wait until that is done. A folder is read at once. */
    async refreshSoon(id: number): Promise<void> {
      const source = await store.find(id)
      if (source.kind === 'folder') await readFolder(source)
      else await store.setDue(id)
    },

    noteFolder: (path: string, category: string): Promise<void> => store.noteFolder(path, category),

    /** What would be collected from an address; nothing is saved. */
    tryOut: (address: string, signal = forever): AsyncGenerator<TriedOut> =>
      tryAddress(address, { fetcher, reader, extractor, now, signal }),

    /**
     * Takes in the feeds of an OPML file as they are, without asking for any of them.
     *
     * @param category for all of them; else each gets the name of its folder
     * @throws SourceError where it is no such file
     */
    async importOpml(text: string, category?: string): Promise<{ added: number; known: number }> {
      const feeds = readOpml(text)
      if ('error' in feeds) throw new SourceError(`The file ${feeds.error}.`)
      const counts = { added: 0, known: 0 }
      for (const feed of feeds) {
        const source = await store.add({ ...feed, category: category ?? feed.category })
        counts[source ? 'added' : 'known'] += 1
      }
      return counts
    },

    exportOpml: async (): Promise<string> => writeOpml(await store.list()),

    collect: createCollect(database, refresher, now),

    /** Refreshes by itself what is due. */
    async start(): Promise<void> {
      if (database.kind === 'embedded') await leases.forgetAll()
      scheduler.start()
    },

    /** Begins nothing more, ends what runs after its present step, and gives back what was taken. */
    async stop(): Promise<void> {
      await Promise.all([scheduler.stop(), refresher.stop()])
    },
  }
}
