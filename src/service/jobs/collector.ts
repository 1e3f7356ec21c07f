/** Brings in articles from outside for a job that stored articles can't satisfy. */
export interface Collector {
  /**
   * Refreshes the due sources of the category and the search feeds for the keywords until the signal ends it, and
   * resolves when done. Never throws for a source's error: the source is counted as failed, here and in its own record.
   *
   * @param wanted.category empty for any
   */
  collect(
    wanted: { readonly keywords: readonly string[]; readonly category: string },
    signal: AbortSignal,
  ): Promise<Collected>
}

export interface Collected {
  readonly tried: number
  readonly failed: number
}
