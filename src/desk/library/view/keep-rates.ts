import type { TextFacts } from './result-facts.ts'
import type { Catalogue } from './catalogue.ts'
import { categoryOf } from '../jobs/job-category.ts'
import type { Annotation } from '../records.ts'
import { heldKeywords } from './view-columns.ts'
import { comparableName, compareNames } from '../compare-names.ts'
import { addOne, countsOf } from './view-facets.ts'
import type { FacetCount } from './view.ts'

/** How many of the decided articles with a keyword, or of a category, were kept. */
export interface KeepRate {
  /** In the most recent spelling. */
  readonly name: string
  readonly decided: number
  readonly kept: number
  /** The reasons of rejections, most frequent first. Many rejections have none. */
  readonly reasons: readonly FacetCount[]
  /** 95% confidence interval of the share kept, from 0 to 1. */
  readonly low: number
  readonly high: number
}

export interface KeepRates {
  readonly decided: number
  readonly kept: number
  /**
   * Highest lower bound first, so that a keyword with few decisions does not lead. Omits keywords without decisions.
   * Undefined until every text has been read.
   */
  readonly keywords: readonly KeepRate[] | undefined
  readonly categories: readonly KeepRate[]
}

/**
 * Counts each article once per keyword, however many jobs returned it, and only for keywords that occur in it: the
 * other keywords of the request did not contribute to finding it.
 */
export function keepRates(
  { entries, annotations }: Catalogue,
  facts: TextFacts,
  areTextsRead: boolean,
): KeepRates {
  const keywords = new Map<string, Tally>()
  const categories = new Map<string, Tally>()
  const all = emptyTally('')
  for (const entry of entries.values()) {
    const annotation = annotations.get(entry.id)
    count(all, annotation)
    for (const [key, name] of distinct(heldKeywords(entry, facts)))
      count(tallyOf(keywords, key, name), annotation)
    for (const [key, name] of distinct(entry.occurrences.map(({ job }) => categoryOf(job))))
      count(tallyOf(categories, key, name), annotation)
  }
  return {
    decided: all.decided,
    kept: all.kept,
    keywords: areTextsRead ? ranked(keywords) : undefined,
    categories: ranked(categories),
  }
}

interface Tally {
  readonly name: string
  decided: number
  kept: number
  readonly reasons: Map<string, number>
}

const emptyTally = (name: string): Tally => ({
  name,
  decided: 0,
  kept: 0,
  reasons: new Map(),
})

function count(tally: Tally, { decision, reason }: Annotation = {}): void {
  if (decision !== undefined) tally.decided += 1
  if (decision === 'keep') tally.kept += 1
  if (reason !== undefined) addOne(tally.reasons, reason)
}

/** Maps case-insensitive keys to the first spelling. */
function distinct(names: readonly string[]): Map<string, string> {
  const found = new Map<string, string>()
  for (const name of names) {
    const key = comparableName(name)
    if (key !== '' && !found.has(key)) found.set(key, name.trim())
  }
  return found
}

function tallyOf(tallies: Map<string, Tally>, key: string, name: string): Tally {
  const tally = tallies.get(key) ?? emptyTally(name)
  tallies.set(key, tally)
  return tally
}

function ranked(tallies: ReadonlyMap<string, Tally>): KeepRate[] {
  return [...tallies.values()]
    .filter(({ decided }) => decided > 0)
    .map((tally) => ({
      ...tally,
      reasons: countsOf(tally.reasons),
      ...wilsonInterval(tally.kept, tally.decided),
    }))
    .sort((a, b) => b.low - a.low || b.decided - a.decided || compareNames(a.name, b.name))
}

/** 95% Wilson score interval of the share kept. The usual normal approximation is too narrow for a handful of decisions. */
export function wilsonInterval(kept: number, decided: number): { low: number; high: number } {
  if (decided === 0) return { low: 0, high: 1 }
  const z = 1.96
  const share = kept / decided
  const spread = z * Math.sqrt((share * (1 - share)) / decided + (z * z) / (4 * decided * decided))
  const scale = 1 + (z * z) / decided
  const middle = share + (z * z) / (2 * decided)
  return { low: Math.max(0, (middle - spread) / scale), high: Math.min(1, (middle + spread) / scale) }
}
