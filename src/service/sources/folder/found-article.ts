import { readDate } from '../../extraction/read-date.ts'

/** An article in a file, before it is checked. */
export interface FoundArticle {
  /** Position in the file; identifies the article when the file is imported again. */
  readonly index: number
  readonly title: string
  readonly text: string
  readonly category?: string | undefined
  readonly published?: Date | undefined
}

/** A rejected part of a file, in words for its owner. */
export interface Fault {
  readonly fault: string
}

export type Finding = FoundArticle | Fault

/** A file that can't be imported at all. */
export class UnusableFileError extends Error {
  override readonly name = 'UnusableFileError'
}

/**
 * Reads the date of an article in a file.
 *
 * @returns undefined if it is none; one of a year that can't be stored is returned, and reported later
 */
export function readFileDate(written: string): Date | undefined {
  const date = readDate(written, 1) ?? new Date(farYear.test(written) ? written : '')
  return Number.isNaN(date.getTime()) ? undefined : date
}

const farYear = /^(?:0000|[+-]\d{6})-/
