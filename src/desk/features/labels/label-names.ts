import { sameName } from '../../library/compare-names.ts'

/**
 * The labels in a text, separated by commas of any script. A label that is already in use keeps its spelling.
 *
 * @param known labels in use
 */
export function labelNames(typed: string, known: readonly string[]): string[] {
  const names = typed
    .normalize('NFC')
    .split(/[,，、،]/)
    .map((name) => name.replaceAll(unwanted, ' ').replaceAll(joinersAtEnds, ''))
    .filter(Boolean)
  const spellings = [...known, ...names]
  return [...new Set(names.map((name) => spellings.find((label) => sameName(label, name)) ?? name))]
}

/** Invisible characters, except those that Persian and Indic words and emoji are joined and made of. */
const unwanted = /(?:[\p{Cc}\s]|(?![\u{E0020}-\u{E007F}\u200C\u200D])\p{Cf})+/gu

const joinersAtEnds = /^[\u200C\u200D\s]+|[\u200C\u200D\s]+$/g
