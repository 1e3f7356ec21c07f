import type { ExportArticle } from './export-article.ts'
import { isoTime } from './export-article.ts'
import { factsOf, legibleLine, noteParagraphs, titleLine } from './readable-lines.ts'
import type { TextFormat } from './text-format.ts'
import { factMark } from './written-id.ts'

/**
 * References as reference managers read them (RIS): two letters, two spaces, a dash, a value on one line. Without the
 * texts, which they have no place for. The first note is what the file is read back by.
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
  const day = isoTime(article.collectedAt)?.slice(0, 10).replaceAll('-', '/') ?? ''
  const words = [...article.keywords, ...(article.labels ?? [])].map(legibleLine)
  return [
    ['TY', 'GEN'],
    ['TI', titleLine(article.title)],
    ['PY', day.slice(0, 4)],
    ['DA', day],
    ['Y2', day],
    ['ID', legibleLine(String(article.id))],
    ...words.map((word): [string, string] => ['KW', word]),
    ['N1', factsOf(article).join(factMark)],
    ...noteParagraphs(article).map((lines): [string, string] => ['N1', lines.join(' ')]),
    ['DB', 'Article Desk'],
  ]
}
