import type { ArticleFileChoice } from '../article-file-type.ts'
import { articleFile } from '../article-file.ts'
import type { ExportArticle } from '../export-article.ts'
import { concat } from '../zip.ts'

export const sampleArticle: ExportArticle = {
  id: 17,
  title: 'Wind power at sea',
  text: 'The first turbine\nstands.\n\nThe second follows.',
  wordCount: 7,
  category: 'Energy',
  jobId: 42,
  keywords: ['wind', 'off shore'],
  decision: 'keep',
  labels: ['Q1', 'energy'],
  note: 'For Monday',
  collectedAt: Date.UTC(2026, 0, 31, 12, 0, 5),
  exportedAt: Date.UTC(2026, 1, 1),
}

/** The same with the fields that some services add. */
export const creditedArticle: ExportArticle = {
  ...sampleArticle,
  url: 'https://example.org/wind_power?a={1}&b=2',
  source: 'The Salt & Sea Times',
  author: 'Ann Reed',
  publishedAt: '2025-12-30T09:30:00+01:00',
}

/** Texts that try everything an article must not be able to do in a file. */
export const hostileTexts = [
  '<script>alert(1)</script><img src="https://evil.example/x.png" onerror=alert(1)>',
  '![x](https://evil.example/x.png) [click](javascript:alert(1)) <https://evil.example>',
  '# not a heading\n\n    not code\n\n- not a list\n1. nor this\n> nor a quote\n\n---\n\ntitle\n===',
  '| a | b |\n|---|---|\n| 1 | 2 |',
  '```\nnot code\n```\n\n~~~\nnor this',
  '[ref]: https://evil.example "x"\n\n[^1]: note',
  '=HYPERLINK("https://evil.example")',
  ']]> </w:t></w:p> &amp; &#x41; <!-- -->',
  'a\u0000b\u0001c\u000Bd\u001Fe\uFFFE \uD800 \u202Egpj.exe',
  'שלום עולם\n\nمرحبا بالعالم',
]

export const sampleTime = new Date(2026, 0, 31, 9, 30)

export async function* inTurn<T>(items: readonly T[]): AsyncGenerator<T> {
  for (const item of items) yield await Promise.resolve(item)
}

export async function allOf<T>(items: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = []
  for await (const item of items) all.push(item)
  return all
}

export async function makeFile(
  articles: readonly ExportArticle[],
  choice: Partial<ArticleFileChoice> & Pick<ArticleFileChoice, 'format'>,
): Promise<Uint8Array<ArrayBuffer>> {
  const whole = { packing: 'one-file', safeCells: true, ...choice } as const
  return concat(await allOf(articleFile(inTurn(articles), whole, { at: sampleTime })))
}

export const asText = (bytes: Uint8Array): string =>
  new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes)
