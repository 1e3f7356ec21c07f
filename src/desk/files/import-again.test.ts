import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { packIds } from '../../contract/ids.ts'
import { exportColumns } from './export-article.ts'
import { parseIds } from './parse-ids.ts'
import { readIdFile } from './read-id-file.ts'
import { asText, hostileTexts, makeFile, sampleArticle } from './testing/sample-articles.ts'

const id = fc.oneof(
  fc.maxSafeInteger(),
  fc.string({ unit: 'grapheme', minLength: 1 }),
  fc.string({ unit: fc.constantFrom('0', '7', '-', '=', '"', "'", ',', ';', '\n', ' ', 'x'), minLength: 1 }),
)

const text = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.constantFrom('id', '"', 'a\n12,3\nb', ...hostileTexts),
)

const articles = fc.uniqueArray(
  fc
    .record({ id, title: text, text, category: text, note: text })
    .map((fields) => ({ ...sampleArticle, ...fields })),
  { selector: (article) => article.id, maxLength: 8 },
)

describe('our own exports give their ids back', () => {
  it.each([
    ['csv', true],
    ['csv', false],
    ['json', true],
    ['jsonl', true],
  ] as const)(
    'from %s with safe cells %s, numbers as numbers and texts as texts',
    async (format, safeCells) => {
      await fc.assert(
        fc.asyncProperty(articles, async (articles) => {
          const read = parseIds(asText(await makeFile(articles, { format, safeCells })))
          expect(read).toMatchObject({ invalidCount: 0, repeatedCount: 0 })
          expect(asSets(read.ids)).toEqual(asSets(packIds(articles.map((article) => article.id))))
        }),
        { numRuns: 300 },
      )
    },
  )

  it('from columns in any order, also as a spreadsheet saves them again', () => {
    const values: Record<string, string> = {
      id: '17',
      text: '"a, ""5""\n6"',
      title: '"id"',
      keywords: '"1; 2"',
    }
    fc.assert(
      fc.property(
        fc.shuffledSubarray([...exportColumns], { minLength: exportColumns.length }),
        fc.constantFrom(',', ';', '\t'),
        fc.constantFrom('\r\n', '\n'),
        fc.boolean(),
        (columns, delimiter, lineEnd, quoted) => {
          const cells = (of: readonly string[]) =>
            of.map((cell) => (quoted && !cell.startsWith('"') ? `"${cell}"` : cell)).join(delimiter) + lineEnd
          const row = cells(columns.map((column) => values[column] ?? ''))
          expect(parseIds(cells(columns) + row)).toMatchObject({
            ids: packIds([17]),
            invalidCount: 0,
          })
        },
      ),
    )
  })

  it.each(['csv', 'json', 'jsonl'] as const)('from a ZIP with one %s file an article', async (format) => {
    const ids = [17, '17', '=x', 'a\nb', -3]
    const zip = await makeFile(
      ids.map((id) => ({ ...sampleArticle, id })),
      { format, packing: 'zip' },
    )
    const read = parseIds(await readIdFile(new File([zip], 'articles.zip')))
    expect(read).toMatchObject({ invalidCount: 0, repeatedCount: 0 })
    expect(asSets(read.ids)).toEqual(asSets(packIds(ids)))
  })

  it('but says of what is made to be read that it holds none', async () => {
    const word = await makeFile([sampleArticle], { format: 'docx' })
    for (const bytes of [word, word.slice(0, 200)])
      await expect(readIdFile(new File([bytes], 'a.docx'))).rejects.toThrow(
        'a.docx is not text. Save it as CSV, then add it again.',
      )
  })

  it('but not an id past 2^53, which is said to have none', async () => {
    const article = { ...sampleArticle, id: '9007199254740993', unsafeId: true } as const
    const read = (format: 'csv' | 'json') =>
      makeFile([article], { format }).then((file) => parseIds(asText(file)))
    expect(await read('csv')).toMatchObject({ ids: packIds([]), invalidCount: 0 })
    expect(await read('json')).toMatchObject({ ids: packIds([]), invalid: [{ reason: 'without-id' }] })
  })
})

const asSets = ({ numbers, strings }: ReturnType<typeof packIds>) => [new Set(numbers), new Set(strings)]
