import { mergeSegments } from './merge-segments.ts'
import type { Segment } from './segment.ts'

/** The number of adjacent segments that are merged into one: small ones first, then any that are not big. */
const fanIn = 8
const smallBytes = 400_000
/** Larger segments are not merged: it would take longer than searching them separately. */
const bigBytes = 4_000_000

type IsTaken = (slot: number) => boolean

/**
 * Merges segments in bounded steps. `segments` is modified in place, only when a merge is complete. Segments added
 * during a merge come after the ones being merged and are not affected.
 */
export function createCompaction(segments: Segment[], isTaken: IsTaken) {
  /** The number of documents each segment had when first seen. If more than half are gone, it is rewritten. */
  const firstLiving = new WeakMap<Segment, number>()
  let current: { sources: readonly Segment[]; work: Generator<undefined, Segment> } | undefined

  function livingIn({ base, size }: Segment): number {
    let living = 0
    for (let doc = 0; doc < size; doc += 1) if (isTaken(base + doc)) living += 1
    return living
  }

  function isMostlyEmpty(segment: Segment): boolean {
    const living = livingIn(segment)
    const before = firstLiving.get(segment)
    if (before === undefined) firstLiving.set(segment, living)
    return before !== undefined && living * 2 < before
  }

  // Restored segments are first seen here: documents removed since they were stored are removed next.
  for (const segment of segments) firstLiving.set(segment, livingIn(segment))

  function worthMerging(): readonly Segment[] | undefined {
    const emptied = segments.find(isMostlyEmpty)
    return emptied ? [emptied] : (firstRun(segments, smallBytes) ?? firstRun(segments, bigBytes))
  }

  return {
    /** @returns whether there is more to do */
    step(): boolean {
      if (!current) {
        const sources = worthMerging()
        if (!sources) return false
        current = { sources, work: mergeSegments(sources, isTaken) }
      }
      const { done, value } = current.work.next()
      if (!done) return true
      const [first] = current.sources
      const at = first ? segments.indexOf(first) : -1
      const isEmpty = value.termEnds.length === 0
      segments.splice(at, current.sources.length, ...(isEmpty ? [] : [value]))
      current = undefined
      return worthMerging() !== undefined
    },
  }
}

export const segmentBytes = ({ terms, termEnds, docs, placeEnds, titleEnds }: Segment): number =>
  terms.length + termEnds.byteLength * 3 + docs.length + (placeEnds.at(-1) ?? 0) + titleEnds.byteLength

/**
 * Finds the first run of adjacent segments to merge. Smaller ones among them count too: a search while texts are being
 * added seals segments early, and these would otherwise interrupt every run.
 */
function firstRun(segments: readonly Segment[], maxBytes: number): readonly Segment[] | undefined {
  let start = 0
  for (const [index, segment] of segments.entries()) {
    if (segmentBytes(segment) <= maxBytes) {
      if (index + 1 - start === fanIn) return segments.slice(start, index + 1)
      continue
    }
    // A run between two big segments can't get any longer.
    if (maxBytes === bigBytes && index - start > 1) return segments.slice(start, index)
    start = index + 1
  }
  return undefined
}
