import type { IdCollector } from './id-collector.ts'
import { plainMarkdown } from './markdown-text.ts'
import { plainMarkup } from './markup-text.ts'
import type { Span } from './read-id-object.ts'
import { idInFacts } from './id-notation.ts'
import { plainTex } from './tex-text.ts'

/** The line below a title that identifies the article: its position and its unescaped text. */
interface FactLine extends Span {
  /** Undefined if an article starts without one. */
  readonly facts?: string
}

/** Lazily finds that line of each article in a text of one format. */
export type FactFinder = (text: string) => Iterable<FactLine>

/**
 * Returns how to find the ids in our articles as Markdown, text, HTML, the body of a Word document, or references.
 * Undefined if the text does not start like any of these.
 *
 * No finder relies on the words alone, which an article may contain too, but on markup around them that can't occur in
 * an article, because it is escaped there. Plain text has no escapes, but never two blank lines in a row.
 */
export function findFactLines(text: string): FactFinder | undefined {
  return finders.find((find) => {
    const [first] = find(text)
    return first?.facts !== undefined && idInFacts(first.facts) !== undefined && wordCount.test(first.facts)
  })
}

export function readFactLines(text: string, find: FactFinder, sink: IdCollector): void {
  for (const { start, end, facts } of find(text)) {
    const id = idInFacts(facts ?? '')
    if (id === undefined) sink.refuse(start, end, 'without-id')
    else sink.written(id, start)
  }
}

/** Part of every line of facts. */
const wordCount = / · \S+ words?(?: · |\s*$)/

/** "# Title", a blank line, the facts. Lines of an article's text that start like this are escaped with a backslash. */
function* inMarkdown(text: string): Generator<FactLine> {
  if (!/^\uFEFF?# /.test(text)) return
  for (const { index } of text.matchAll(/(?:^|\n)\uFEFF?# /g)) {
    const title = lineAt(text, text.indexOf('#', index))
    const blank = lineAt(text, title.next)
    yield isBlank(blank) ? asFacts(text, lineAt(text, blank.next), plainMarkdown) : title
  }
}

/** The title, a line of equals signs, a blank line, the facts. Articles are separated by a line between blank lines. */
function* inText(text: string): Generator<FactLine> {
  for (const { index, 0: found } of text.matchAll(/^\uFEFF?|(?:\r?\n){3}_{72}(?:\r?\n){3}/g)) {
    const title = lineAt(text, index + found.length)
    const rule = lineAt(text, title.next)
    const blank = lineAt(text, rule.next)
    const whole =
      isBlank(blank) && /^={1,72}$/.test(text.slice(rule.start, Math.min(rule.end, rule.start + 73)))
    yield whole ? asFacts(text, lineAt(text, blank.next)) : title
  }
}

function* inPage(text: string): Generator<FactLine> {
  if (!/^\uFEFF?\s{0,99}<!doctype html/i.test(text)) return
  for (const { start, end, part } of partsOf(text, '<p class="facts">').slice(1)) {
    const line = part.slice(0, Math.max(0, part.search(/<br|<\/p>/)))
    yield { start, end, facts: plainMarkup(line.replaceAll(/<\/?bdi>/g, '')) }
  }
}

/** Paragraphs of our own style. When saving, Word and LibreOffice keep its name, but may split the text differently. */
function* inWord(text: string): Generator<FactLine> {
  if (!/^\uFEFF?<\?xml [^>]{0,99}>\s{0,9}<w:document /.test(text)) return
  for (const { start, end, part } of partsOf(text, '</w:p>'))
    if (part.includes('<w:pStyle w:val="Facts"/>')) yield { start, end, facts: firstLineOfWord(part) }
}

function firstLineOfWord(paragraph: string): string {
  let line = ''
  for (const tag of paragraph.split('<')) {
    if (/^w:br\b/.test(tag)) break
    if (/^w:t[ >]/.test(tag)) line += tag.slice(tag.indexOf('>') + 1)
  }
  return plainMarkup(line)
}

/** References start with their type and have one field per line, so values can't start another field. */
function* inRis(text: string): Generator<FactLine> {
  if (!/^\uFEFF?TY {2}- /.test(text)) return
  yield* factsAfter(text, /^\uFEFF?TY {2}- /gm, /^N1 {2}- (Article .*?)\r?$/m, (written) => written)
}

/** Programs such as JabRef and BibTool align fields and wrap lines when they save; braces in a value stay in pairs. */
function* inBibtex(text: string): Generator<FactLine> {
  if (!/^\s*(?:%[^\n]*\n\s*)?@misc\{/i.test(text)) return
  const facts = /^[ \t]*note[ \t]*=[ \t]*\{(Article (?:[^{}]|\{\})*)\}/im
  const plain = (written: string) => plainTex(written.replaceAll(/\r?\n\s*/g, ' '))
  yield* factsAfter(text, /^\uFEFF?@misc\{/gim, facts, plain)
}

function* factsAfter(
  text: string,
  begins: RegExp,
  facts: RegExp,
  plain: (written: string) => string,
): Generator<FactLine> {
  const starts = Array.from(text.matchAll(begins), ({ index }) => index)
  for (const [place, start] of starts.entries()) {
    const record = text.slice(start, starts[place + 1])
    const found = facts.exec(record)
    if (!found) yield { start, end: lineAt(text, start).end }
    else {
      const at = start + found.index
      yield { start: at, end: lineAt(text, at).end, facts: plain(found[1] ?? '') }
    }
  }
}

/** Plain text comes first, because its title is unescaped and may look like any other format. */
const finders: readonly FactFinder[] = [inText, inMarkdown, inPage, inWord, inRis, inBibtex]

function asFacts(text: string, { start, end }: Span, plain = (written: string) => written): FactLine {
  return { start, end, facts: plain(text.slice(start, end)) }
}

function lineAt(text: string, start: number): Span & { next: number } {
  const feed = text.indexOf('\n', start)
  if (feed === -1) return { start, end: text.length, next: text.length }
  return { start, end: text.charAt(feed - 1) === '\r' ? feed - 1 : feed, next: feed + 1 }
}

const isBlank = ({ start, end }: Span): boolean => end <= start

/** Splits a text at a mark, with the position of each part. Linear, unlike a search from each mark. */
function partsOf(text: string, mark: string): (Span & { part: string })[] {
  let start = -mark.length
  return text.split(mark).map((part) => {
    start += mark.length
    const span = { start, end: start + part.length, part }
    start = span.end
    return span
  })
}
