import { type ArticleId, type OrderedIds, packInOrder, unpackInOrder } from '../../../contract/ids.ts'
import { cardsPerPage } from '../records.ts'
import type { StoredResult } from './stored-result.ts'
import { createBackground } from './background.ts'
import type { Catalogue, IndexDependencies, Occurrence } from './catalogue.ts'

/** A small integer that identifies an article for the lifetime of the worker, and in its stored snapshot. */
export type Doc = number

/** Where the text of an article is. */
export type Place = Pick<Occurrence, 'result' | 'position'>

/** A page of texts, and the articles wanted of it. */
export interface ArticlePage<At extends Place = Occurrence> {
  readonly result: StoredResult
  readonly page: number
  /** Each with a number: its doc, or its place in a request. */
  readonly articles: readonly (readonly [number: number, place: At])[]
}

export interface IncrementalIndexer {
  idOf(doc: Doc): ArticleId
  docOf(id: ArticleId): Doc | undefined
  /** Docs are numbered from 0 to below this. */
  readonly docCount: number
  /** How many of the library's articles have been indexed. */
  doneOf(catalogue: Catalogue): number
  /** Resolves when the snapshot of an earlier visit has been restored, if there is a valid one. */
  restore(): Promise<void>
  /** The articles that have been indexed, page by page. */
  indexedPages(): Promise<Iterable<ArticlePage>>
  /**
   * Starts indexing, and follows changes from then on. Starts at once if a caller waits for the result, otherwise after
   * the screen has been drawn.
   */
  wake(isWaitedFor?: boolean): void
  /** Indexes all articles again, after the sink has lost them. */
  restart(): void
  /** What has been indexed; undefined while articles are missing. */
  state(): IndexerState | undefined
  stop(): void
}

/** The articles indexed, by doc, and the results their texts were taken from, as plain data. */
export interface IndexerState extends OrderedIds {
  /** Revisions of the results that texts were taken from, see `ResultColumns`. */
  readonly revisions: readonly string[]
  /** By doc: the number of the revision, from 1; 0 if the article is not indexed. */
  readonly takenFrom: Uint32Array<ArrayBuffer>
}

/** An index over the newest text of every article. */
export interface IndexSink {
  /** Restores the snapshot of an earlier visit and returns the state it was made with. */
  restore(): Promise<IndexerState | undefined>
  /** @returns false if it is not possible yet; called again on the next change */
  add(page: ArticlePage, pause: () => Promise<boolean>): Promise<boolean>
  remove(docs: readonly Doc[]): void
  /** Called when nothing is left to index for now. */
  onIdle(pause: () => Promise<boolean>): Promise<void>
  /** Saves what a long indexing has done so far, so that a reload doesn't begin it anew. */
  readonly soFar?: {
    /** Number of texts between two calls, at least. */
    readonly savedEvery: number
    save(state: IndexerState, pause: () => Promise<boolean>): Promise<void>
  }
}

/** Lets the page draw what was just saved first. */
const delayMs = 150
/** Reading a whole index keeps the device busy and would delay the first cards. */
const firstDelayMs = 1_000

/** Feeds the newest text of every article to an index, one page at a time, in the background. */
export function createIncrementalIndexer(
  { changes, catalogue }: Omit<IndexDependencies, 'store'>,
  sink: IndexSink,
): IncrementalIndexer {
  const ids: ArticleId[] = []
  const docs = new Map<ArticleId, Doc>()
  /** By doc, the revision of the result it was taken from. A doc with another revision is indexed again. */
  const takenFrom: (string | undefined)[] = []
  /** Entries that have all been indexed, so that `doneOf`, called at every keystroke, needn't count. */
  let settledFor: Catalogue['entries'] | undefined
  let isWanted = false
  let firstWake: ReturnType<typeof setTimeout> | undefined
  let restoring: Promise<void> | undefined

  const numbered = (id: ArticleId): Doc => {
    let doc = docs.get(id)
    if (doc === undefined) {
      doc = ids.push(id) - 1
      docs.set(id, doc)
    }
    return doc
  }

  /**
   * Removes articles that are gone or have another text now.
   *
   * @returns the number of articles that are left
   */
  function removeStale({ entries }: Catalogue): number {
    const stale: Doc[] = []
    let left = 0
    for (let doc = 0; doc < takenFrom.length; doc += 1) {
      const revision = takenFrom[doc]
      if (revision === undefined) continue
      if (entries.get(ids[doc]!)?.occurrences[0].result.revision !== revision) stale.push(doc)
      else left += 1
    }
    if (stale.length > 0) sink.remove(stale)
    for (const doc of stale) takenFrom[doc] = undefined
    return left
  }

  /** The articles whose newest text has been indexed, or has not. */
  function newestArticles(areIndexed: boolean, { entries }: Catalogue): (readonly [doc: Doc, Occurrence])[] {
    const found: (readonly [Doc, Occurrence])[] = []
    for (const { id, occurrences } of entries.values()) {
      const doc = numbered(id)
      if ((takenFrom[doc] === occurrences[0].result.revision) === areIndexed)
        found.push([doc, occurrences[0]])
    }
    return found
  }

  function countIndexed({ entries }: Catalogue): number {
    let count = 0
    for (const { id, occurrences } of entries.values())
      if (takenFrom[docs.get(id) ?? -1] === occurrences[0].result.revision) count += 1
    return count
  }

  async function restoreState(): Promise<void> {
    const state = await sink.restore()
    if (!state) return
    for (const [at, id] of unpackInOrder(state).entries()) {
      const doc = numbered(id)
      const from = state.takenFrom[at]
      if (from) takenFrom[doc] = state.revisions[from - 1] ?? ''
    }
    const known = await catalogue.current()
    if (removeStale(known) === known.entries.size) settledFor = known.entries
  }

  const restore = () => (restoring ??= restoreState().catch(() => {}))

  async function indexMissing(pause: () => Promise<boolean>): Promise<void> {
    await restore()
    const known = await catalogue.current()
    // Job checks announce a change about every second, but leave the entries as they are.
    if (known.entries !== settledFor) {
      removeStale(known)
      let unsaved = 0
      for (const page of pagesOf(newestArticles(false, known))) {
        if (await sink.add(page, pause)) {
          for (const [doc] of page.articles) takenFrom[doc] = page.result.revision
          unsaved += page.articles.length
        }
        if (sink.soFar && unsaved >= sink.soFar.savedEvery) {
          await sink.soFar.save(stateOf(ids, takenFrom), pause)
          unsaved = 0
        }
        if (!(await pause())) return
      }
      settledFor = countIndexed(known) === known.entries.size ? known.entries : undefined
    }
    await sink.onIdle(pause)
  }

  const background = createBackground(indexMissing, { delayMs })
  const begin = () => {
    firstWake = undefined
    background.wake()
  }
  changes.subscribe(({ jobs = [], articles = [], analysed = [], everything }) => {
    // Removing or restoring a job is announced only as a change of the job.
    const isNews = everything || jobs.length + articles.length + analysed.length > 0
    if (isWanted && firstWake === undefined && isNews) background.wake()
  })

  return {
    idOf: (doc) => ids[doc]!,
    docOf: (id) => docs.get(id),
    get docCount() {
      return ids.length
    },
    doneOf: (catalogue) =>
      catalogue.entries === settledFor ? catalogue.entries.size : countIndexed(catalogue),
    restore,
    async indexedPages() {
      return pagesOf(newestArticles(true, await catalogue.current()))
    },
    wake(isWaitedFor = false) {
      if (isWanted && (!isWaitedFor || firstWake === undefined)) return
      isWanted = true
      clearTimeout(firstWake)
      firstWake = isWaitedFor ? undefined : setTimeout(begin, firstDelayMs)
      if (isWaitedFor) background.wake()
    },
    restart() {
      takenFrom.fill(undefined)
      settledFor = undefined
      background.wake()
    },
    state: () => (settledFor ? stateOf(ids, takenFrom) : undefined),
    stop() {
      clearTimeout(firstWake)
      background.stop()
    },
  }
}

/** Equal for snapshots made from the same texts. */
export const coverageOf = ({ revisions, takenFrom }: IndexerState): string =>
  `${takenFrom.reduce((count, from) => count + (from === 0 ? 0 : 1), 0)} ${revisions.toSorted().join(' ')}`

/** All parts of a state, for its checksum. */
export const contentOfState = ({ numbers, strings, revisions, takenFrom }: IndexerState) => [
  numbers,
  [...strings.values()].join(' '),
  revisions.join(' '),
  takenFrom,
]

function stateOf(ids: readonly ArticleId[], takenFrom: readonly (string | undefined)[]): IndexerState {
  const revisions = new Map<string, number>()
  const from = new Uint32Array(ids.length)
  for (const [doc, revision] of takenFrom.entries()) {
    if (revision === undefined) continue
    const number = revisions.get(revision) ?? revisions.size + 1
    revisions.set(revision, number)
    from[doc] = number
  }
  return {
    ...packInOrder(ids),
    revisions: [...revisions.keys()],
    takenFrom: from,
  }
}

/** Groups articles by page, so that each record is read once. */
export function pagesOf<At extends Place>(
  articles: Iterable<readonly [number: number, place: At]>,
): Iterable<ArticlePage<At>> {
  const pages = new Map<string, ArticlePage<At> & { articles: (readonly [number, At])[] }>()
  for (const article of articles) {
    const { result, position } = article[1]
    const page = Math.floor(position / cardsPerPage)
    const name = `${result.jobKey} ${page}`
    const known = pages.get(name)
    if (known) known.articles.push(article)
    else pages.set(name, { result, page, articles: [article] })
  }
  return pages.values()
}
