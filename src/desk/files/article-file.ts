import type { ArticleFileChoice, ArticleFormat } from './article-file-type.ts'
import { bibtexArticles } from './bibtex-articles.ts'
import { csvArticles } from './csv-articles.ts'
import type { ExportArticle } from './export-article.ts'
import { safeStem } from './file-name.ts'
import { htmlArticles } from './html-articles.ts'
import { jsonArticles, jsonLinesArticles } from './json-articles.ts'
import { markdownArticles } from './markdown-articles.ts'
import { titleLine } from './article-lines.ts'
import { paced, type PacedWork } from './progress.ts'
import { risArticles } from './ris-articles.ts'
import { textArticles } from './text-articles.ts'
import type { TextFormat } from './text-format.ts'
import { docxArticles } from './docx-articles.ts'
import { docxBodyName, docxParts, docxProperties, docxPropertiesName } from './docx-package.ts'
import { concat, createZip, packFile, type Bytes, type PackedFile, type ZipEntry } from './zip.ts'

export interface ArticleFileWork extends PacedWork {
  /** The timestamp for archives and documents. */
  readonly at: Date
}

/**
 * Writes articles to a file, as consecutive pieces of bytes. Requests an article only after writing the previous one,
 * so that only a few are in memory, and yields to other work in between. Made for a worker, but safe on the page.
 *
 * @throws what the articles throw, the signal's abort reason, and a `RangeError` if an archive exceeds 4 GB
 */
export async function* articleFile(
  articles: AsyncIterable<ExportArticle>,
  choice: ArticleFileChoice,
  { at, ...work }: ArticleFileWork,
): AsyncGenerator<Bytes, void, undefined> {
  const maker = choice.packing === 'zip' ? archiveMaker(choice, at) : fileMaker(choice, at)
  for await (const article of paced(articles, work)) yield* maker.add(article)
  yield* maker.end()
}

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

/** Characters encoded at a time: one piece per article would make ten thousand small pieces. */
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

/** A Word document is an archive of XML files. A long body is compressed as the articles come. */
function docxMaker(title: string, at: Date): FileMaker {
  const zip = createZip(at)
  const encoder = new TextEncoder()
  packedParts ??= docxParts.map(([name, text]) => [name, packFile(encoder.encode(text))])
  // Copied, since whoever gets the bytes may transfer them.
  const start = concat([
    ...packedParts.flatMap(([name, file]) => zip.put(name, file)),
    ...zip.add(docxPropertiesName, encoder.encode(docxProperties(title, at))),
  ])
  const text = textMaker(docxArticles)
  let body: ZipEntry | undefined
  return {
    add(article) {
      for (const piece of text.add(article)) (body ??= zip.open(docxBodyName)).push(piece)
      return []
    },
    end() {
      const rest = concat(text.end())
      body?.push(rest)
      return [start, ...(body?.close() ?? zip.add(docxBodyName, rest)), ...zip.end()]
    },
  }
}

/** Compressed once, since each document of an archive has them. */
let packedParts: [name: string, file: PackedFile][] | undefined

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
 * Returns unique names for the files of an archive: `17_Wind power at sea.md` becomes `17_Wind-power-at-sea.md`. Unique
 * ignoring case, because two out of three systems treat `A.md` and `a.md` as the same.
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

/** Short enough to be unpacked into a deep folder: Windows limits a whole path to 260 characters. */
const longestStemBytes = 100
