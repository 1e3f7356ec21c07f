import type { Provenance } from '../../contract/article.ts'
import type { ExportArticle } from './export-article.ts'
import { localDay } from './local-day.ts'
import { factMark, idFact } from './id-notation.ts'

/** Splits a text into paragraphs of lines for reading. Loses only blank lines and trailing spaces. */
export function paragraphsOf(text: string): string[][] {
  const paragraphs: string[][] = []
  let lines: string[] = []
  for (const line of legible(text).split('\n')) {
    if (line.trim() !== '') lines.push(line.trimEnd())
    else if (lines.length > 0) {
      paragraphs.push(lines)
      lines = []
    }
  }
  if (lines.length > 0) paragraphs.push(lines)
  return paragraphs
}

/** The title on one line; never empty, so that every article has a heading. */
export function titleLine(title: string): string {
  return legibleLine(title) || 'Untitled'
}

/**
 * The facts about an article, each in a few words: "Article 17", "Job 42", "Energy", "Kept", "1,204 words". The first
 * is used to read the id back from the file.
 */
export function factsOf(article: ExportArticle): string[] {
  const collected = localDay(article.collectedAt)
  const facts = [
    article.jobId === undefined ? '' : `Job ${article.jobId}`,
    article.category,
    article.decision ? decisionWords[article.decision] + (article.reason ? `: ${article.reason}` : '') : '',
    `${figures.format(article.wordCount)} ${article.wordCount === 1 ? 'word' : 'words'}`,
    collected && `Collected ${collected}`,
  ]
  return [idFact(article), ...facts.map(legibleLine).filter(Boolean)]
}

/** The facts, then each of {@link namedLines}. */
export const factLines = (article: ExportArticle): string[] => [
  factsOf(article).join(factMark),
  ...namedLines(article),
]

/** "Author: Ann Reed", "Keywords: wind, sea" and so on, for the fields that are set. */
export const namedLines = (article: ExportArticle): string[] =>
  [
    ...provenanceLines(article),
    namedLine('Keywords', article.keywords),
    namedLine('Labels', article.labels ?? []),
  ].filter(Boolean)

export const provenanceLines = ({ author, source, publishedAt, url }: Provenance): string[] =>
  [
    namedLine('Author', [author ?? '']),
    namedLine('Source', [source ?? '']),
    namedLine('Published', [publishedAt ?? '']),
    namedLine('Address', [url ?? '']),
  ].filter(Boolean)

function namedLine(name: string, words: readonly string[]): string {
  const listed = words.map(legibleLine).filter(Boolean).join(', ')
  return listed === '' ? '' : `${name}: ${listed}`
}

/**
 * The authors, one by one. Only "Ann Reed, Bob Lee" are two: "Reed, Ann" and "Food and Agriculture Organization" are one,
 * since not every part of them has a space.
 */
export function authorsOf({ author }: Provenance): string[] {
  return legibleLine(author ?? '')
    .split(';')
    .map((names) => names.replace(/^[\s,]+|[\s,]+$/g, ''))
    .flatMap((names) => {
      const persons = [/,(?: and | & )?| and | & /i, / and | & /i]
        .map((separator) => names.split(separator).map((name) => name.trim()))
        .find((parts) => parts.every((part) => part.includes(' ')))
      return persons ?? [names]
    })
    .filter(Boolean)
}

/** The note in paragraphs. The first starts with "Note:". */
export function noteParagraphs({ note }: ExportArticle): string[][] {
  const [first, ...rest] = paragraphsOf(note ?? '')
  return first ? [[`Note: ${first[0]?.trimStart()}`, ...first.slice(1)], ...rest] : []
}

const decisionWords = { keep: 'Kept', maybe: 'Maybe', reject: 'Rejected' } as const

const figures = new Intl.NumberFormat('en')

/** Removes bidi controls too, so that a text can't reverse what follows it on the same line. */
export function legibleLine(text: string): string {
  return legible(text)
    .replaceAll(/[\u202A-\u202E\u2066-\u2069]/g, '')
    .replaceAll(/\s+/g, ' ')
    .trim()
}

/**
 * Removes control characters, which XML forbids too, and the two bidi overrides, which reverse letters of any script
 * and are not needed for right-to-left text. Replaces lone surrogates.
 */
function legible(text: string): string {
  return text
    .replaceAll(/\r\n?|[\v\f\u0085\u2028\u2029]/g, '\n')
    .replaceAll(/[^\P{Cc}\t\n]|[\u202D\u202E\uFFFE\uFFFF]/gu, '')
    .replaceAll(/\p{Cs}/gu, '\uFFFD')
}
