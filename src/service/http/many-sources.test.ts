import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { TestService } from '../testing/test-service.ts'
import { startTestService } from '../testing/test-service.ts'
import { createVisitor } from '../testing/visitor.ts'

let it: TestService
let signedIn: { cookie: string; formToken: string }

const { visit, submit, signIn } = createVisitor(
  () => it,
  () => '192.0.2.8',
)

beforeAll(async () => {
  it = await startTestService({ collect: false })
  signedIn = await signIn(it.editor, '/sources')
})
afterAll(() => it.stop())

beforeEach(async () => {
  for (const { id } of await it.sources.list()) await it.sources.remove(id)
})

const mine = `<opml version="2.0"><body>
  <outline text="Nature"><outline text="Eels" xmlUrl="https://eels.example/feed"/></outline>
  <outline text="Weirs" xmlUrl="https://weirs.example/feed"/>
  <outline text="Bad" xmlUrl="javascript:alert('x')"/>
</body></opml>`

/** Imports a file as the page's form does. */
const upload = (content: string | undefined, category?: string, formToken?: string) =>
  submit('/sources/import', formWith(content, category, formToken), { cookie: signedIn.cookie })

function formWith(content: string | undefined, category = '', formToken = signedIn.formToken): FormData {
  const form = new FormData()
  form.set('form-token', formToken)
  form.set('file', new File(content === undefined ? [] : [content], 'feeds.opml'))
  form.set('category', category)
  return form
}

const listed = async () =>
  (await it.sources.list()).map(({ title, address, category }) => `${title} ${address} ${category}`)

test('the feeds of a file become sources in the category of their folder, once', async () => {
  const first = await (await upload(mine)).text()
  const again = await (await upload(mine)).text()

  expect(first).toMatch(
    /role="status" [^]*2 sources added, 0 already there\.[^]*javascript:alert\(&#39;x&#39;\)/,
  )
  expect(again).toContain('0 sources added, 2 already there.')
  expect(await listed()).toEqual([
    'Eels https://eels.example/feed Nature',
    'Weirs https://weirs.example/feed ',
  ])
})

test('the category that was typed is that of all feeds of the file', async () => {
  await upload(mine, ' News ')
  expect(await listed()).toEqual([
    'Eels https://eels.example/feed News',
    'Weirs https://weirs.example/feed News',
  ])
})

test.each([
  ['nothing', undefined, '', 'Choose an OPML file.', 'file'],
  ['another file', 'Weirs, eels', '', 'The file is not an OPML file.', 'file'],
  ['a large file', mine + ' '.repeat(2 ** 21 + 2 ** 15), '', 'The file is larger than 2 MiB.', 'file'],
  ['a category of the file', mine.replace('Nature', 'x'.repeat(201)), '', 'The category of https', 'file'],
  ['a typed category', mine, 'x'.repeat(201), 'The category of https', 'import-category'],
])(
  '%s is refused, at the field that it is about, and nothing is added',
  async (_, content, category, words, field) => {
    const response = await upload(content, category)
    const page = await response.text()

    expect(response.status).toBe(422)
    expect(/<details open>[^]*role="alert">([^<]*)/.exec(page)?.[1]).toContain(words)
    expect(/<input\s+id="([^"]*)"[^>]*\sautofocus aria-invalid="true"/.exec(page)?.[1]).toBe(field)
    expect(page).toContain(`value="${category}"`)
    expect(await listed()).toEqual([])
  },
)

test('nothing is imported without a session or with a guessed token, nor from what is no form with a file', async () => {
  const form = formWith(mine)
  const damaged = {
    cookie: signedIn.cookie,
    headers: { 'Content-Type': 'multipart/form-data; boundary=other' },
  }
  const responses = [
    await submit('/sources/import', form),
    await upload(mine, '', 'guessed'),
    await submit('/sources/import', { 'form-token': signedIn.formToken }, { cookie: signedIn.cookie }),
    await submit('/sources/import', form, damaged),
  ]

  expect(responses.map(({ status }) => status)).toEqual([403, 403, 415, 400])
  expect(await listed()).toEqual([])
})

test('files are read one after another, however many an account sends at once', async () => {
  const encoded = new Response(formWith(mine))
  const body = new Uint8Array(await encoded.arrayBuffer())
  const waiting: (() => void)[] = []
  const sent = [0, 1].map(() => {
    let isAsked = false
    const stream = new ReadableStream<Uint8Array>(
      {
        pull(controller) {
          if (isAsked) return controller.close()
          isAsked = true
          return new Promise((resolve) =>
            waiting.push(() => {
              controller.enqueue(body)
              resolve()
            }),
          )
        },
      },
      { highWaterMark: 0 },
    )
    return it.ask('POST', '/sources/import', {
      body: stream,
      headers: {
        'Content-Type': encoded.headers.get('Content-Type') ?? '',
        'Sec-Fetch-Site': 'same-origin',
        Cookie: signedIn.cookie,
      },
    })
  })
  await expect.poll(() => waiting.length).toBe(1)
  await it.database.query('select')
  expect(waiting).toHaveLength(1)
  waiting[0]!()
  await expect.poll(() => waiting.length).toBe(2)
  waiting[1]!()

  expect((await Promise.all(sent)).map(({ status }) => status)).toEqual([200, 200])
})

test('the sources are exported as a file that can be imported again', async () => {
  const { cookie } = signedIn
  expect(await (await visit('/sources', { cookie })).text()).not.toContain('export.opml')
  expect((await visit('/sources/export.opml', { cookie })).status).toBe(303)
  await upload(mine)
  const before = await listed()
  expect(await (await visit('/sources', { cookie })).text()).toContain('href="/sources/export.opml"')
  const exported = await visit('/sources/export.opml', { cookie })
  const file = await exported.text()
  for (const { id } of await it.sources.list()) await it.sources.remove(id)
  await upload(file)

  expect(exported.headers.get('Content-Disposition')).toBe('attachment; filename="article-desk-sources.opml"')
  expect((await listed()).toSorted()).toEqual(before.toSorted())
  expect(await (await visit('/sources/export.opml')).text()).not.toContain('eels.example')
})

test('those that need a look are listed alone, with a way back to all', async () => {
  const page = async (path: string) => (await visit(path, { cookie: signedIn.cookie })).text()
  const headings = async (path: string) =>
    Array.from((await page(path)).matchAll(/<h[23][^>]*>([^<]*)/g), ([, words]) => words)
  await upload(mine)
  await it.database.query(`update sources set errors = 1, error = 'is gone' where title = 'Weirs'`)

  expect(await headings('/sources')).toEqual(['2 sources', 'Eels', 'Weirs'])
  expect(await page('/sources')).toContain('<a href="/sources?show=problems">1 source needs a look</a>')
  expect(await headings('/sources?show=problems')).toEqual(['1 source needs a look', 'Weirs'])
  expect(await page('/sources?show=problems')).toContain('<a href="/sources">All 2 sources</a>')
  await it.database.query('update sources set errors = 0')
  expect(await headings('/sources?show=problems')).toEqual(['No source needs a look'])
  expect(await page('/sources')).not.toContain('needs a look')
})
