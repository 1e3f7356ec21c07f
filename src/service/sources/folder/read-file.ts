import { createReadStream } from 'node:fs'
import { readFile, stat } from 'node:fs/promises'
import { extname } from 'node:path'
import { utf16Of } from '../../../text/utf-16.ts'
import { decodeHtml, decodePlain } from '../../extraction/decode.ts'
import type { Finding, FoundArticle } from './found-article.ts'
import { UnusableFileError } from './found-article.ts'
import { readFrontMatter } from './front-matter.ts'
import { normalizeText } from '../plain-text.ts'
import { readHtml } from './read-html.ts'
import { readJsonArticles, readJsonLine } from './read-json-articles.ts'

const mebibyte = 2 ** 20

/** Files are read whole, so their size is limited; only JSON Lines, read line by line, may be of any size. */
const maxBytes = 10 * mebibyte

/** Lower for HTML: malformed pages can be crafted to take quadratic time to repair. */
const maxHtmlBytes = 2 * mebibyte

const readers: Record<string, (bytes: Buffer) => Finding[]> = {
  '.md': (bytes) => [readMarkdown(decodeText(bytes))],
  '.markdown': (bytes) => [readMarkdown(decodeText(bytes))],
  '.txt': (bytes) => [readTextFile(decodeText(bytes))],
  '.html': (bytes) => [readHtml(decodeHtml(bytes))],
  '.htm': (bytes) => [readHtml(decodeHtml(bytes))],
  '.json': (bytes) => readJsonArticles(decodeText(bytes)),
}

/**
 * Reads the articles of a file, one after another.
 *
 * @throws UnusableFileError, or the file system's error
 */
export async function* readArticleFile(path: string): AsyncGenerator<Finding> {
  const extension = extname(path).toLowerCase()
  if (extension === '.jsonl' || extension === '.ndjson') {
    yield* readJsonLines(path)
    return
  }
  const read = readers[extension]
  if (!read) throw new UnusableFileError('is not .md, .txt, .html, .json or .jsonl')
  const { size } = await stat(path)
  const most = extension.startsWith('.htm') ? maxHtmlBytes : maxBytes
  if (size > most) throw new UnusableFileError(`is larger than ${most / mebibyte} MiB`)
  yield* read(await readFile(path).catch(failedRead))
}

/** Converted here: unlike an error of opening a file, one of reading it has no path, which `isFileError` asks for. */
function failedRead(error: unknown): never {
  if (!(error instanceof Error && 'syscall' in error && 'code' in error)) throw error
  throw new UnusableFileError(`can't be read (${String(error.code)})`)
}

/**
 * Reads one article. The title comes from the front matter, else from a heading at the beginning, else it is empty.
 * Markup such as `*` and `[]()` is kept as typed.
 *
 * @throws UnusableFileError
 */
function readMarkdown(text: string): FoundArticle {
  const { title, category, published, body } = readFrontMatter(text.replace(/\r\n?/g, '\n'))
  const plain = normalizeText(body)
  const heading = title ? undefined : headingAtStart.exec(plain)
  if (!heading) return { index: 0, title: title ?? '', text: plain, category, published }
  const [whole, marked = '', underlined = ''] = heading
  return {
    index: 0,
    title: marked.replace(/ #+ *$/, '') || underlined,
    text: plain.slice(whole.length),
    category,
    published,
  }
}

/** Marked with "#" or underlined with "=". A longer line would be cut as a title, and stays in the text. */
const headingAtStart = /^(?:# (.{1,500})|(.{1,500})\n=+[ \t]*)(?:\n|$)/

/** Reads one article. A short first line followed by a blank line is the title. */
function readTextFile(text: string): FoundArticle {
  const plain = normalizeText(text)
  const title = /^(.{1,200})\n\n/.exec(plain)
  return title
    ? { index: 0, title: title[1] ?? '', text: plain.slice(title[0].length) }
    : { index: 0, title: '', text: plain }
}

async function* readJsonLines(path: string): AsyncGenerator<Finding> {
  let number = 0
  let index = 0
  for await (const bytes of readLines(path)) {
    number += 1
    const line = bytes && decodePlain(bytes)
    if (line?.trim() === '') continue
    if (bytes === undefined) yield { fault: `line ${number} is larger than ${maxBytes / mebibyte} MiB` }
    else if (line === undefined) yield { fault: `line ${number} is not UTF-8 text` }
    else yield readJsonLine(line, number, index)
    // Unreadable lines count too: once such a line is fixed, the others keep their index and identity.
    index += 1
  }
}

/** Reads line by line, holding at most one; yields undefined for a line that is too long. */
async function* readLines(path: string): AsyncGenerator<Buffer | undefined> {
  let parts: Buffer[] = []
  let length = 0
  const takeLine = (): Buffer | undefined => {
    const line = length > maxBytes ? undefined : Buffer.concat(parts)
    parts = []
    length = 0
    return line
  }
  const add = (part: Buffer): void => {
    length += part.length
    if (length > maxBytes) parts = []
    else parts.push(part)
  }
  for await (const chunk of readChunks(path)) {
    let start = 0
    for (let end = chunk.indexOf(10); end !== -1; end = chunk.indexOf(10, start)) {
      add(chunk.subarray(start, end))
      yield takeLine()
      start = end + 1
    }
    add(chunk.subarray(start))
  }
  if (length > 0) yield takeLine()
}

/** Reads a file in UTF-8, or one in UTF-16, as PowerShell writes them, converted to it. */
async function* readChunks(path: string): AsyncGenerator<Buffer> {
  let decoder: TextDecoder | undefined
  let isFirst = true
  try {
    for await (const chunk of createReadStream(path, { highWaterMark: mebibyte }) as AsyncIterable<Buffer>) {
      const encoding = isFirst ? utf16Of(chunk) : undefined
      if (encoding) decoder = new TextDecoder(encoding)
      isFirst = false
      yield decoder ? Buffer.from(decoder.decode(chunk, { stream: true })) : chunk
    }
  } catch (error) {
    failedRead(error)
  }
}

function decodeText(bytes: Uint8Array): string {
  const text = decodePlain(bytes)
  if (text === undefined) throw new UnusableFileError('is not UTF-8 text; save it as UTF-8')
  return text
}
