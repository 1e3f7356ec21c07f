import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { gunzipSync } from 'node:zlib'
import { signatureStart } from '../src/service/articles/signature.ts'
import { extractPage } from '../src/service/extraction/extract-page.ts'
import type { Figure } from './figures.ts'

interface KnownPage {
  readonly id: string
  readonly url: string
  readonly type: string
  readonly text: string
  /** Snippets that a text must contain if nothing was lost. */
  readonly must: readonly string[]
}

/**
 * Measures what is cut off the ends of real articles: of their true texts, where every cut has to be reviewed, and of
 * the extracted texts, where cutting what isn't in the true text is right.
 *
 * @param folder contains `html/ID.html.gz` and `truth.jsonl.gz`, with one line `{id, url, type, text, must, ...}` per
 * page
 */
export function signatureFigures(folder: string | undefined): Figure[] {
  const truth = path.join(folder ?? '', 'truth.jsonl.gz')
  if (folder === undefined || !existsSync(truth)) {
    process.stdout.write('Skipped: name a folder with truth.jsonl.gz behind "signatures".\n')
    return []
  }
  const pages = gunzipSync(readFileSync(truth))
    .toString()
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as KnownPage)
    .filter(({ type }) => type === 'article')
  const known = pages.map((page) => ({ page, cut: endOf(page.text) })).filter(({ cut }) => cut !== '')
  const extracted = pages
    .map((page) => ({ page, cut: endOf(extractedText(folder, page)) }))
    .filter(({ cut }) => cut !== '')
  for (const { page, cut } of known) process.stdout.write(`${page.id} ${JSON.stringify(cut.slice(0, 150))}\n`)
  return [
    { name: 'true texts', value: pages.length, unit: '' },
    { name: '- endings cut, each to be judged', value: known.length, unit: '' },
    { name: '- true last paragraphs lost', value: known.filter(losesSnippet).length, unit: '', budget: 0 },
    { name: 'extracted texts: endings cut', value: extracted.length, unit: '' },
    {
      name: '- that the true text does not hold',
      value: extracted.filter(({ page, cut }) => !plain(page.text).includes(plain(cut))).length,
      unit: '',
    },
    {
      name: '- true last paragraphs lost',
      value: extracted.filter(losesSnippet).length,
      unit: '',
      budget: 0,
    },
  ]
}

const endOf = (text: string): string => text.slice(signatureStart(text)).trim()

const losesSnippet = ({ page, cut }: { page: KnownPage; cut: string }): boolean =>
  page.must.some((snippet) => plain(cut).includes(plain(snippet)))

const plain = (text: string): string =>
  text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()

function extractedText(folder: string, { id, url }: KnownPage): string {
  const bytes = gunzipSync(readFileSync(path.join(folder, 'html', `${id}.html.gz`)))
  const extraction = extractPage({ bytes, url })
  return 'refused' in extraction ? '' : extraction.text
}
