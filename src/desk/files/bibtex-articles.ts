import type { ExportArticle } from './export-article.ts'
import { localDay } from './local-day.ts'
import { authorsOf, factsOf, legibleLine, noteParagraphs, titleLine } from './article-lines.ts'
import type { TextFormat } from './text-format.ts'
import { factMark } from './id-notation.ts'
import { texLine } from './tex-text.ts'

/**
 * References for BibTeX and BibLaTeX, with one field per line and without the texts, for which there is no field. Ids
 * are read back from the field `note`.
 */
export const bibtexArticles: TextFormat = {
  head: '',
  article: (article) =>
    `@misc{${keyOf(article)},\n${fieldsOf(article)
      .filter(([, value]) => value !== '')
      .map(([name, value]) => `  ${name} = {${value}},\n`)
      .join('')}}\n\n`,
  foot: '',
}

function fieldsOf(article: ExportArticle): [name: string, value: string][] {
  const published = texLine(legibleLine(article.publishedAt ?? '').slice(0, 10))
  const words = [...article.keywords, ...(article.labels ?? [])].map(legibleLine)
  return [
    // The inner braces preserve capitals.
    ['title', `{${texLine(titleLine(article.title))}}`],
    ['author', authorsOf(article).map(nameOf).join(' and ')],
    ['howpublished', texLine(legibleLine(article.source ?? ''))],
    ['year', published.slice(0, 4)],
    ['date', published],
    // A verbatim field, so nothing is escaped; braces and backslashes would end it or break it.
    ['url', legibleLine(article.url ?? '').replaceAll(/[{}\\]/g, encodeURIComponent)],
    ['urldate', localDay(article.collectedAt)],
    ['note', texLine(factsOf(article).join(factMark))],
    ['keywords', texLine(words.map((word) => word.replaceAll(',', ' ')).join(', '))],
    ['annote', texLine(noteParagraphs(article).flat().join(' '))],
  ]
}

/**
 * Braces hold a name together: without them, "and" would part two names, "others" would be read as "et al.", and more
 * than two commas are an error.
 */
const nameOf = (name: string): string =>
  / and |^others$|(?:,.*){3}/i.test(name) ? `{${texLine(name)}}` : texLine(name)

/**
 * Distinct, even across files. In string ids, characters that a BibTeX key can't contain are replaced by their code
 * points.
 */
const keyOf = ({ id }: ExportArticle): string =>
  typeof id === 'number'
    ? `article${id}`
    : `article:${id.replaceAll(/[^A-Za-z0-9-]/gu, (mark) => `.${mark.codePointAt(0)?.toString(16)}.`)}`
