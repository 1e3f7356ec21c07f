import type { ArticleFileChoice, ArticleFormat } from './article-file-type.ts'
import { bibtexArticles } from './bibtex-articles.ts'
import { csvArticles } from './csv-articles.ts'
import type { ExportArticle } from './export-article.ts'
import { safeStem } from './file-name.ts'
import { htmlArticles } from './html-articles.ts'
import { jsonArticles, jsonLinesArticles } from './json-articles.ts'
import { markdownArticles } from './markdown-articles.ts'
import { titleLine } from './readable-lines.ts'
import { risArticles } from './ris-articles.ts'
import { textArticles } from './text-articles.ts'
import type { TextFormat } from './text-format.ts'
import { docxArticles } from './docx-articles.ts'
import { docxBodyName, docxParts } from './docx-package.ts'
import { concat, createZip, type Bytes } from './zip.ts'

export interface ArticleFileWork {
  readonly signal?: AbortSignal | undefined
  /** How many articles are written: several times a second, and once at the end. */
  readonly onProgress?: ((done: number) => void) | undefined
  /** The time written into archives and documents. */
  readonly at: Date
}

/**
 * Articles as a file, in pieces of bytes to be put one after another. Asks for an article when it has written the one
 * before, so that no more than a few are held; lets other work in every {@link sliceMs}. Made for a worker, but does no
 * harm on the page.
 *
 * @throws what the articles throw, what the signal was aborted with, and a `RangeError` past 4 GB of archive
 */
export async function* articleFile(
  articles: AsyncIterable<ExportArticle>,
  choice: ArticleFileChoice,
  { signal, onProgress, at }: ArticleFileWork,
): AsyncGenerator<Bytes, void, undefined> {
  const maker = choice.packing === 'zip' ? archiveMaker(choice, at) : fileMaker(choice, at)
  let done = 0
  let restedAt = performance.now()
  signal?.throwIfAborted()
  for await (const article of articles) {
    yield* maker.add(article)
    done += 1
    if (performance.now() - restedAt > sliceMs) {
      onProgress?.(done)
      await new Promise((resolve) => setTimeout(resolve))
      restedAt = performance.now()
    }
    signal?.throwIfAborted()
  }
  yield* maker.end()
  onProgress?.(done)
}

/** Below the 50 ms from which a page is felt to hang. */
const sliceMs = 20

interface FileMaker {
  add(article: ExportArticle): Bytes[]
  end(): Bytes[]
}

function fileMaker(choice: ArticleFileChoice, at: Date, title = 'Articles'): FileMaker {
  return choice.format === 'docx' ? docxMaker(title, at) : textMaker(textFormat(choice.format, choice))
}

function textFormat(format: Exclude<ArticleFormat, 'docx'>, choice: ArticleFileChoice): TextFormat {
  return format === 'csv' ? csvArticles(choice) : textFormats[format]
}

const textFormats = {
  json: jsonArticles,
  jsonl: jsonLinesArticles,
  md: markdownArticles,
  txt: textArticles,
  html: htmlArticles,
  ris: risArticles,
  bib: bibtexArticles,
}

/** Characters that are encoded and handed on together: a piece an article would be ten thousand small ones. */
const pieceLength = 128 * 1024

function textMaker({ head, article: write, foot }: TextFormat): FileMaker {
  const encoder = new TextEncoder()
  let waiting = head
  let count = 0
  return {
    add(article) {
      waiting += write(article, count++)
      if (waiting.length < pieceLength) return []
      const piece = encoder.encode(waiting)
      waiting = ''
      return [piece]
    },
    end: () => [encoder.encode(waiting + (typeof foot === 'string' ? foot : foot(count)))],
  }
}

/** A Word document is an archive of XML files; its body is compressed as the articles come. */
function docxMaker(title: string, at: Date): FileMaker {
  const zip = createZip(at)
  const encoder = new TextEncoder()
  const start = docxParts(title, at).flatMap(([name, text]) => zip.add(name, encoder.encode(text)))
  const body = zip.open(docxBodyName)
  const text = textMaker(docxArticles)
  return {
    add(article) {
      for (const piece of text.add(article)) body.push(piece)
      return []
    },
    end() {
      for (const piece of text.end()) body.push(piece)
      return [...start, ...body.close(), ...zip.end()]
    },
  }
}

function archiveMaker(choice: ArticleFileChoice, at: Date): FileMaker {
  const zip = createZip(at)
  const nameOf = createEntryNames(choice.format)
  return {
    add(article) {
      const file = fileMaker(choice, at, titleLine(article.title))
      const bytes = concat([...file.add(article), ...file.end()])
      return [concat(zip.add(nameOf(article), bytes, { stored: choice.format === 'docx' }))]
    },
    end: () => [concat(zip.end())],
  }
}

/**
 * Names for the files of an archive, each given once: `17_Wind power at sea.md` is `17_Wind-power-at-sea.md`. Told
 * apart without regard to case, because two systems of three do not tell `A.md` from `a.md`.
 */
function createEntryNames(extension: string): (article: ExportArticle) => string {
  const given = new Set<string>()
  return ({ id, title }) => {
    const stem = safeStem([String(id), title], longestStemBytes)
    let name = `${stem}.${extension}`
    for (let copy = 2; given.has(name.toLowerCase()); copy += 1) name = `${stem}_${copy}.${extension}`
    given.add(name.toLowerCase())
    return name
  }
}

/** Short enough to be unpacked into a folder that lies deep: Windows ends a whole path at 260 characters. */
const longestStemBytes = 100
