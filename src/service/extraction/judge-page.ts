/** What is known of a page when it is judged. */
export interface PageFacts {
  readonly document: Document
  readonly url?: string | undefined
  readonly title: string
  readonly text: string
}

/** Whether a page is an article at all. */
export function judgePage({ text }: PageFacts): { article: true } | { article: false; reason: string } {
  return text === '' ? { article: false, reason: 'has no text' } : { article: true }
}
