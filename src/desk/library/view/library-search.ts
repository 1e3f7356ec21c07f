import { type Card, cardsPerPage } from '../records.ts'
import { collectedAt } from '../jobs/collected.ts'
import type { Segment } from '../texts/text-index/segment.ts'
import { type Piece, splitSegment } from '../texts/text-index/segment-pieces.ts'
import {
  createTextIndex,
  type IndexedText,
  restoreTextIndex,
  type StoredIndex,
  textIndexFormat,
} from '../texts/text-index/text-index.ts'
import { type Catalogue, type IndexDependencies, type Occurrence, occurrenceTitle } from './catalogue.ts'
import { createIndexSnapshot } from './index-snapshot.ts'
import {
  contentOfState,
  coverageOf,
  type Doc,
  type IndexerState,
  createIncrementalIndexer,
  type IncrementalIndexer,
} from './incremental-indexer.ts'

/** Searches the newest texts of all articles, as far as they have been read. */
export interface LibrarySearch extends Pick<
  IncrementalIndexer,
  'doneOf' | 'wake' | 'stop' | 'docOf' | 'docCount'
> {
  /** Resolves when the snapshot of an earlier visit has been restored, as far as this query needs it. */
  restore(query: string): Promise<void>
  /** The same for every query of one letter. */
  restoreFirstLetters(): Promise<void>
  /**
   * Most relevant first.
   *
   * @param notes folded, by article
   */
  search(query: string, notes: Catalogue['foldedNotes']): Uint32Array
}

/** Number of texts between two announcements, which update the search on screen while the rest is read. */
const announcedEvery = 2_000

/** The rest of the index, read while results are being drawn or somebody is typing, would delay them. */
const quietMs = 1_000
/** Long enough for the results to be sent, and shorter than most people's pause between letters. */
const nextLetterMs = 50
/** Pieces read at once: a search waits for them, or waits behind them if they are read in the background. */
const piecesAtOnce = { forSearch: 64, inBackground: 8 }

interface SnapshotMetadata extends Pick<StoredIndex, 'format' | 'slots'> {
  readonly state: IndexerState
}

export function createLibrarySearch(dependencies: IndexDependencies): LibrarySearch {
  const { store, changes } = dependencies
  const snapshot = createIndexSnapshot<SnapshotMetadata, Segment>(store, {
    name: 'search',
    format: textIndexFormat,
    contentOf,
    split: splitSegment,
  })
  let index = createTextIndex()
  let unannounced = 0
  let hasChanged = false
  /** The latest search, not counting its repetition after a change of the library. */
  let searched = { query: '', at: performance.now() }
  /** The data that the search will need after one more letter. */
  let readingAhead: Promise<unknown> | undefined
  let aheadTimer: ReturnType<typeof setTimeout> | undefined

  function announce(): void {
    unannounced = 0
    changes.announce({ analysed: [] })
  }

  /**
   * Reads what has not been read of the index, or only some of that. If some of it is no longer there, because another
   * tab has merged these segments, the texts are indexed again.
   *
   * @returns false if the work was stopped
   */
  async function readPieces(
    atOnce: number,
    missing: () => Piece[],
    pause?: () => Promise<boolean>,
  ): Promise<boolean> {
    for (;;) {
      const wanted = missing().slice(0, atOnce)
      if (wanted.length === 0) return true
      const used = index
      const found = await snapshot.readPieces(wanted).catch(() => [])
      for (const [at, piece] of wanted.entries()) {
        const bytes = found[at]
        if (bytes) used.fill(piece, bytes)
        else if (index === used) {
          index = createTextIndex()
          hasChanged = true
          indexer.restart()
        }
      }
      if (pause && !(await pause())) return false
    }
  }

  /** Waits until nobody has searched for something else for a while. */
  async function untilQuiet(): Promise<void> {
    for (;;) {
      const leftMs = searched.at + quietMs - performance.now()
      if (leftMs <= 0) return
      await new Promise((resolve) => setTimeout(resolve, leftMs))
    }
  }

  /** @returns false if the work was stopped */
  async function compact(pause: () => Promise<boolean>): Promise<boolean> {
    while (index.compact()) {
      hasChanged = true
      if (!(await pause())) return false
    }
    return true
  }

  async function writeSnapshot(state: IndexerState, pause: () => Promise<boolean>, isPartial = false) {
    const { segments, slots, format } = index.dump()
    const covers = `${coverageOf(state)} in ${segments.length}`
    await snapshot
      .write({ metadata: { format, slots, state }, parts: segments, covers, isPartial }, pause)
      .catch(() => {})
  }

  const indexer = createIncrementalIndexer(dependencies, {
    async restore() {
      const found = await snapshot.read()
      const restored = found && restoreTextIndex({ ...found.metadata, segments: found.parts })
      if (!restored) return undefined
      index = restored
      return found.metadata.state
    },
    async add({ result, page, articles }) {
      const [record, cards] = await store.transaction('readonly', ['texts', 'cards'], (tables) =>
        Promise.all([tables.texts.get(result.jobKey, page), tables.cards.get(result.jobKey, page)]),
      )
      if (!record) return false
      hasChanged = true
      index.add(
        articles.map(([doc, occurrence]) => {
          const at = occurrence.position % cardsPerPage
          return indexed(doc, occurrence, record.texts[at] ?? '', cards?.cards[at])
        }),
      )
      unannounced += articles.length
      if (unannounced >= announcedEvery) announce()
      return true
    },
    remove(docs) {
      hasChanged = true
      index.remove(docs)
    },
    async onIdle(pause) {
      if (unannounced > 0) announce()
      if (index.missing().length > 0) {
        const pauseUntilQuiet = () => untilQuiet().then(pause)
        if (!(await pauseUntilQuiet())) return
        if (!(await readPieces(piecesAtOnce.inBackground, () => index.missing(), pauseUntilQuiet))) return
      }
      if (!(await compact(pause))) return
      const state = hasChanged ? indexer.state() : undefined
      if (!state) return
      hasChanged = false
      await writeSnapshot(state, pause)
    },
    soFar: {
      savedEvery: 20_000,
      async save(state, pause) {
        if (await compact(pause)) await writeSnapshot(state, pause, true)
      },
    },
  })

  return {
    search(query, notes) {
      const byDoc = new Map<Doc, string>()
      for (const [id, note] of notes) {
        const doc = indexer.docOf(id)
        if (doc !== undefined) byDoc.set(doc, note)
      }
      return index.search(query, byDoc)
    },
    docOf: (id) => indexer.docOf(id),
    get docCount() {
      return indexer.docCount
    },
    doneOf: (catalogue) => indexer.doneOf(catalogue),
    async restore(query) {
      if (query !== searched.query) searched = { query, at: performance.now() }
      clearTimeout(aheadTimer)
      await indexer.restore()
      await readingAhead
      await readPieces(piecesAtOnce.forSearch, () => index.missing(query))
      aheadTimer = setTimeout(() => {
        readingAhead = readPieces(piecesAtOnce.forSearch, () => index.missing(query, true))
      }, nextLetterMs)
    },
    async restoreFirstLetters() {
      await indexer.restore()
      await readPieces(piecesAtOnce.forSearch, () => index.missing('', true))
    },
    wake: (isWaitedFor) => indexer.wake(isWaitedFor),
    stop() {
      clearTimeout(aheadTimer)
      indexer.stop()
    },
  }
}

function indexed(doc: Doc, occurrence: Occurrence, text: string, card?: Card): IndexedText {
  const { job, position } = occurrence
  return {
    doc,
    title: occurrenceTitle(occurrence),
    text,
    author: card?.author,
    source: card?.source,
    // Within a job the service's first article is the newest. No job has enough articles to overlap an earlier job.
    recency: collectedAt(job) - position / 1_000,
  }
}

function contentOf(value: SnapshotMetadata | Segment) {
  if ('terms' in value) {
    const { base, size, terms, termEnds, docEnds, placeEnds, titleEnds } = value
    return [base, size, terms, termEnds, docEnds, placeEnds, titleEnds]
  }
  const { docs, recencies, lengths, taken } = value.slots
  return [docs, recencies, lengths, taken, ...contentOfState(value.state)]
}
