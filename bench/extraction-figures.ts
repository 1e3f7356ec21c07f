import { Readability } from '@mozilla/readability'
import { parseHTML } from 'linkedom'
import { parse, serialize } from 'parse5'
import { decodeHtml } from '../src/service/extraction/decode.ts'
import type { Extraction } from '../src/service/extraction/extract-page.ts'
import { createExtractor } from '../src/service/extraction/extractor.ts'
import type { Figure } from './figures.ts'
import { printFigures } from './figures.ts'
import type { KnownPage } from './known-pages.ts'
import { readKnownPages } from './known-pages.ts'
import type { TextScores } from './text-scores.ts'
import { scoreTexts } from './text-scores.ts'

/**
 * Measures how much of the true text of real pages is extracted and how much else, with Readability alone as the
 * baseline; how many pages that aren't articles are refused; and how long a page takes in the worker thread.
 *
 * @param folder see `readKnownPages`
 */
export async function printExtractionFigures(folder: string | undefined): Promise<void> {
  const known = readKnownPages(folder, 'extraction')
  if (!known) return
  const { pages, htmlOf } = known
  const extractor = createExtractor()
  const extracted: { page: KnownPage; extraction: Extraction; milliseconds: number }[] = []
  // Wait for the thread to start, so that no page is charged for it.
  await extractor.extract({ bytes: new Uint8Array() })
  for (const page of pages) {
    const bytes = htmlOf(page)
    const start = performance.now()
    const extraction = await extractor.extract({ bytes, url: page.url })
    extracted.push({ page, extraction, milliseconds: performance.now() - start })
  }
  await extractor.close()

  const articles = extracted.filter(({ page }) => page.type === 'article')
  const others = extracted.filter(({ page }) => page.type !== 'article')
  const ours = scoreTexts(articles.map(({ page, extraction }) => ({ page, text: textOf(extraction) })))
  const baseline = scoreTexts(articles.map(({ page }) => ({ page, text: readabilityAlone(htmlOf(page)) })))
  const share = (some: typeof extracted): number =>
    (100 * some.filter(({ extraction }) => 'refused' in extraction).length) / some.length
  const times = extracted.map(({ milliseconds }) => milliseconds)

  const percent = (name: string, score: keyof TextScores, limits: Partial<Figure> = {}): Figure => ({
    name,
    value: 100 * ours[score],
    unit: '%',
    baseline: 100 * baseline[score],
    ...limits,
  })
  printFigures(`Texts of ${articles.length} articles; the baseline is Readability alone`, [
    percent('word F1', 'wordF1', { least: 95.5 }),
    percent('4-gram F1', 'gramF1', { least: 95.5 }),
    percent('snippets that must be there', 'must', { least: 93 }),
    percent('- but for the shape of their quotation marks', 'mustBarely'),
    { ...percent('snippets that must not be there', 'mustNot', { budget: 3 }), baseline: undefined },
    { name: '- with Readability alone', value: 100 * baseline.mustNot, unit: '%' },
  ])
  printFigures('Pages', [
    { name: 'articles refused', value: share(articles), unit: '%', budget: 2 },
    { name: `other pages refused, of ${others.length}`, value: share(others), unit: '%', least: 90 },
    {
      name: 'pages a second in one thread',
      value: (1_000 * times.length) / times.reduce((sum, time) => sum + time, 0),
      unit: '',
      least: 10,
    },
    { name: 'slowest page', value: Math.max(...times), unit: 'ms', budget: 2_000 },
  ])
}

const textOf = (extraction: Extraction): string => ('refused' in extraction ? '' : extraction.text)

/** Runs Readability as its own example does, on the tree a browser would build. */
function readabilityAlone(bytes: Buffer): string {
  const { document } = parseHTML(serialize(parse(decodeHtml(bytes))))
  return new Readability(document).parse()?.textContent ?? ''
}
