import type { Changes } from '../changes.ts'
import { type Card, cardsPerPage } from '../records.ts'
import { collectedAt } from '../jobs/collected.ts'
import type { Store } from '../store/store.ts'
import { type Segment, splitPositions } from '../texts/text-index/segment.ts'
import {
  createTextIndex,
  type IndexedText,
  restoreTextIndex,
  type StoredIndex,
  textIndexFormat,
} from '../texts/text-index/text-index.ts'
import { type Catalogue, type CatalogueKeeper, type Occurrence, occurrenceTitle } from './catalogue.ts'
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
  /**
   * Most relevant first.
   *
   * @param notes folded, by article
   */
  search(query: string, notes: Catalogue['foldedNotes']): Uint32Array
}

/** Number of texts between two announcements, which update the search on screen while the rest is read. */
const announcedEvery = 2_000

/** The larger half of the index, read while the first results are being drawn, would delay them. */
const positionsDelayMs = 1_000

interface SnapshotMetadata extends Pick<StoredIndex, 'format' | 'slots'> {
  readonly state: IndexerState
}

export function createLibrarySearch(dependencies: {
  store: Store
  changes: Changes
  catalogue: CatalogueKeeper
}): LibrarySearch {
  const { store, changes } = dependencies
  const snapshot = createIndexSnapshot<SnapshotMetadata, Segment>(store, {
    name: 'search',
    format: textIndexFormat,
    contentOf,
    split: splitPositions,
  })
  let index = createTextIndex()
  let unannounced = 0
  let hasChanged = false

  function announce(): void {
    unannounced = 0
    changes.announce({ analysed: [] })
  }

  /**
   * Reads the positions of one segment after the other: if all came at once, a letter typed meanwhile would wait behind
   * them. If they are no longer there, because another tab has merged these segments, the texts are indexed again.
   */
  async function readPositions(pause: () => Promise<boolean>): Promise<void> {
    for (;;) {
      const [segment] = index.withoutPositions()
      if (!segment) return
      const positions = await snapshot.readRest(segment).catch(() => undefined)
      // Otherwise another call has read them, or the index was started again.
      if (index.withoutPositions()[0] === segment) {
        if (positions) segment.places = positions
        else {
          index = createTextIndex()
          hasChanged = true
          indexer.restart()
        }
      }
      if (!(await pause())) return
    }
  }

  async function writeSnapshot(pause: () => Promise<boolean>): Promise<void> {
    const state = hasChanged ? indexer.state() : undefined
    if (!state) return
    hasChanged = false
    const { segments, slots, format } = index.dump()
    const covers = `${coverageOf(state)} in ${segments.length}`
    await snapshot
      .write({ metadata: { format, slots, state }, parts: segments, covers }, pause)
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
      if (index.withoutPositions().length > 0) {
        await new Promise((resolve) => setTimeout(resolve, positionsDelayMs))
        if (!(await pause())) return
        await readPositions(pause)
      }
      while (index.compact()) {
        hasChanged = true
        if (!(await pause())) return
      }
      await writeSnapshot(pause)
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
      await indexer.restore()
      if (index.needsPositions(query)) await readPositions(() => Promise.resolve(true))
    },
    wake: (isWaitedFor) => indexer.wake(isWaitedFor),
    stop: () => indexer.stop(),
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
    const { base, size, terms, termEnds, docs, docEnds, placeEnds, titleEnds } = value
    return [base, size, terms, termEnds, docs, docEnds, placeEnds, titleEnds]
  }
  const { docs, recencies, lengths, taken } = value.slots
  return [docs, recencies, lengths, taken, ...contentOfState(value.state)]
}
