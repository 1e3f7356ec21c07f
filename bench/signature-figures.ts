import { signatureStart } from '../src/service/articles/signature.ts'
import { extractPage } from '../src/service/extraction/extract-page.ts'
import type { Figure } from './figures.ts'
import { type KnownPage, readKnownPages } from './known-pages.ts'

/**
 * Measures what is cut off the ends of real articles: of their true texts, where every cut has to be reviewed, and of
 * the extracted texts, where cutting what isn't in the true text is right.
 *
 * @param folder see `readKnownPages`
 */
export function signatureFigures(folder: string | undefined): Figure[] {
  const read = readKnownPages(folder, 'signatures')
  if (!read) return []
  const pages = read.pages.filter(({ type }) => type === 'article')
  const known = pages.map((page) => ({ page, cut: endOf(page.text) })).filter(({ cut }) => cut !== '')
  const extracted = pages
    .map((page) => ({ page, cut: endOf(extractedText(read.htmlOf(page), page)) }))
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

function extractedText(bytes: Buffer, { url }: KnownPage): string {
  const extraction = extractPage({ bytes, url })
  return 'refused' in extraction ? '' : extraction.text
}
