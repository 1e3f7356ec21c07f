import type { SearchTerm } from '../search.ts'
import { atomsOf } from './atoms.ts'

/** What one atom of a text must be, for a term of a query to stand there. */
export interface AtomPattern {
  readonly text: string
  /** False where the atom may go on: the last word is still being typed. */
  readonly whole: boolean
  /** Whether nothing may stand between it and the atom before. */
  readonly directly: boolean
}

/** The atoms that must stand in a row for a term to be found: one, for most of what is typed. All but the last are whole. */
export function patternOf({ words, whole }: SearchTerm): AtomPattern[] {
  const pattern = words.flatMap((word) =>
    atomsOf(word).map((text, index): AtomPattern => ({ text, whole: true, directly: index > 0 })),
  )
  const last = pattern.pop()
  return last ? [...pattern, { ...last, whole }] : []
}
