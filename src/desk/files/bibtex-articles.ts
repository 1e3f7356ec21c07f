import type { ExportArticle } from './export-article.ts'
import { isoTime } from './export-article.ts'
import { factsOf, legibleLine, noteParagraphs, titleLine } from './readable-lines.ts'
import type { TextFormat } from './text-format.ts'
import { factMark } from './written-id.ts'

/**
 * References as BibTeX and BibLaTeX read them, a field a line. Without the texts, which they have no place for. The field
 * `note` is what the file is read back by.
 */
export const bibtexArticles: TextFormat = {
  head: '',
  article: (article, place) =>
    `@misc{${keyOf(article, place)},\n${fieldsOf(article)
      .filter(([, value]) => value !== '')
      .map(([name, value]) => `  ${name} = {${value}},\n`)
      .join('')}}\n\n`,
  foot: '',
}

function fieldsOf(article: ExportArticle): [name: string, value: string][] {
  const day = isoTime(article.collectedAt)?.slice(0, 10) ?? ''
  const words = [...article.keywords, ...(article.labels ?? [])].map(legibleLine)
  return [
    // In braces of its own it keeps its capitals.
    ['title', `{${texLine(titleLine(article.title))}}`],
    ['year', day.slice(0, 4)],
    ['date', day],
    ['urldate', day],
    ['note', texLine(factsOf(article).join(factMark))],
    ['keywords', texLine(words.map((word) => word.replaceAll(',', ' ')).join(', '))],
    ['annote', texLine(noteParagraphs(article).flat().join(' '))],
  ]
}

/** Told apart by the place in the file, where an id is a text of which no key can be made. */
const keyOf = ({ id }: ExportArticle, place: number): string =>
  typeof id === 'number' ? `article${id}` : `article-${place + 1}`

/** A line in which nothing is a command, and every brace has its other half. */
const texLine = (line: string): string => line.replaceAll(/[\\{}$&#%_~^]/g, (mark) => written[mark] ?? mark)

const written: Readonly<Record<string, string>> = {
  '\\': String.raw`\textbackslash{}`,
  '{': String.raw`\textbraceleft{}`,
  '}': String.raw`\textbraceright{}`,
  '~': String.raw`\textasciitilde{}`,
  '^': String.raw`\textasciicircum{}`,
  $: String.raw`\$`,
  '&': String.raw`\&`,
  '#': String.raw`\#`,
  '%': String.raw`\%`,
  _: String.raw`\_`,
}

/** What such a line was before. */
export const plainTex = (line: string): string =>
  line.replaceAll(/\\(?:text\w+\{\}|[$&#%_])/g, (command) => read.get(command) ?? command)

const read = new Map(Object.entries(written).map(([mark, command]) => [command, mark]))
