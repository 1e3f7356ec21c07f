/** What a file holds, before anyone has decided whether it can be kept. */
export interface FoundArticle {
  /** Where in the file: the same article stands at the same place the next time. */
  readonly index: number
  readonly title: string
  readonly text: string
  readonly category?: string | undefined
  readonly published?: Date | undefined
}

/** Something in a file that can't be taken, in words for whoever owns the file. */
export interface Fault {
  readonly fault: string
}

export type Finding = FoundArticle | Fault

/** A file that can't be taken at all. */
export class UnusableFileError extends Error {
  override readonly name = 'UnusableFileError'
}
