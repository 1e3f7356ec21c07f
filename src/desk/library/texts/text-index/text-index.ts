import { isBlankSearch, parseSearch, searchableText, type SearchTerm } from '../search.ts'
import { createRanking } from './ranking.ts'
import type { Segment } from './segment.ts'
import { createSegmentBuilder } from './segment-builder.ts'
import { createSlots, type StoredSlots } from './slots.ts'
import { createCompaction, segmentBytes } from './compaction.ts'
import { patternOf, weighPattern } from './weigh-pattern.ts'

export interface IndexedText {
  /** A number from 0 to 2^32 - 1 by which the document is found. */
  readonly doc: number
  readonly title: string
  readonly text: string
  /** What is higher is newer, and comes first among the equally relevant. */
  readonly recency: number
}

/**
 * An index of the words of many texts, all in memory, which keeps none of the texts: a third of their size. Made for a
 * worker: nothing waits, so that each call is one step, and whoever fills it may answer a search between two.
 */
export interface TextIndex {
  /**
   * Adds documents, or replaces those that it has. Takes about 20 ms for each megabyte of text, and now and then as
   * much again: give it a page of articles at a time.
   */
  add(batch: readonly IndexedText[]): void
  remove(docs: Iterable<number>): void
  /**
   * One step, of some milliseconds, of what keeps searching fast: to be called when nothing else is to be done.
   *
   * @returns whether there is more to do
   */
  compact(): boolean
  /** Finds exactly what `matchesSearch` finds in the same texts. Never fails; a blank query finds everything, newest first. */
  search(query: string): SearchResult
  has(doc: number): boolean
  size(): IndexSize
  /** Plain data for `restoreTextIndex`, which can be stored or sent to another thread. */
  dump(): StoredIndex
}

export interface SearchResult {
  /** The documents found, the most relevant first. */
  readonly docs: Uint32Array
  /** False where the order says nothing of relevance, because nothing was asked for. */
  readonly isRanked: boolean
}

export interface IndexSize {
  readonly documents: number
  readonly segments: number
  readonly bytes: number
}

export interface StoredIndex {
  readonly format: number
  readonly segments: readonly Segment[]
  readonly slots: StoredSlots
}

/** To be raised by whoever changes what `Segment` means, what a token is, or how text is folded. */
export const textIndexFormat = 1

export const createTextIndex = (): TextIndex => indexOf([])

/** @returns undefined where the data was made by another version of the desk: the texts are the truth, index them again */
export const restoreTextIndex = (stored: StoredIndex): TextIndex | undefined =>
  stored.format === textIndexFormat ? indexOf([...stored.segments], stored.slots) : undefined

function indexOf(segments: Segment[], stored?: StoredSlots): TextIndex {
  const slots = createSlots(stored)
  const compaction = createCompaction(segments, (slot) => slots.isTaken(slot))
  let builder = createSegmentBuilder()

  function seal(): void {
    if (builder.size === 0) return
    segments.push(builder.seal(slots.count - builder.size))
    builder = createSegmentBuilder()
  }

  function weigh(term: SearchTerm, weights: Uint16Array): Uint16Array {
    const pattern = patternOf(term)
    weights.fill(0)
    for (const segment of segments) weighPattern(segment, pattern, weights)
    return weights
  }

  return {
    add(batch) {
      for (const { doc, title, text, recency } of batch) {
        slots.take(doc, recency, builder.add(searchableText({ title, text })))
        if (builder.isFull) seal()
      }
    },
    remove(docs) {
      for (const doc of docs) slots.leave(doc)
    },
    compact: () => compaction.step(),
    search(query) {
      seal()
      const parsed = parseSearch(query)
      const ranking = createRanking(slots)
      // One after another in the same piece of memory: a paragraph pasted into the field has hundreds of words.
      const weights = new Uint16Array(slots.count)
      for (const term of parsed.wanted) if (ranking.left > 0) ranking.want(weigh(term, weights))
      for (const term of parsed.unwanted) if (ranking.left > 0) ranking.refuse(weigh(term, weights))
      return { docs: ranking.bestFirst(), isRanked: !isBlankSearch(parsed) && parsed.wanted.length > 0 }
    },
    has: (doc) => slots.has(doc),
    size: () => ({
      documents: slots.living,
      segments: segments.length,
      bytes: segments.reduce((sum, segment) => sum + segmentBytes(segment), 0),
    }),
    dump() {
      seal()
      return { format: textIndexFormat, segments: [...segments], slots: slots.dump() }
    },
  }
}
