import { hasTerm, parseSearch, type SearchTerm } from '../search.ts'
import { searchableText, type SearchedArticle } from '../searchable-text.ts'
import { createRanking } from './ranking.ts'
import type { Segment } from './segment.ts'
import { createSegmentBuilder } from './segment-builder.ts'
import { createMissingPieces, type Piece } from './segment-pieces.ts'
import { createSlots, type StoredSlots } from './slots.ts'
import { addWeight, wholeWeight } from './postings.ts'
import { createCompaction, segmentBytes } from './compaction.ts'
import { patternOf, weighPattern } from './weigh-pattern.ts'

export interface IndexedText extends SearchedArticle {
  /** Identifies the document: an integer from 0 to 2^32 - 1. */
  readonly doc: number
  /** Higher is newer. Newer documents come first among the equally relevant. */
  readonly recency: number
}

/**
 * An in-memory full-text index. It doesn't keep the texts and takes a third of their size. Made for a worker: all calls
 * are synchronous and short, so that searches can run between them.
 */
export interface TextIndex {
  /**
   * Adds or replaces documents. Takes about 20 ms per megabyte of text, sometimes twice as long, so add one page of
   * articles at a time.
   */
  add(batch: readonly IndexedText[]): void
  remove(docs: Iterable<number>): void
  /**
   * Runs one step of compaction, of a few milliseconds, which keeps searching fast. Call it when idle. Does nothing
   * while pieces are missing.
   *
   * @returns whether there is more to do
   */
  compact(): boolean
  /**
   * Finds exactly what `matchesSearch` finds, most relevant first. Never fails; a blank query finds everything, newest
   * first.
   *
   * @param notes folded texts by document, searched as a part of it: unlike the document's own, they may change at any
   *   time
   */
  search(query: string, notes?: ReadonlyMap<number, string>): Uint32Array
  /**
   * What is to be filled in before a search for this query, or if none is given, before everything else: pieces of
   * segments that were restored without their lists.
   *
   * @param orNext also before any search that differs by one more letter
   */
  missing(query?: string, orNext?: boolean): Piece[]
  fill(piece: Piece, bytes: Uint8Array): void
  size(): IndexSize
  /** Plain data for `restoreTextIndex`, to be stored or sent to another thread. */
  dump(): StoredIndex
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

/**
 * Must be raised when the meaning of `Segment`, the definition of a token, or the folding of text changes, or the form in
 * which the library stores it. Snapshots of format 1 had the positions within the segments; in those of format 2, soft
 * hyphens separated words; in those of format 3, joiners and some apostrophes did; in those of format 4, no
 * phrase went past "°" or "·"; in those of format 5, a kashida belonged to its word; in those of format 6, Persian
 * and Arabic forms of a letter were different; those of format 7 could only be read in two halves; those of format 8 had no
 * lists for first letters; in those of format 10, a segment merged from some that were apart lacked documents; in those
 * of format 11, the letter of "&eacute;" in HTML was missing.
 */
export const textIndexFormat = 12

const noNotes: ReadonlyMap<number, string> = new Map()

export const createTextIndex = (): TextIndex => indexOf([])

/** @returns undefined if another version of the desk made the data: the texts must be indexed again */
export const restoreTextIndex = (stored: StoredIndex): TextIndex | undefined =>
  stored.format === textIndexFormat ? indexOf([...stored.segments], stored.slots) : undefined

function indexOf(segments: Segment[], stored?: StoredSlots): TextIndex {
  const slots = createSlots(stored)
  const missing = createMissingPieces(segments)
  const compaction = createCompaction(segments, (slot) => slots.isTaken(slot))
  let builder = createSegmentBuilder()

  function seal(): void {
    if (builder.size === 0) return
    segments.push(builder.seal(slots.count - builder.size))
    builder = createSegmentBuilder()
  }

  function weigh(term: SearchTerm, weights: Uint16Array, notes: ReadonlyMap<number, string>): Uint16Array {
    const pattern = patternOf(term)
    weights.fill(0)
    for (const segment of segments) weighPattern(segment, pattern, weights)
    for (const [doc, note] of notes) {
      const slot = slots.slotOf(doc)
      if (slot !== undefined && hasTerm(note, term)) addWeight(weights, slot, wholeWeight)
    }
    return weights
  }

  return {
    add(batch) {
      for (const article of batch) {
        slots.take(article.doc, article.recency, builder.add(searchableText(article)))
        if (builder.isFull) seal()
      }
    },
    remove(docs) {
      for (const doc of docs) slots.leave(doc)
    },
    compact: () => missing.areNone && compaction.step(),
    search(query, notes = noNotes) {
      seal()
      const parsed = parseSearch(query)
      const ranking = createRanking(slots)
      // Reused for all terms: a paragraph pasted into the field has hundreds of words.
      const weights = new Uint16Array(slots.count)
      for (const term of parsed.wanted) if (ranking.left > 0) ranking.want(weigh(term, weights, notes))
      for (const term of parsed.unwanted) if (ranking.left > 0) ranking.refuse(weigh(term, weights, notes))
      return ranking.bestFirst()
    },
    missing(query, orNext = false) {
      if (query === undefined) return missing.all()
      const { wanted, unwanted } = parseSearch(query)
      return missing.of([...wanted, ...unwanted].map(patternOf), orNext)
    },
    fill: (piece, bytes) => missing.fill(piece, bytes),
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
