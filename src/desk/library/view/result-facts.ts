import { commonLanguage, type Language } from '../../../text/language.ts'
import type { JobKey } from '../records.ts'
import { cardsPerPage } from '../records.ts'
import type { AnalysisPage, StoredFacts } from '../store/rows.ts'
import type { StoredResult } from './stored-result.ts'
import { qualityBits } from './quality-bits.ts'
import { usualQualities } from './usual-findings.ts'

/** The results of analysing texts so far, by an article's position in a result. */
export interface TextFacts {
  /** Incremented whenever more is known. */
  readonly version: number
  /** Undefined until texts of the result have been read. */
  of(resultKey: JobKey): ResultFacts | undefined
}

/** The analyses of a result's articles, packed in about ten bytes each. */
export interface ResultFacts {
  /** Revision of the texts, see `ResultColumns`. */
  readonly revision: string
  /** Whether all texts have been read. */
  readonly isWhole: boolean
  add(page: Pick<AnalysisPage, 'page' | 'analyses'>): void
  /** In ascending order. */
  missingPages(): readonly number[]
  /** Undefined until the text has been read. */
  hashAt(position: number): number | undefined
  /**
   * As bits, see `qualityNames`; 0 until the text has been read. A foreign language is only known when all texts have
   * been read.
   */
  qualityAt(position: number): number
  /** What is unusual in its result; see {@link usualQualities}. None until all texts have been read. */
  unusualAt(position: number): number
  /** Its request's keywords that occur in it, as a shared array per set; empty until the text has been read. */
  keywordsAt(position: number): readonly string[]
  dump(): Pick<StoredFacts, 'hashes' | 'qualities' | 'keywordSets' | 'keywordSetOf'>
}

/** @param stored the facts from an earlier visit, if complete */
export function resultFacts({ count, revision }: StoredResult, stored?: StoredFacts): ResultFacts {
  const hashes = stored?.hashes ?? new Float64Array(count)
  const qualities = stored?.qualities ?? new Uint8Array(count)
  const keywords = keywordSets(count, stored)
  const languages: (Language | undefined)[] = []
  const pageCount = stored ? 0 : Math.ceil(count / cardsPerPage)
  const missing = new Set(Array.from({ length: pageCount }, (_, page) => page))
  let usual: number | undefined

  function findForeign(): void {
    const common = commonLanguage(languages)
    if (common === undefined) return
    for (const [position, language] of languages.entries())
      if (language !== undefined && language !== common) qualities[position]! |= foreign
  }

  return {
    revision,
    get isWhole() {
      return missing.size === 0
    },
    add({ page, analyses }) {
      if (!missing.delete(page)) return
      for (const [index, { textHash, quality, language, keywords: found }] of analyses.entries()) {
        const position = page * cardsPerPage + index
        hashes[position] = textHash
        qualities[position] = qualityBits(quality)
        languages[position] = language
        keywords.set(position, found)
      }
      if (missing.size === 0) findForeign()
    },
    missingPages: () => [...missing].sort((a, b) => a - b),
    hashAt: (position) => (missing.has(Math.floor(position / cardsPerPage)) ? undefined : hashes[position]),
    qualityAt: (position) => qualities[position] ?? 0,
    unusualAt: (position) => {
      if (missing.size > 0) return 0
      usual ??= usualQualities(qualities)
      return (qualities[position] ?? 0) & ~usual
    },
    keywordsAt: keywords.at,
    dump: () => ({ hashes, qualities, ...keywords.dump() }),
  }
}

/** Stores each distinct set once: most articles of a job contain the same few keywords. */
function keywordSets(count: number, stored?: Pick<StoredFacts, 'keywordSets' | 'keywordSetOf'>) {
  const sets: (readonly string[])[] = [...(stored?.keywordSets ?? [[]])]
  const setOf = stored?.keywordSetOf ?? new Uint32Array(count)
  const known = new Map(sets.map((set, index) => [set.join('\0'), index]))
  return {
    at: (position: number) => sets[setOf[position] ?? 0] ?? [],
    set(position: number, keywords: readonly string[]): void {
      const name = keywords.join('\0')
      let index = known.get(name)
      if (index === undefined) {
        index = sets.push(keywords) - 1
        known.set(name, index)
      }
      setOf[position] = index
    },
    dump: () => ({ keywordSets: sets, keywordSetOf: setOf }),
  }
}

const foreign = qualityBits(['language'])
