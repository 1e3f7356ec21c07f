/** How many of the articles that a keyword or category brought were kept, of those decided on. */
export interface KeepRate {
  /** As it was written most recently. */
  readonly name: string
  readonly articles: number
  readonly decided: number
  readonly kept: number
  /** Where the true share lies, nineteen times in twenty; both from 0 to 1. */
  readonly low: number
  readonly high: number
}

export interface KeepRates {
  readonly decided: number
  readonly kept: number
  /** The surest to be kept first: few decisions do not make a word a good one. Without those nothing was decided on. */
  readonly keywords: readonly KeepRate[]
  readonly categories: readonly KeepRate[]
}
