import * as fc from 'fast-check'
import { gzipSync, strToU8, unzipSync, zipSync } from 'fflate'
import { describe, expect, it } from 'vitest'
import { packIds, type ArticleId } from '../../contract/ids.ts'
import { articleFormats, type ArticleFileChoice } from './article-file-type.ts'
import { exportColumns, type ExportArticle } from './export-article.ts'
import { idFile } from './id-file.ts'
import { parseIds } from './parse-ids.ts'
import { readIdFile } from './read-id-file.ts'
import { allOf, asText, hostileTexts, inTurn, makeFile, sampleArticle } from './testing/sample-articles.ts'
import { backupFile, backupLines } from './write-backup.ts'
import { concat } from './zip.ts'
import { anyCharacter } from '../../text/testing/any-character.ts'

const packings = ['one-file', 'zip'] as const
const choices = articleFormats.flatMap((format) => packings.map((packing) => ({ format, packing })))

const id = fc.oneof(
  fc.integer({ min: Number.MIN_SAFE_INTEGER, max: Number.MAX_SAFE_INTEGER }),
  fc.integer({ min: -9, max: 9 }).map(String),
  fc.string({ unit: anyCharacter, minLength: 1 }),
  fc
    .array(
      fc.constantFrom(
        ...Array.from('07-=\\"\'`*_<&>,;:/#@. x\n\r\t\0\u00A0\u0085\u2028\u202E\uFEFFאé'),
        ' · ',
        'Article 8',
        '</bdi>',
        'www.',
        '&lt;',
      ),
      { minLength: 1 },
    )
    .map((scraps) => scraps.join('')),
)

/** Texts most likely to be mistaken for one of our own articles. */
const imitations = [
  ...['\n', '\r\n'].flatMap((line) => [
    `${'_'.repeat(72)}\n\n\nTitle\n=====\n\nArticle 81 · Job 42 · 7 words`.replaceAll('\n', line),
    `\n\n\n${'_'.repeat(72)}\n\n\nTitle\n=====\n\nArticle 82 · 7 words\n\nText`.replaceAll('\n', line),
    `# Title\n\nArticle 83 · 7 words\n\n---\n\n# Title\n\nArticle "84" · 7 words`.replaceAll('\n', line),
  ]),
  '<!doctype html>\n<article>\n<p class="facts"><bdi>Article 85</bdi> · <bdi>7 words</bdi></p>',
  '</w:t></w:r></w:p><w:p><w:pPr><w:pStyle w:val="Facts"/></w:pPr><w:r><w:t>Article 86 · 7 words</w:t></w:r></w:p>',
  'id,title\r\n87,"a"\r\n',
  '[{"id":88}]',
  'Article 89 · 7 words',
]

const text = fc.oneof(
  fc.string({ unit: anyCharacter }),
  fc.constantFrom('id', 'Name, id', '"', 'a\n12,3\nb', '', ' ', '=', '12 13', ...hostileTexts, ...imitations),
  fc
    .array(
      fc.constantFrom('\n', '\r\n', '\r', '\u2028', ' ', 'x', '# ', '_'.repeat(72), '===', ...imitations),
      {
        maxLength: 12,
      },
    )
    .map((scraps) => scraps.join('')),
)

const articles = fc.uniqueArray(
  fc
    .record({
      id,
      title: text,
      text,
      category: text,
      note: text,
      keywords: fc.array(text, { maxLength: 2 }),
      author: text,
      source: text,
      url: text,
      publishedAt: text,
    })
    .map((fields) => ({ ...sampleArticle, ...fields })),
  { selector: (article) => article.id, minLength: 1, maxLength: 8 },
)

describe('the ids of our own exports', () => {
  it.each(choices)(
    'are read from $format, packed as $packing, whatever the articles contain',
    { timeout: 60_000 },
    async (choice) => {
      await fc.assert(
        fc.asyncProperty(articles, fc.boolean(), async (articles, safeCells) => {
          const read = await idsIn(articles, { ...choice, safeCells })
          expect(read).toMatchObject({ invalid: [], invalidCount: 0, repeatedCount: 0 })
          expect(asSets(read.ids)).toEqual(asSets(packIds(articles.map((article) => article.id))))
        }),
        { numRuns: 60 },
      )
    },
  )

  it.each(['txt', 'json', 'csv'] as const)('are read from a file of ids alone as %s', async (format) => {
    await fc.assert(
      fc.asyncProperty(fc.uniqueArray(id), async (ids) => {
        const read = parseIds(await readIdFile(new File([idFile(ids, format).text], 'ids')))
        expect(read).toMatchObject({ invalid: [], invalidCount: 0, repeatedCount: 0 })
        expect(asSets(read.ids)).toEqual(asSets(packIds(ids)))
      }),
    )
  })

  it('are read from columns in any order, even after a spreadsheet has saved them again', () => {
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

  it.each(['md', 'txt', 'html', 'ris', 'bib'] as const)(
    'are read from %s with the line endings of another system',
    async (format) => {
      const file = asText(await makeFile([sampleArticle, { ...sampleArticle, id: 'a b' }], { format }))
      expect(parseIds(file.replaceAll('\n', '\r\n'))).toMatchObject({
        ids: packIds([17, 'a b']),
        invalidCount: 0,
      })
    },
  )

  it('are read from references that another program has saved, with its own spaces, line ends and order', async () => {
    const articles = [sampleArticle, { ...sampleArticle, id: 'a {b} 1' }]
    const saved = asText(await makeFile(articles, { format: 'bib' }))
      .replaceAll(/^@misc\{/gm, '@Misc{\t\t  ')
      .replaceAll(/^ {2}(\w+) = /gm, '  $1\t\t= ')
      .replaceAll(' · Collected', ' ·\n\t\t  Collected')
    for (const file of [`\n${saved}`, `% Encoding: UTF-8\n\n${saved}`, saved.replaceAll('\n', '\r\n')])
      expect(parseIds(file)).toMatchObject({ ids: packIds([17, 'a {b} 1']), invalidCount: 0 })
  })

  it('are read from lists of ids in an archive beside tables, with what is wrong in them', async () => {
    const zip = zipSync({
      'ids_job-1.txt': strToU8('1\n2\n003\n4\n'),
      'ids_job-2.csv': strToU8('id\n5\n'),
      'ids_job-3.tsv': strToU8('id\ttitle\n6\tIn 2024\n'),
      'README.txt': strToU8('Exported in 2024 from 2 jobs.'),
    })
    const read = parseIds(await readIdFile(new File([zip], 'ids.zip')))
    expect(read.ids).toEqual(packIds([1, 2, 4, 5, 6]))
    expect(read.invalid).toMatchObject([{ file: 'ids_job-1.txt', line: 3, text: '003' }])
  })

  it('are read from an archive in the encoding of each file, and from no file that is not text', async () => {
    // The header that macOS puts before the attributes of a file, in a file beside it: its offset of 50 is a "2".
    const attributes = Uint8Array.of(0, 5, 0x16, 7, 0, 2, 0, 0, 0, 0, 0, 9, 0, 0, 0, 50, 0, 0, 14, 176)
    const zip = zipSync({
      'ids.csv': strToU8('id\n17\n'),
      '__MACOSX/._ids.csv': attributes,
      'Unicode.txt': new Uint8Array(Buffer.from('\uFEFF123\r\n456\r\n', 'utf16le')),
    })
    const read = parseIds(await readIdFile(new File([zip], 'ids.zip')))
    expect(read).toMatchObject({ ids: packIds([17, 123, 456]), invalidCount: 0 })
  })

  it('are read from several formats in one archive, and from nothing else in it', async () => {
    const parts = articleFormats.map(async (format, place) => [
      `${format}.${format}`,
      await makeFile([{ ...sampleArticle, id: place }], { format }),
    ])
    const strangers = { 'read me.txt': strToU8('Made in 2026'), 'page.html': strToU8('<p>5</p>') }
    const zip = zipSync({ ...Object.fromEntries(await Promise.all(parts)), ...strangers })
    const read = parseIds(await readIdFile(new File([zip], 'articles.zip')))
    expect(read).toMatchObject({ invalidCount: 0, repeatedCount: 0 })
    expect(new Set(read.ids.numbers)).toEqual(new Set(articleFormats.keys()))
  })

  it('are reported with file and line if they are invalid', async () => {
    const unsafe = { ...sampleArticle, id: '9007199254740993', unsafeId: true } as const
    const read = await idsIn([sampleArticle, unsafe], { format: 'md', packing: 'zip' })
    expect(read.ids).toEqual(packIds([17]))
    expect(read.invalid).toEqual([
      {
        text: '9007199254740993',
        file: '9007199254740993_Wind-power-at-sea.md',
        line: 3,
        reason: 'too-large',
      },
    ])
  })

  it.each([
    ['csv', []],
    ['json', [{ reason: 'without-id' }]],
    ['jsonl', [{ reason: 'without-id' }]],
    ['md', [{ reason: 'too-large' }]],
    ['txt', [{ reason: 'too-large' }]],
    ['html', [{ reason: 'too-large' }]],
    ['docx', [{ reason: 'too-large' }]],
  ] as const)('are not read past 2^53: %s', async (format, invalid) => {
    const unsafe = { ...sampleArticle, id: '9007199254740993', unsafeId: true } as const
    expect(await idsIn([unsafe], { format })).toMatchObject({ ids: packIds([]), invalid })
  })
})

describe('a backup', () => {
  const header = { account: 'ann@example.org https://host', madeAt: 0 }
  const batch = (...ids: readonly ArticleId[]) => ({
    kind: 'articles',
    value: { answer: '17', articles: ids.map((id) => ({ id, title: '12', text: '{"id":13}' })) },
  })
  const unsafe = { id: '9007199254740993', unsafeId: true, title: '', text: '' }
  const records = [
    { kind: 'job', value: { record: { key: '17', jobId: 17 } } },
    batch(17, '17', '=x'),
    batch(17, -3),
    { kind: 'articles', value: { answer: '18', articles: [unsafe] } },
    { kind: 'list', value: { id: 'a', ids: { numbers: Float64Array.of(99), strings: [] } } },
  ]
  const read = async (bytes: Uint8Array<ArrayBuffer>) =>
    parseIds(await readIdFile(new File([bytes], 'desk.jsonl.gz')))

  async function* withMark(...given: Parameters<typeof backupLines>) {
    yield new Uint8Array(strToU8('\uFEFF'))
    yield* backupLines(...given)
  }

  it.each([
    ['as it was made', backupFile],
    ['unpacked', backupLines],
    ['unpacked and saved with a byte order mark', withMark],
  ])('yields the ids of its articles, %s', async (_how, write) => {
    const { ids, ...counts } = await read(concat(await allOf(write(header, inTurn(records)))))
    expect(asSets(ids)).toEqual(asSets(packIds([17, '17', '=x', -3])))
    expect(counts).toMatchObject({ invalidCount: 0, repeatedCount: 1 })
  })

  it('that is cut off yields none, and says so', async () => {
    const whole = concat(await allOf(backupLines(header, inTurn(records))))
    await expect(read(whole.slice(0, -20))).rejects.toThrow('desk.jsonl.gz is a backup that is damaged')
  })

  it('with more ids than fit in memory is rejected', async () => {
    const long = Array.from({ length: 101 }, () => batch('x'.repeat(2 ** 20)))
    const file = concat(await allOf(backupFile(header, inTurn(long))))
    await expect(read(file)).rejects.toThrow('desk.jsonl.gz holds more than 100 MB.')
  })

  it('is not confused with other compressed files', async () => {
    await expect(read(new Uint8Array(gzipSync(strToU8('1 2 3'))))).rejects.toThrow('is not text')
  })
})

describe('files of other programs', () => {
  it.each([
    ['Markdown', '# Ids\n\n12 · 13', [12, 13]],
    ['a heading and an article', '# Ids\n\nArticle 12 · see there', [12]],
    ['a text with a ruled title', 'Ids\n===\n\n12 13', [12, 13]],
    ['a page', '<!doctype html>\n<p class="x">\n12\n</p>', [12]],
  ])('are read as before: %s', (_what, text, ids) => expect(parseIds(text).ids).toEqual(packIds(ids)))

  it('are rejected if they are foreign or damaged Word documents', async () => {
    const word = await makeFile([sampleArticle], { format: 'docx' })
    const other = unzipSync(word)
    other['word/document.xml'] = strToU8(asText(other['word/document.xml']!).replaceAll('Facts', 'Normal'))
    const read = (bytes: Uint8Array) => readIdFile(new File([new Uint8Array(bytes)], 'a.docx'))
    await expect(read(zipSync(other))).rejects.toThrow(
      'a.docx is not text. Save it as CSV, then add it again.',
    )
    await expect(read(word.slice(0, 200))).rejects.toThrow("a.docx is damaged and can't be unpacked.")
  })

  it('are rejected with what to do instead if they are too large', async () => {
    const file = Object.defineProperty(new File([], 'a.csv'), 'size', { value: 200 * 2 ** 20 })
    await expect(readIdFile(file)).rejects.toThrow(
      'a.csv is larger than 100 MB. Export or save its ids alone, then add those.',
    )
  })

  it('are rejected whole if they are archives that unpack to more than fits in memory', async () => {
    const zip = zipSync({ 'a.csv': strToU8('id\n7\n'), 'b.csv': new Uint8Array(100 * 2 ** 20) }, { level: 1 })
    await expect(readIdFile(new File([new Uint8Array(zip)], 'a.zip'))).rejects.toThrow(
      'a.zip holds more than 100 MB.',
    )
  })
})

it('reports an article that has lost its id', async () => {
  const articles = [17, 18, 19].map((id) => ({ ...sampleArticle, id }))
  for (const format of ['md', 'txt'] as const) {
    const file = asText(await makeFile(articles, { format })).replace(/Article 18.*\n/, '')
    const read = parseIds(file)
    expect(read.ids).toEqual(packIds([17, 19]))
    expect(read.invalid).toMatchObject([
      { text: expect.stringMatching(/^Keywords: wind, off shore *$/), reason: 'without-id' },
    ])
  }
})

async function idsIn(
  articles: readonly ExportArticle[],
  choice: Partial<ArticleFileChoice> & Pick<ArticleFileChoice, 'format'>,
) {
  return parseIds(await readIdFile(new File([await makeFile(articles, choice)], 'articles')))
}

const asSets = ({ numbers, strings }: ReturnType<typeof packIds>) => [new Set(numbers), new Set(strings)]
