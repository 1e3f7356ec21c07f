import type { Changes } from '../changes.ts'
import { type Card, cardsPerPage } from '../records.ts'
import type { Store } from '../store/store.ts'
import { type Segment, splitPositions } from '../texts/text-index/segment.ts'
import {
  createTextIndex,
  type IndexedText,
  restoreTextIndex,
  type StoredIndex,
  textIndexFormat,
} from '../texts/text-index/text-index.ts'
import { type CatalogueKeeper, collectedAt, type Occurrence, titleOf } from './catalogue.ts'
import { createIndexCopy } from './index-copy.ts'
import {
  contentOfState,
  coverageOf,
  type Doc,
  type FollowerState,
  followNewest,
  type NewestFollower,
} from './newest-follower.ts'

/** Searches the newest texts of all articles, as far as they have been read. */
export interface LibrarySearch extends Pick<
  NewestFollower,
  'doneOf' | 'wake' | 'stop' | 'idOf' | 'docCount'
> {
  /** Resolves when the copy of an earlier visit has been restored, as far as this query needs it. */
  restore(query: string): Promise<void>
  /** Most relevant first. */
  search(query: string): Uint32Array
}

/** Number of texts between two announcements, which update the search on screen while the rest is read. */
const announcedEvery = 2_000

/** The larger half of the index, read while the first results are being drawn, would delay them. */
const positionsDelayMs = 1_000

interface CopyHead extends Pick<StoredIndex, 'format' | 'slots'> {
  readonly state: FollowerState
}

export function createLibrarySearch(parts: {
  store: Store
  changes: Changes
  catalogue: CatalogueKeeper
}): LibrarySearch {
  const copy = createIndexCopy<CopyHead, Segment>(parts.store, {
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
    parts.changes.announce({ jobs: [], analysed: [] })
  }

  /** If they are no longer there, because another tab has merged these segments, the texts are indexed again. */
  async function readPositions(): Promise<void> {
    const segments = index.withoutPositions()
    if (segments.length === 0) return
    const positions = await copy.readRest(segments).catch(() => undefined)
    // Another call has read them, or the index was started again.
    if (index.withoutPositions()[0] !== segments[0]) return
    if (positions) for (const [at, segment] of segments.entries()) segment.places = positions[at]!
    else {
      index = createTextIndex()
      hasChanged = true
      follower.restart()
    }
  }

  async function keepCopy(pause: () => Promise<boolean>): Promise<void> {
    const state = hasChanged ? follower.state() : undefined
    if (!state) return
    hasChanged = false
    const { segments, slots, format } = index.dump()
    const covers = `${coverageOf(state)} in ${segments.length}`
    await copy.write({ head: { format, slots, state }, parts: segments, covers }, pause).catch(() => {})
  }

  const follower = followNewest(parts, {
    async restore() {
      const found = await copy.read()
      const restored = found && restoreTextIndex({ ...found.head, segments: found.parts })
      if (!restored) return undefined
      index = restored
      return found.head.state
    },
    async take({ answer, page, articles }) {
      const [record, cards] = await parts.store.transaction('readonly', ['texts', 'cards'], (tables) =>
        Promise.all([tables.texts.get(answer.jobKey, page), tables.cards.get(answer.jobKey, page)]),
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
    drop(docs) {
      hasChanged = true
      index.remove(docs)
    },
    async rest(pause) {
      if (unannounced > 0) announce()
      if (index.withoutPositions().length > 0) {
        await new Promise((resolve) => setTimeout(resolve, positionsDelayMs))
        if (!(await pause())) return
        await readPositions()
      }
      while (index.compact()) {
        hasChanged = true
        if (!(await pause())) return
      }
      await keepCopy(pause)
    },
  })

  return {
    search: (query) => index.search(query),
    idOf: (doc) => follower.idOf(doc),
    get docCount() {
      return follower.docCount
    },
    doneOf: (catalogue) => follower.doneOf(catalogue),
    async restore(query) {
      await follower.restore()
      if (index.needsPositions(query)) await readPositions()
    },
    wake: (isWaitedFor) => follower.wake(isWaitedFor),
    stop: () => follower.stop(),
  }
}

function indexed(doc: Doc, occurrence: Occurrence, text: string, card?: Card): IndexedText {
  const { job, position } = occurrence
  return {
    doc,
    title: titleOf(occurrence),
    text,
    author: card?.author,
    source: card?.source,
    // Within a job the service's first article is the newest. No job has enough articles to overlap an earlier job.
    recency: collectedAt(job) - position / 1_000,
  }
}

function contentOf(value: CopyHead | Segment) {
  if ('terms' in value) {
    const { base, size, terms, termEnds, docs, docEnds, placeEnds, titleEnds } = value
    return [base, size, terms, termEnds, docs, docEnds, placeEnds, titleEnds]
  }
  const { docs, recencies, lengths, taken } = value.slots
  return [docs, recencies, lengths, taken, ...contentOfState(value.state)]
}
