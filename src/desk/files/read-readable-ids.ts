import type { IdSink } from './id-sink.ts'
import { plainTex } from './bibtex-articles.ts'
import { plainMarkdown } from './markdown-text.ts'
import { plainMarkup } from './markup-text.ts'
import type { Span } from './read-id-object.ts'
import { idInFacts } from './written-id.ts'

/** The line under a title that says of which article it is, as it stands there and as it reads. */
interface FactLine extends Span {
  /** Undefined where an article begins without one. */
  readonly facts?: string
}

/** Finds that line of each article in a text of one format, as the text is gone through. */
export type FactFinder = (text: string) => Iterable<FactLine>

/**
 * How to find the ids in what is made to be read: our articles as Markdown, text, HTML, the body of a Word document, or
 * references.
 * Undefined where the text is none of these, by how it begins.
 *
 * None of them goes by the words alone, which an article may hold as well, but by what stands around them and cannot
 * come of a text: there it is escaped, or in text, where nothing is, two blank lines never follow one another.
 */
export function findFactLines(text: string): FactFinder | undefined {
  return finders.find((find) => {
    const [first] = find(text)
    return first?.facts !== undefined && idInFacts(first.facts) !== undefined && wordCount.test(first.facts)
  })
}

export function readFactLines(text: string, find: FactFinder, sink: IdSink): void {
  for (const { start, end, facts } of find(text)) {
    const id = idInFacts(facts ?? '')
    if (id === undefined) sink.refuse(start, end, 'without-id')
    else sink.written(id, start)
  }
}

/** Which no line of facts is without. */
const wordCount = / · \S+ words?(?: · |\s*$)/

/** "# Title", a blank line, the facts. In a text of an article a line that begins so has a backslash before it. */
function* inMarkdown(text: string): Generator<FactLine> {
  if (!/^\uFEFF?# /.test(text)) return
  for (const { index } of text.matchAll(/(?:^|\n)\uFEFF?# /g)) {
    const title = lineAt(text, text.indexOf('#', index))
    const blank = lineAt(text, title.next)
    yield isBlank(blank) ? asFacts(text, lineAt(text, blank.next), plainMarkdown) : title
  }
}

/** The title, a line of equals signs, a blank line, the facts; between two articles a line among blank lines. */
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

/** Paragraphs of our own style. Word and LibreOffice keep its name when they save, but not how the words are parted. */
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

/** References begin with their type, and have a line a field: no value can begin another. */
function* inRis(text: string): Generator<FactLine> {
  if (!/^\uFEFF?TY {2}- /.test(text)) return
  yield* factsAfter(text, /^\uFEFF?TY {2}- /gm, /^N1 {2}- (Article .*?)\r?$/m, (written) => written)
}

function* inBibtex(text: string): Generator<FactLine> {
  if (!/^\uFEFF?@misc\{/.test(text)) return
  yield* factsAfter(text, /^\uFEFF?@misc\{/gm, /^ {2}note = \{(Article .*)\},\r?$/m, plainTex)
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

/** Text first: its title is as it was typed, and so may begin like any of the others. */
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

/** The text between marks, with where it stands. Goes through it once, where a search from each mark may not. */
function partsOf(text: string, mark: string): (Span & { part: string })[] {
  let start = -mark.length
  return text.split(mark).map((part) => {
    start += mark.length
    const span = { start, end: start + part.length, part }
    start = span.end
    return span
  })
}
