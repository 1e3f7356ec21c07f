import { execFile } from 'node:child_process'
import {
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { afterAll, describe, expect, it } from 'vitest'
import { packIds } from '../../contract/ids.ts'
import type { ArticleFormat } from './article-file-type.ts'
import { parseIds } from './parse-ids.ts'
import { readIdFile } from './read-id-file.ts'
import { asText, hostileTexts, makeFile, sampleArticle } from './testing/sample-articles.ts'

const office = findOffice()
const folder = mkdtempSync(path.join(tmpdir(), 'article-desk-office-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** Without the one that is HTML, which would make HTML of a text. */
const plainTexts = hostileTexts.slice(1)

const articles = [
  sampleArticle,
  { ...sampleArticle, id: 18, title: 'שלום עולם', text: 'מרחבים\nפתוחים', note: undefined },
  { ...sampleArticle, id: 19, title: 'C # 1 & <b>', text: plainTexts.join('\n\n') },
]

// Skipped without LibreOffice Writer: nobody should have to install half a gigabyte to run the checks.
describe.skipIf(!office)('opened and saved by LibreOffice', { timeout: 180_000 }, () => {
  it.each(['docx', 'html', 'md'] as const)('%s reads as it was written', async (format) => {
    const text = await converted(format, 'txt:Text (encoded):UTF8', 'txt')
    const lines = text.split(/\r?\n/).map((line) => line.trim())
    expect(text).not.toContain('\uFFFD\uFFFD')
    const written = ['The second follows.', 'Note: For Monday', 'מרחבים', 'פתוחים']
    expect(lines).toEqual(expect.arrayContaining(written))
    if (format === 'md') return
    expect(lines).toEqual(
      expect.arrayContaining(['The first turbine', 'stands.', 'C # 1 & <b>', plainTexts[0]]),
    )
  })

  it('a Word document has its headings, and a page per article', async () => {
    const page = new DOMParser().parseFromString(await converted('docx', 'html', 'html'), 'text/html')
    const headings = [...page.querySelectorAll('h1')].map((heading) =>
      heading.textContent.trim().replaceAll(/\s+/g, ' '),
    )
    expect(headings).toEqual(['Wind power at sea', 'שלום עולם', 'C # 1 & <b>'])
    expect(page.querySelectorAll('h1')[1]!.getAttribute('dir')).toBe('rtl')
    expect(page.querySelectorAll('img, a[href], script')).toHaveLength(0)
    const pdf = await converted('docx', 'pdf', 'pdf')
    expect(pdf.match(/\/Type\s*\/Page\b/g)).toHaveLength(3)
  })

  it('a Word document from a ZIP of many opens too', async () => {
    const { unzipSync } = await import('fflate')
    const [file] = Object.values(unzipSync(await makeFile(articles, { format: 'docx', packing: 'zip' })))
    const text = await convertedFile('one.docx', file!, 'txt:Text (encoded):UTF8', 'txt')
    expect(asText(text)).toContain('The second follows.')
  })

  it('a Word document that was saved again yields its ids', async () => {
    const bytes = await makeFile([...articles, { ...sampleArticle, id: 'a  "b" · é' }], { format: 'docx' })
    const saved = await convertedFile('ids.docx', bytes, 'docx', 'docx')
    expect(saved).not.toEqual(bytes)
    const read = parseIds(await readIdFile(new File([saved], 'ids.docx')))
    expect(read).toMatchObject({ ids: packIds([17, 18, 19, 'a  "b" · é']), invalidCount: 0 })
  })
})

async function converted(format: ArticleFormat, filter: string, extension: string): Promise<string> {
  const file = await convertedFile(
    `articles.${format}`,
    await makeFile(articles, { format }),
    filter,
    extension,
  )
  return asText(file).replace(/^\uFEFF/, '')
}

async function convertedFile(
  name: string,
  bytes: Uint8Array,
  filter: string,
  extension: string,
): Promise<Uint8Array<ArrayBuffer>> {
  const saved = path.join(folder, 'saved')
  writeFileSync(path.join(folder, name), bytes)
  const profile = `-env:UserInstallation=file://${folder}/profile`
  const args = [profile, '--headless', '--convert-to', filter, '--outdir', saved, path.join(folder, name)]
  await promisify(execFile)(office!, args, { timeout: 150_000 })
  return new Uint8Array(readFileSync(path.join(saved, name.replace(/\.\w+$/, `.${extension}`))))
}

/** Where LibreOffice Writer is installed: in Debian it is a package of its own. */
function findOffice(): string | undefined {
  for (const folder of (process.env['PATH'] ?? '').split(path.delimiter)) {
    const program = ['soffice', 'libreoffice'].map((name) => path.join(folder, name)).find(existsSync)
    if (!program) continue
    const parts = readdirSync(path.dirname(realpathSync(program)))
    if (parts.some((name) => /^(lib)?swlo\./.test(name))) return program
  }
  return undefined
}
