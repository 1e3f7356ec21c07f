import type { ArticleId } from '../../../contract/ids.ts'
import { type IndexDependencies, occurrenceTitle } from './catalogue.ts'
import type { StoredLinks } from '../texts/duplicates/duplicate-links.ts'
import { createNearDuplicates } from '../texts/duplicates/near-duplicates.ts'
import { sketchFormat } from '../../../text/sketch.ts'
import { createIndexSnapshot } from './index-snapshot.ts'
import {
  contentOfState,
  coverageOf,
  type Doc,
  type ArticlePage,
  type IndexerState,
  createIncrementalIndexer,
  type IncrementalIndexer,
} from './incremental-indexer.ts'
import { createLruCache } from './lru-cache.ts'
import { cardsPerPage } from '../records.ts'
import type { StoredResult } from './stored-result.ts'
import { analysisFormat, isAnalysisOf } from './text-analyser.ts'
import type { DuplicateNote, NearDuplicate } from './view.ts'

/** Near-duplicates among the articles, by their newest texts, as far as these have been read. */
export interface LibraryDuplicates extends Pick<IncrementalIndexer, 'doneOf' | 'restore' | 'wake' | 'stop'> {
  /** Incremented whenever more is known. */
  readonly version: number
  isDuplicated(id: ArticleId): boolean
  /** The same number for all articles of a group of near-duplicates. */
  groupOf(id: ArticleId): number | undefined
  /** The near-duplicate that contains most of the article, with the exact share. May read texts. */
  noteOf(id: ArticleId): Promise<DuplicateNote | undefined>
  /** The other articles of the group, each compared with this one, largest share first. */
  othersOf(id: ArticleId): Promise<NearDuplicate[]>
}

/**
 * Articles and milliseconds between two announcements, whichever comes first. Each announcement makes the screens
 * count again.
 */
const announcedEvery = 4_000
const announcedEveryMs = 5_000

/** A page of long articles takes some megabytes. */
const maxRecentPages = 4

interface SnapshotMetadata {
  readonly links: StoredLinks
  readonly state: IndexerState
}

export function createLibraryDuplicates(dependencies: IndexDependencies): LibraryDuplicates {
  const { store, changes, catalogue } = dependencies
  const snapshot = createIndexSnapshot<SnapshotMetadata, never>(store, {
    name: 'duplicates',
    format: sketchFormat,
    contentOf: ({ links, state }) => [links.docs, links.figures, links.exact, ...contentOfState(state)],
  })
  let version = 0
  let unannounced = 0
  let announcedAtMs = performance.now()
  let hasChanged = false
  /**
   * Number of articles indexed the last time that none was missing. Notes about the nearest article consider only
   * these, or "58% in" one article would turn into "100% in" another while the user reads it.
   */
  let settledCount = 0
  const isSettled = (doc: Doc) => doc < settledCount
  /** Queries need only the links. The sketches, ten times as large, are read before a new text is compared. */
  let areSketchesMissing = false
  let near = createNearDuplicates(readText)

  /** The texts to compare with a page of articles mostly lie on a few pages. */
  const recentPages = createLruCache<readonly string[]>(maxRecentPages)

  async function readText(doc: Doc): Promise<string | undefined> {
    const newest = (await catalogue.current()).entries.get(indexer.idOf(doc))?.occurrences[0]
    if (!newest) return undefined
    const { result, position } = newest
    return (await readPage(result, Math.floor(position / cardsPerPage)))[position % cardsPerPage]
  }

  async function readPage({ jobKey, revision }: StoredResult, page: number): Promise<readonly string[]> {
    const key = `${jobKey} ${revision} ${page}`
    const read = () => store.transaction('readonly', ['texts'], ({ texts }) => texts.get(jobKey, page))
    const texts = recentPages.get(key) ?? (await read())?.texts ?? []
    recentPages.set(key, texts)
    return texts
  }

  async function readAnalyses({ result, page }: ArticlePage) {
    const record = await store.transaction('readonly', ['analyses'], ({ analyses }) =>
      analyses.get(result.jobKey, page),
    )
    return record && isAnalysisOf(record, result) ? record : undefined
  }

  /** @returns false if the work was stopped */
  async function restoreSketches(pause: () => Promise<boolean>): Promise<boolean> {
    for (const page of await indexer.indexedPages()) {
      // Of any format: they were added before, so their sketches are still of the snapshot's.
      const record = await readAnalyses(page)
      for (const [doc, { position }] of page.articles) {
        const analysis = record?.analyses[position % cardsPerPage]
        if (analysis) near.restoreSketch(doc, analysis.sketch)
      }
      if (!(await pause())) return false
    }
    areSketchesMissing = false
    return true
  }

  async function writeSnapshot(state: IndexerState, pause: () => Promise<boolean>): Promise<void> {
    hasChanged = false
    const covers = coverageOf(state)
    await snapshot
      .write({ metadata: { links: near.dump(), state }, parts: [], covers }, pause)
      .catch(() => {})
  }

  function announce(): void {
    unannounced = 0
    announcedAtMs = performance.now()
    changes.announce({ analysed: [] })
  }

  const indexer: IncrementalIndexer = createIncrementalIndexer(dependencies, {
    async restore() {
      const found = await snapshot.read()
      if (!found) return undefined
      near = createNearDuplicates(readText, found.metadata.links)
      areSketchesMissing = true
      settledCount = found.metadata.state.numbers.length
      version += 1
      return found.metadata.state
    },
    async add(page, pause) {
      const record = await readAnalyses(page)
      // An older desk's sketches can't be compared. The analyser, which replaces them, announces it.
      if (record?.format !== analysisFormat) return false
      if (areSketchesMissing && !(await restoreSketches(pause))) return false
      for (const [doc, { position }] of page.articles) {
        const analysis = record.analyses[position % cardsPerPage]
        if (analysis) await near.add(doc, analysis.sketch)
      }
      version += 1
      hasChanged = true
      unannounced += page.articles.length
      if (unannounced >= announcedEvery || performance.now() - announcedAtMs >= announcedEveryMs) announce()
      return true
    },
    remove(docs) {
      for (const doc of docs) near.remove(doc)
      version += 1
      hasChanged = true
      // The removal itself was announced before, while the links were still there.
      unannounced += docs.length
    },
    async onIdle(pause) {
      recentPages.clear()
      const state = hasChanged ? indexer.state() : undefined
      // Announcements made while some were missing did not have the notes yet.
      const hasNewNotes = state !== undefined && state.numbers.length !== settledCount
      if (state) settledCount = state.numbers.length
      if (unannounced > 0 || hasNewNotes) announce()
      if (state) await writeSnapshot(state, pause)
    },
  })

  return {
    get version() {
      return version
    },
    doneOf: (catalogue) => indexer.doneOf(catalogue),
    restore: () => indexer.restore(),
    wake: (isWaitedFor) => indexer.wake(isWaitedFor),
    stop: () => indexer.stop(),
    isDuplicated: (id) => linksOf(id).length > 0,

    groupOf(id) {
      const doc = indexer.docOf(id)
      return doc === undefined ? undefined : near.groupOf(doc)[0]
    },

    async noteOf(id) {
      const doc = indexer.docOf(id)
      if (doc === undefined || !isSettled(doc)) return undefined
      const nearest = await near.nearest(doc, isSettled)
      const other = nearest && (await catalogue.current()).entries.get(indexer.idOf(nearest.doc))
      if (!other) return undefined
      const jobs = [...new Set(other.occurrences.map(({ job }) => job.key))]
      return {
        id: other.id,
        title: occurrenceTitle(other.occurrences[0]),
        jobs,
        share: nearest.share,
      }
    },

    async othersOf(id) {
      const doc = indexer.docOf(id)
      if (doc === undefined) return []
      const others = await near.similarDocs(doc)
      const { entries, annotations } = await catalogue.current()
      return others
        .map(({ doc, ...similar }) => ({ id: indexer.idOf(doc), ...similar }))
        .filter((other) => entries.has(other.id))
        .map((other) => ({ ...other, decision: annotations.get(other.id)?.decision }))
    },
  }

  function linksOf(id: ArticleId) {
    const doc = indexer.docOf(id)
    return doc === undefined ? [] : near.linksOf(doc)
  }
}
