import type { Database } from '../database/database.ts'
import { errorFields } from '../database/describe-error.ts'
import { createCollect } from './collect.ts'
import type { Discovered } from './discover.ts'
import { discover } from './discover.ts'
import type { ImportReport } from './folder/import-folder.ts'
import { findFolder, importFolder, isFileError } from './folder/import-folder.ts'
import { UnusableFileError } from './folder/found-article.ts'
import type { SourceTools } from './refresh-context.ts'
import type { Refreshed } from './refresh-source.ts'
import { createRefresher } from './refresher.ts'
import type { SchedulerOptions } from './scheduler.ts'
import { createScheduler } from './scheduler.ts'
import { createSourceLeases, leaseBeatMs } from './source-lease.ts'
import { createSourceStore, readCategory, SourceError } from './source-store.ts'
import type { Source } from './source.ts'
import type { TryEvent } from './try-address.ts'
import { tryAddress } from './try-address.ts'

export interface SourcesOptions extends SourceTools {
  readonly database: Database
  readonly log?: ((entry: Readonly<Record<string, unknown>>) => void) | undefined
  /** Milliseconds since the epoch. */
  readonly now?: (() => number) | undefined
  readonly schedule?: Pick<SchedulerOptions, 'everyMs' | 'idleMs'> | undefined
}

export interface ImportedSources {
  readonly added: number
  /** Those that were sources already. */
  readonly known: number
  /** Addresses, as written, that can't be used. */
  readonly unusable: readonly string[]
}

export type Sources = ReturnType<typeof createSources>

/** The owner's sources, and all operations on them. */
export function createSources(options: SourcesOptions) {
  const { database, fetcher, extractor, reader, log = () => undefined } = options
  const clock = options.now ?? Date.now
  const now = (): Date => new Date(clock())
  const store = createSourceStore(database, now)
  const leases = createSourceLeases(database)
  const refresher = createRefresher({ database, fetcher, extractor, reader, leases, log, now })
  const scheduler = createScheduler({ leases, refresher, log, now, ...options.schedule })
  const forever = new AbortController().signal

  const stopping = new AbortController()
  /** Imports in progress, by folder. */
  const imports = new Map<string, Promise<Refreshed>>()

  /**
   * Starts importing a folder again, unless that is already in progress.
   *
   * @throws SourceError if this process can't read the folder
   */
  async function beginImport(source: Source): Promise<{ ended: Promise<Refreshed> }> {
    await checkFolder(source.address)
    await leases.noteImporting(source.id)
    const ended =
      imports.get(source.address) ?? readFolder(source).finally(() => imports.delete(source.address))
    imports.set(source.address, ended)
    return { ended }
  }

  /** @throws SourceError if there is no such source, or it is paused */
  async function findActive(id: number): Promise<Source> {
    const source = await store.find(id)
    if (source.pausedAt) throw new SourceError(`Source ${id} is paused. Resume it first.`)
    return source
  }

  async function readFolder(source: Source): Promise<Refreshed> {
    const { id, address, category } = source
    const startedAt = performance.now()
    let soFar: ImportReport = { files: 0, added: 0, changed: 0, unchanged: 0, refused: [] }
    const beat = setInterval(() => void leases.noteImporting(id).catch(() => undefined), leaseBeatMs).unref()
    try {
      const report = await importFolder(database, {
        path: address,
        category,
        onProgress: (report) => (soFar = report),
        signal: stopping.signal,
      })
      const current = await store.noteImport(id, report, 'done')
      // It was changed meanwhile, perhaps by another process, and the articles were saved in the former one.
      if (current && current.category !== category) {
        await leases.noteImporting(id)
        return await readFolder({ ...source, ...current })
      }
      const { added, changed, refused } = report
      const counts = { added, changed, known: 0, refused: refused.length }
      log({ event: 'source-refreshed', source: id, ms: Math.round(performance.now() - startedAt), ...counts })
      return counts
    } catch (error) {
      const isStopped = stopping.signal.aborted
      if (!isStopped) log({ event: 'source-failed', source: id, ...errorFields(error) })
      await store.noteImport(id, soFar, isStopped ? 'stopped' : 'failed').catch(() => undefined)
      throw error
    } finally {
      clearInterval(beat)
    }
  }

  return {
    list: store.list,
    listPage: store.listPage,
    pageOf: store.pageOf,
    find: store.find,
    pause: store.pause,
    resume: store.resume,
    remove: store.remove,
    noteFolder: store.noteFolder,

    /**
     * Finds out what an address is and adds it as a source; its articles are collected with the next turn.
     *
     * @throws SourceError in words for the owner
     */
    async add(
      address: string,
      typedCategory: string,
      signal = forever,
    ): Promise<{ source: Source; found: Discovered }> {
      const category = readCategory(typedCategory)
      const found = await discover(address.trim(), { fetcher, reader, signal })
      if ('error' in found) throw new SourceError(`${address} ${found.error}.`)
      const source = await store.add({ ...found, category })
      if (!source) throw new SourceError(`${found.address} is a source already.`)
      return { source, found }
    },

    /**
     * Moves a source with its articles to another category. A folder is imported again.
     *
     * @returns `imported`: when and how that import ended; undefined for other kinds
     * @throws SourceError
     */
    async setCategory(
      id: number,
      typed: string,
    ): Promise<{ source: Source; imported: Promise<Refreshed> | undefined }> {
      const category = readCategory(typed)
      const { kind, address } = await store.find(id)
      if (kind === 'folder') await checkFolder(address)
      const source = await store.setCategory(id, category)
      return { source, imported: kind === 'folder' ? (await beginImport(source)).ended : undefined }
    },

    /**
     * Refreshes a source now, even if it isn't due; a folder is read again.
     *
     * @returns undefined if another process has just refreshed it
     * @throws SourceError
     */
    async refresh(id: number, signal = forever): Promise<Refreshed | undefined> {
      const source = await findActive(id)
      if (source.kind === 'search') throw new SourceError('A search is queried only with a job’s keywords.')
      if (source.kind === 'folder') return (await beginImport(source)).ended
      const taken = await refresher.take(id, signal, true)
      return taken && refresher.run(taken, { isAsked: true })
    },

    /**
     * Makes a source due now, without waiting for the refresh. A folder is read in the background.
     *
     * @throws SourceError
     */
    refreshSoon: async (id: number): Promise<void> => {
      const source = await findActive(id)
      if (source.kind === 'folder') (await beginImport(source)).ended.catch(() => undefined)
      else await store.setDue(id)
    },

    /** Shows what would be collected from an address, without saving anything. */
    tryOut: (address: string, signal: AbortSignal): AsyncGenerator<TryEvent> =>
      tryAddress(address, { fetcher, reader, extractor, now, signal }),

    /**
     * Adds the feeds of an OPML file without fetching any of them.
     *
     * @param category for all feeds; by default each gets the name of its folder
     * @throws SourceError if the file is not OPML, or has a category that is too long
     */
    async importOpml(file: Uint8Array, category?: string): Promise<ImportedSources> {
      const read = await reader.readOpml(file)
      if ('error' in read) throw new SourceError(`The file ${read.error}.`)
      const feeds = read.feeds.map((feed) => ({
        ...feed,
        category: readCategory(category ?? feed.category, feed.address),
      }))
      const added = await store.addAll(feeds)
      return { added, known: feeds.length - added, unusable: read.unusable }
    },

    /** @throws SourceError if there is none to export */
    async exportOpml(): Promise<string> {
      // Loaded here, since its parser would be a fifth of what each start of the service loads.
      const { writeOpml } = await import('./opml.ts')
      const opml = writeOpml(await store.list())
      if (opml === undefined)
        throw new SourceError('There is no source to export. Folders are never exported.')
      return opml
    },

    collect: createCollect(database, refresher, now),

    /** Starts refreshing due sources in the background. */
    async start(): Promise<void> {
      if (database.kind === 'embedded') await leases.releaseAll()
      scheduler.start()
    },

    /** Starts nothing more, ends running work after its current step, and releases the sources. */
    async stop(): Promise<void> {
      stopping.abort()
      // First the scheduler: it may just be taking a source, which the refresher has to release again.
      await scheduler.stop()
      await refresher.stop()
      await Promise.allSettled(imports.values())
    },
  }
}

async function checkFolder(path: string): Promise<void> {
  try {
    await findFolder(path)
  } catch (error) {
    if (error instanceof UnusableFileError) throw new SourceError(error.message)
    // Another process may be able to.
    if (isFileError(error)) throw new SourceError(`The service can’t read ${path} (${error.code}).`)
    throw error
  }
}
