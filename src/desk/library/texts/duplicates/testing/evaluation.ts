import type { NearDuplicates } from '../near-duplicates.ts'
import type { LabelledText } from './labelled-corpus.ts'

/** How well near-duplicates were found. Shares are from 0 to 1. */
export interface Evaluation {
  /** The number of pairs found, and the share of them that have the same story. */
  readonly foundPairs: number
  readonly precision: number
  /** The share of copies that were linked to their original, in total and by rule. */
  readonly recall: number
  readonly byRule: ReadonlyMap<string, number>
}

/** @param duplicates the near-duplicates of the texts, by index */
export function evaluate(known: readonly LabelledText[], duplicates: NearDuplicates): Evaluation {
  const originals = new Map<number, number>()
  for (const [doc, { story, rule }] of known.entries()) if (rule === 'original') originals.set(story, doc)
  const byRule = new Map<string, { copies: number; found: number }>()
  let [linked, right, copies, found] = [0, 0, 0, 0]
  for (const [doc, { story, rule }] of known.entries()) {
    const others = duplicates.linksOf(doc).map((link) => link.doc)
    linked += others.length
    right += others.filter((other) => known[other]?.story === story).length
    const original = originals.get(story)
    if (original === undefined || original === doc) continue
    const sum = byRule.get(rule) ?? { copies: 0, found: 0 }
    byRule.set(rule, sum)
    const isFound = others.includes(original) ? 1 : 0
    sum.copies += 1
    sum.found += isFound
    copies += 1
    found += isFound
  }
  return {
    foundPairs: linked / 2,
    precision: right / linked,
    recall: found / copies,
    byRule: new Map([...byRule].map(([rule, sum]) => [rule, sum.found / sum.copies])),
  }
}
