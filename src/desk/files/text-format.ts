import type { ExportArticle } from './export-article.ts'

/** How articles are written one after another into a file of text. A file of one article is written the same way. */
export interface TextFormat {
  readonly head: string
  /** @param place of the article in its file, from 0 */
  readonly article: (article: ExportArticle, place: number) => string
  readonly foot: string | ((count: number) => string)
}
