import { unzipSync } from 'fflate'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { articleFile } from './article-file.ts'
import { docxArticles } from './docx-articles.ts'
import { articleFormats, type ArticleFormat } from './article-file-type.ts'
import type { ExportArticle } from './export-article.ts'
import {
  allOf,
  asText,
  creditedArticle,
  hostileTexts,
  inTurn,
  makeFile,
  sampleArticle,
  sampleTime,
} from './testing/sample-articles.ts'
import { concat, createZip } from './zip.ts'

const bare: ExportArticle = {
  id: 'a-1',
  title: '=1+1',
  text: '',
  wordCount: 0,
  category: '',
  keywords: [],
  collectedAt: Number.NaN,
}

describe('a file of articles', () => {
  it.each(['txt', 'md', 'html', 'ris', 'bib'] as const)(
    'has the day of the editor in %s, as the screens do, and not that of Greenwich',
    async (format) => {
      vi.stubEnv('TZ', 'America/New_York')
      onTestFinished(() => void vi.unstubAllEnvs())
      const article = { ...sampleArticle, collectedAt: Date.UTC(2026, 1, 1, 1, 30) }
      const text = asText(await makeFile([article], { format }))
      expect(text).toMatch(/Collected 2026-01-31/)
      expect(text).not.toMatch(/2026.02.01/)
    },
  )

  it('is a table in CSV, with a byte order mark and nothing a spreadsheet would run', async () => {
    expect(asText(await makeFile([sampleArticle, bare], { format: 'csv' }))).toBe(
      '\uFEFFid,title,text,word_count,category,job_id,keywords,decision,reason,labels,note,collected_at,exported_at,url,source,author,published_at\r\n' +
        '17,"Wind power at sea","The first turbine\nstands.\n\nThe second follows.",7,"Energy",42,"wind; off shore","keep",,"Q1; energy",' +
        '"For Monday",2026-01-31T12:00:05.000Z,2026-02-01T00:00:00.000Z,,,,\r\n' +
        `"a-1","'=1+1",,0,,,,,,,,,,,,,\r\n`,
    )
  })

  it('leaves cells unescaped if the editor chooses so, except for ids, which must be importable', async () => {
    const [, row] = asText(
      await makeFile([{ ...bare, id: '=x' }], { format: 'csv', safeCells: false }),
    ).split('\r\n')
    expect(row).toBe(`"'=x","=1+1",,0,,,,,,,,,,,,,`)
  })

  it('is a list of objects in JSON, and one object per line in JSON Lines', async () => {
    const rows = JSON.parse(asText(await makeFile([sampleArticle, bare], { format: 'json' }))) as unknown[]
    const lines = asText(await makeFile([sampleArticle, bare], { format: 'jsonl' }))
      .trimEnd()
      .split('\n')
    expect(lines.map((line) => JSON.parse(line) as unknown)).toEqual(rows)
    expect(rows[0]).toEqual({
      id: 17,
      title: 'Wind power at sea',
      text: 'The first turbine\nstands.\n\nThe second follows.',
      word_count: 7,
      category: 'Energy',
      job_id: 42,
      keywords: ['wind', 'off shore'],
      decision: 'keep',
      reason: null,
      labels: ['Q1', 'energy'],
      note: 'For Monday',
      collected_at: '2026-01-31T12:00:05.000Z',
      exported_at: '2026-02-01T00:00:00.000Z',
      url: null,
      source: null,
      author: null,
      published_at: null,
    })
  })

  it('is a list of references in RIS, one field per line whatever a title contains, and no date that is not known', async () => {
    const hostile = { ...bare, id: 18, title: 'Two\nER  - \nTY  - lines', keywords: [] }
    expect(asText(await makeFile([sampleArticle, hostile], { format: 'ris' }))).toBe(
      [
        'TY  - GEN',
        'TI  - Wind power at sea',
        'Y2  - 2026/01/31',
        'ID  - 17',
        'KW  - wind',
        'KW  - off shore',
        'KW  - Q1',
        'KW  - energy',
        'N1  - Article 17 · Job 42 · Energy · Kept · 7 words · Collected 2026-01-31',
        'N1  - Note: For Monday',
        'DB  - Article Desk',
        'ER  - ',
        '',
        'TY  - GEN',
        'TI  - Two ER - TY - lines',
        'ID  - 18',
        'N1  - Article 18 · 0 words',
        'DB  - Article Desk',
        'ER  - ',
        '',
        '',
      ].join('\r\n'),
    )
  })

  it('is a list of references in BibTeX, in which no title is a command', async () => {
    const hostile = { ...bare, title: String.raw`100 % \input{x} & } "y"`, keywords: [] }
    expect(asText(await makeFile([sampleArticle, hostile], { format: 'bib' }))).toBe(
      String.raw`@misc{article17,
  title = {{Wind power at sea}},
  urldate = {2026-01-31},
  note = {Article 17 · Job 42 · Energy · Kept · 7 words · Collected 2026-01-31},
  keywords = {wind, off shore, Q1, energy},
  annote = {Note: For Monday},
}

@misc{article:a-1,
  title = {{100 \% \textbackslash{}input\textbraceleft{}x\textbraceright{} \& \textbraceright{} "y"}},
  note = {Article "a-1" · 0 words},
}

`,
    )
  })

  it('says in every format where an article comes from, if that is known', async () => {
    const file = async (format: ArticleFormat) => asText(await makeFile([creditedArticle], { format }))
    const { url, source, author, publishedAt } = creditedArticle
    expect(JSON.parse(await file('jsonl'))).toMatchObject({ url, source, author, published_at: publishedAt })
    expect(await file('csv')).toContain(`,"${url}","${source}","${author}","${publishedAt}"\r\n`)
    const lines = [`Author: ${author}`, `Source: ${source}`, `Published: ${publishedAt}`, `Address: ${url}`]
    expect(await file('txt')).toContain(`Collected 2026-01-31\n${lines.join('\n')}\nKeywords: wind`)
    expect(await file('md')).toContain(String.raw`Address: https\://example.org/wind\_power?a=\{1\}\&b=2`)
    for (const line of lines.map((line) => line.replaceAll('&', '&amp;'))) {
      expect(await file('html')).toContain(line)
      expect(docxArticles.article(creditedArticle, 0)).toContain(`>${line}<`)
    }
    const ris = ['AU  - Ann Reed', 'T2  - The Salt & Sea Times', 'PY  - 2025', 'DA  - 2025/12/30']
    expect(await file('ris')).toContain([...ris, 'Y2  - 2026/01/31', `UR  - ${url}`].join('\r\n'))
    expect(await file('bib')).toContain(String.raw`
  author = {Ann Reed},
  howpublished = {The Salt \& Sea Times},
  year = {2025},
  date = {2025-12-30},
  url = {https://example.org/wind_power?a=%7B1%7D&b=2},
  urldate = {2026-01-31},
`)
  })

  it.each([
    ['Ann Reed, Bob Lee', ['Ann Reed', 'Bob Lee']],
    ['Ann Reed, Bob Lee, and Cem Ak Oz', ['Ann Reed', 'Bob Lee', 'Cem Ak Oz']],
    ['Ann Reed & Bob Lee AND Cem Oz', ['Ann Reed', 'Bob Lee', 'Cem Oz']],
    ['Reed, Ann; Lee, Bob;', ['Reed, Ann', 'Lee, Bob']],
    ['Ann Reed, Bob Lee,', ['Ann Reed', 'Bob Lee']],
    [', Ann Reed,', ['Ann Reed']],
    ['Reed, Ann and Lee, Bob', ['Reed, Ann', 'Lee, Bob']],
    ['Ann Reed; Reuters', ['Ann Reed', 'Reuters']],
    ['Reed, Ann', ['Reed, Ann']],
    ['Food and Agriculture Organization', ['Food and Agriculture Organization']],
    ['Reed, A., Lee, B., Oz, C.', ['Reed, A., Lee, B., Oz, C.']],
    ['Others', ['Others']],
  ])('lists the authors %j one by one in references', async (author, names) => {
    const ris = asText(await makeFile([{ ...bare, author }], { format: 'ris' }))
    expect([...ris.matchAll(/^AU {2}- (.*)\r$/gm)].map(([, name]) => name)).toEqual(names)
    const isWhole = (name: string) => /\band\b|^others$|(?:,.*){3}/i.test(name)
    const written = names.map((name) => (isWhole(name) ? `{${name}}` : name)).join(' and ')
    const bibtex = asText(await makeFile([{ ...bare, author }], { format: 'bib' }))
    expect(bibtex).toContain(`  author = {${written}},\n`)
  })

  it('gives every article its own key in BibTeX', async () => {
    const ids = [5, -5, '5', '-5', 'a b', 'a.20.b', 'a,b', 'é', '\u212A', '']
    const files = await Promise.all(ids.map((id) => makeFile([{ ...bare, id }], { format: 'bib' })))
    const keys = files.map((file) => /^@misc\{([\w:.-]+),\n/.exec(asText(file))?.[1])
    expect(keys).not.toContain(undefined)
    expect(new Set(keys).size).toBe(ids.length)
  })

  it('contains no author that a spreadsheet would run', async () => {
    const hostile = { ...bare, author: '=HYPERLINK("https://evil.example")', source: '@SUM(A1)' }
    const [, row] = asText(await makeFile([hostile], { format: 'csv' })).split('\r\n')
    expect(row).toContain(`,"'@SUM(A1)","'=HYPERLINK(""https://evil.example"")",`)
  })

  it('is readable as plain text', async () => {
    const file = asText(await makeFile([sampleArticle, bare], { format: 'txt' }))
    expect(file).toBe(`Wind power at sea
=================

Article 17 · Job 42 · Energy · Kept · 7 words · Collected 2026-01-31
Keywords: wind, off shore
Labels: Q1, energy

Note: For Monday

The first turbine
stands.

The second follows.


${'_'.repeat(72)}


=1+1
====

Article "a-1" · 0 words
`)
  })

  it('is readable as Markdown', async () => {
    const file = asText(await makeFile([sampleArticle, { ...bare, text: '# 5 * 5' }], { format: 'md' }))
    expect(file).toBe(`# Wind power at sea

Article 17 · Job 42 · Energy · Kept · 7 words · Collected 2026-01-31${'  '}
Keywords: wind, off shore${'  '}
Labels: Q1, energy

Note: For Monday

The first turbine${'  '}
stands.

The second follows.

---

# \\=1+1

Article "a-1" · 0 words

\\# 5 \\* 5
`)
  })

  it.each([
    ['csv', /^\uFEFFid,[\w,]+\r\n$/],
    ['json', /^\[\]\n$/],
    ['jsonl', /^$/],
    ['md', /^$/],
    ['txt', /^$/],
    ['html', /<body>\n<\/body>\n<\/html>\n$/],
  ] as const)('is complete as %s even without articles', async (format, expected) => {
    expect(asText(await makeFile([], { format }))).toMatch(expected)
  })

  it.each([
    ['csv', false],
    ['json', false],
    ['jsonl', false],
    ['md', true],
    ['txt', true],
    ['html', true],
  ] as const)(
    'shows the digits of an id past 2^53 only if ids are not read back from there: %s',
    async (format, shown) => {
      const file = await makeFile([{ ...sampleArticle, id: '9007199254740993', unsafeId: true }], { format })
      expect(asText(file).includes('9007199254740993')).toBe(shown)
    },
  )
})

describe('a ZIP with one file per article', () => {
  it.each(articleFormats)('contains for each what the single file would (%s)', async (format) => {
    const articles = [sampleArticle, bare]
    const files = unzipSync(await makeFile(articles, { format, packing: 'zip' }))
    expect(Object.keys(files)).toEqual([`17_Wind-power-at-sea.${format}`, `a-1_=1+1.${format}`])
    const alone = await makeFile([sampleArticle], { format })
    expect(wordsIn(Object.values(files)[0]!, format)).toBe(wordsIn(alone, format))
  })

  it('gives every file a harmless name of its own, even if A and a are the same to the system', async () => {
    const titles = [
      'Same',
      'same',
      '../../etc/passwd',
      'CON',
      'x\u202Egpj.exe',
      'Ü'.repeat(300),
      '...',
      'Same',
    ]
    const articles = titles.map((title) => ({ ...sampleArticle, id: 1, title }))
    const names = Object.keys(unzipSync(await makeFile(articles, { format: 'txt', packing: 'zip' })))
    expect(names).toEqual([
      '1_Same.txt',
      '1_same_2.txt',
      '1_etc-passwd.txt',
      '1_CON.txt',
      '1_xgpj.exe.txt',
      `1_${'Ü'.repeat(49)}.txt`,
      '1.txt',
      '1_Same_3.txt',
    ])
  })

  it('can be opened with more files than the original ZIP format could count', () => {
    const zip = createZip(sampleTime)
    const files = Array.from({ length: 65_600 }, (_, id) =>
      zip.add(`${id}.txt`, new Uint8Array(), { stored: true }),
    )
    const file = concat([...files.flat(), ...zip.end()])
    const end = new DataView(file.buffer, file.length - 22 - 20 - 56)
    expect(end.getUint32(0, true)).toBe(0x06064b50)
    expect(end.getBigUint64(32, true)).toBe(65_600n)
    const directoryAt = Number(end.getBigUint64(48, true))
    expect(new DataView(file.buffer).getUint32(directoryAt, true)).toBe(0x02014b50)
    expect(end.getUint32(56, true)).toBe(0x07064b50)
    expect(Number(end.getBigUint64(64, true))).toBe(file.length - 22 - 20 - 56)
  })
})

it('rejects a file of more than 4 GB in an archive, however well it compresses', () => {
  const entry = createZip(sampleTime).open('document.xml')
  // Only claims its size: four real gigabytes would take half a minute.
  const long = (length: number) => Object.defineProperty(new Uint8Array(), 'length', { value: length })
  expect(() => entry.push(long(2 ** 32))).toThrow(RangeError)
})

describe('writing a file', () => {
  const choice = { format: 'txt', packing: 'one-file', safeCells: true } as const

  it('requests an article only after writing the one before, and yields pieces on the way', async () => {
    let given = 0
    async function* long() {
      for (; given < 1000; given += 1)
        yield await Promise.resolve({ ...sampleArticle, text: 'x'.repeat(3000) })
    }
    const pieces = articleFile(long(), choice, { at: sampleTime })
    await pieces.next()
    expect(given).toBeLessThan(60)
    await pieces.return()
    expect(given).toBeLessThan(60)
  })

  it('reports its progress, and lets other work in', async () => {
    const progress: number[] = []
    const other = vi.fn<() => void>()
    setTimeout(other)
    const many = Array.from({ length: 500 }, () => ({
      ...sampleArticle,
      text: hostileTexts.join('\n\n').repeat(10),
    }))
    const work = { at: sampleTime, onProgress: (done: number) => void progress.push(done) }
    for await (const piece of articleFile(inTurn(many), { ...choice, packing: 'zip' }, work)) void piece
    expect(progress.at(-1)).toBe(500)
    expect(progress.length).toBeGreaterThan(1)
    expect(other).toHaveBeenCalled()
  })

  it('stops when told to, and requests no more', async () => {
    const stop = new AbortController()
    let given = 0
    async function* endless() {
      for (; ; given += 1) {
        if (given === 5) stop.abort()
        yield await Promise.resolve(sampleArticle)
      }
    }
    const pieces = articleFile(endless(), choice, { at: sampleTime, signal: stop.signal })
    await expect(allOf(pieces)).rejects.toThrow(/abort/i)
    expect(given).toBe(5)
  })

  it('fails if the articles fail', async () => {
    async function* broken(): AsyncGenerator<ExportArticle> {
      yield await Promise.resolve(sampleArticle)
      throw new Error('The library could not be read')
    }
    const pieces = articleFile(broken(), choice, { at: sampleTime })
    await expect(allOf(pieces)).rejects.toThrow('The library could not be read')
  })
})

/** Word documents have their title outside of the body; each one in an archive has its own. */
function wordsIn(file: Uint8Array, format: ArticleFormat): string {
  return asText(format === 'docx' ? unzipSync(file)['word/document.xml']! : file)
}
