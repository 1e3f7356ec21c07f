import { exportRow } from './export-article.ts'
import type { TextFormat } from './text-format.ts'

/** A list of objects, one per line, so that line-based tools can read it too. */
export const jsonArticles: TextFormat = {
  head: '[',
  article: (article, place) => `${place === 0 ? '\n' : ',\n'}${JSON.stringify(exportRow(article))}`,
  foot: (count) => (count === 0 ? ']\n' : '\n]\n'),
}

/** JSON Lines: one object per line. */
export const jsonLinesArticles: TextFormat = {
  head: '',
  article: (article) => `${JSON.stringify(exportRow(article))}\n`,
  foot: '',
}
