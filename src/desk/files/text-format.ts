import type { ExportArticle } from './export-article.ts'

/** How to write articles to a text file. Files with a single article use the same format. */
export interface TextFormat {
  readonly head: string
  /** @param place of the article in its file, from 0 */
  readonly article: (article: ExportArticle, place: number) => string
  readonly foot: string | ((count: number) => string)
}
