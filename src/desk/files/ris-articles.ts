import type { ExportArticle } from './export-article.ts'
import { localDay } from './local-day.ts'
import { authorsOf, factsOf, legibleLine, noteParagraphs, titleLine } from './article-lines.ts'
import type { TextFormat } from './text-format.ts'
import { factMark } from './id-notation.ts'

/**
 * References in RIS, for reference managers: two letters, two spaces, a dash, and a value on one line. Without the
 * texts, for which there is no field. Ids are read back from the first note.
 */
export const risArticles: TextFormat = {
  head: '',
  article: (article) =>
    `${fieldsOf(article)
      .filter(([, value]) => value !== '')
      .map(([tag, value]) => `${tag}  - ${value}\r\n`)
      .join('')}ER  - \r\n\r\n`,
  foot: '',
}

function fieldsOf(article: ExportArticle): [tag: string, value: string][] {
  const published = slashed(legibleLine(article.publishedAt ?? ''))
  const words = [...article.keywords, ...(article.labels ?? [])].map(legibleLine)
  return [
    ['TY', 'GEN'],
    ['TI', titleLine(article.title)],
    ...authorsOf(article).map((name): [string, string] => ['AU', name]),
    ['T2', legibleLine(article.source ?? '')],
    ['PY', published.slice(0, 4)],
    ['DA', published],
    ['Y2', slashed(localDay(article.collectedAt))],
    ['UR', legibleLine(article.url ?? '')],
    ['ID', legibleLine(String(article.id))],
    ...words.map((word): [string, string] => ['KW', word]),
    ['N1', factsOf(article).join(factMark)],
    ...noteParagraphs(article).map((lines): [string, string] => ['N1', lines.join(' ')]),
    ['DB', 'Article Desk'],
  ]
}

const slashed = (time: string): string => time.slice(0, 10).replaceAll('-', '/')
