import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { interruptDatabase } from '../testing/faulty-database.ts'
import type { TestService } from '../testing/test-service.ts'
import { startTestService } from '../testing/test-service.ts'
import { openTestSources } from '../testing/test-sources.ts'
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

beforeEach(() => it.database.query('delete from sources'))

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

test('the feeds of a long file are written together: one after the other, 10,000 took half a minute', async () => {
  const written: string[] = []
  const watched = interruptDatabase(it.database, (text, moment) => {
    if (moment === 'before' && text.includes('insert into sources')) written.push(text)
  })
  const sources = openTestSources(watched)
  const outlines = Array.from({ length: 300 }, (_, n) => `<outline xmlUrl="https://${n}.example/"/>`)
  await sources.importOpml(Buffer.from(`<opml version="2.0"><body>${outlines.join('')}</body></opml>`))
  await sources.close()

  expect(await listed()).toHaveLength(300)
  expect(written).toHaveLength(1)
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

const page = async (path: string) => (await visit(path, { cookie: signedIn.cookie })).text()

/** Those of the list, by name, and where its links lead. */
async function shownAt(path: string) {
  const text = await page(path)
  const [, title] = /<title>([^<]*) - Article Desk/.exec(text) ?? []
  const links = new Map(
    Array.from(text.matchAll(/<a\s+href="([^"#]*)(?:#list)?"[^>]*>([^<]*)<\/a/g), ([, to, words]) => [
      words!.trim(),
      to!.replaceAll('&amp;', '&'),
    ]),
  )
  return {
    title,
    heading: /<h2 id="list">([^]*?)<\/h2>/.exec(text)?.[1],
    names: Array.from(text.matchAll(/<h3 dir="auto">([^<]*)/g), ([, name]) => name),
    current: /aria-current="page">([^<]*)/.exec(text)?.[1],
    links,
    text,
  }
}

/** Sources named after their number; every third one of them fails. */
const addMany = (count: number) =>
  it.database.query(
    `insert into sources (kind, address, address_key, site, title, category, category_key, added_at, due_at, list_at,
      interval_ms, errors, error)
    select 'feed', 'https://' || n || '.example/feed', n, '', case when n % 2 = 0 then 'Café ' || n else 'Weir ' || n end,
      '', '', now(), now(), now(), 600000, case when n % 3 = 0 then 1 else 0 end, 'is gone'
    from generate_series(1, $1::int) as n`,
    [count],
  )

test('more than a hundred are listed in pages, which say how many there are and which one is shown', async () => {
  await addMany(100)
  const all = await shownAt('/sources')
  expect([all.title, all.heading, all.names.length, all.current]).toEqual([
    'Sources',
    '100 sources',
    100,
    undefined,
  ])
  expect(all.text).not.toContain('name="find"')

  await it.sources.importOpml(Buffer.from(mine))
  const first = await shownAt('/sources')
  expect(first.title).toBe('Sources, page 1 of 2')
  expect(first.heading).toBe('102 sources, page 1 of 2')
  expect(first.names).toHaveLength(100)
  expect([first.links.get('Previous'), first.links.get('Next'), first.links.get('Last')]).toEqual([
    undefined,
    '/sources?page=2',
    '/sources?page=2',
  ])
  const second = await shownAt('/sources?page=2')
  expect(second.names).toEqual(['Eels', 'Weirs'])
  expect(second.current).toBe('Page 2 of 2')
  expect([second.links.get('First'), second.links.get('Next')]).toEqual(['/sources', undefined])
  for (const [wanted, shown] of [
    ['99', 2],
    ['Infinity', 2],
    ['1.9', 1],
    ['-1', 1],
    ['x', 1],
  ])
    expect((await shownAt(`/sources?page=${wanted}`)).current).toBe(`Page ${shown} of 2`)
})

test('sources are found by name and address, on all pages and among those that need a look', async () => {
  await addMany(330)
  const found = await shownAt('/sources?find=+CAFE++%2F%2F12+')
  expect(found.names).toEqual(['Café 12', 'Café 120', 'Café 122', 'Café 124', 'Café 126', 'Café 128'])
  expect(found.heading).toBe('6 sources with “<bdi>CAFE  //12</bdi>”')
  expect(found.text).toMatch(/name="find"[^>]*value="CAFE  \/\/12"/)

  const cafes = await shownAt('/sources?find=cafe&page=2')
  expect(cafes.heading).toBe('165 sources with “<bdi>cafe</bdi>”, page 2 of 2')
  expect(cafes.links.get('Previous')).toBe('/sources?find=cafe')
  expect(cafes.text).toMatch(
    /href="\/sources\?show=problems&amp;find=cafe">55 sources with “<bdi>cafe<\/bdi>” need a look/,
  )

  const troubled = await shownAt('/sources?show=problems&page=2')
  expect(troubled.heading).toBe('110 sources need a look, page 2 of 2')
  expect(troubled.names).toHaveLength(10)
  expect(troubled.links.get('Previous')).toBe('/sources?show=problems')
  expect(troubled.text).toMatch(
    /<form role="search"[^>]*>\s*<input type="hidden" name="show" value="problems"/,
  )

  const none = await shownAt('/sources?find=<b>')
  expect(none.heading).toBe('No source with “<bdi>&lt;b&gt;</bdi>”')
  expect(none.links.get('All 330 sources')).toBe('/sources')
  expect((await shownAt(`/sources?find=${'a '.repeat(1_000)}`)).text).toContain(`value="${'a '.repeat(99)}a"`)
})

test.each([
  ['/sources?show=problems&find=m%C3%A4rz&page=3', '/sources?show=problems&find=m%C3%A4rz&page=3'],
  ['/sources/7/remove?page=3', '/sources/7/remove?page=3'],
  ['/sources/7/category', '/sources/7/category'],
  // Led back there, the browser would save the file, and still show the form.
  ['/sources/export.opml', '/sources'],
])('signing in leads back to the page that was asked for: %s', async (path, next) => {
  const page = await (await visit(path)).text()
  expect(page).toContain(`name="next" value="${next.replaceAll('&', '&amp;')}"`)
  expect(page).toContain('<a href="/sources" aria-current="true">')

  const signingIn = (key: string) => submit('/settings/session', { ...it.editor, key, next })
  expect(await (await signingIn('wrong')).text()).toContain(next.replaceAll('&', '&amp;'))
  expect((await signingIn(it.editor.key)).headers.get('Location')).toBe(next)
})

test('who has to sign in again for a change is led back to the page of the list that it was made on', async () => {
  const page = await (await submit('/sources/7/pause?find=weir&page=3', {})).text()
  expect(page).toContain('name="next" value="/sources?find=weir&amp;page=3"')
})

test.each([
  '//evil.example',
  '/sourcesof',
  '/sources\r\nX: y',
  '/sources/\u{1F41F}',
  'https://evil.example/sources',
])('signing in leads nowhere else: %j', async (next) => {
  const signedIn = await submit('/settings/session', { ...it.editor, next })
  expect(signedIn.headers.get('Location')).toBe('/settings')
})

test('whatever is done to a source leads back to the page that it was on', async () => {
  await addMany(330)
  const list = '/sources?show=problems&find=1&page=2'
  await it.database.query(`update sources set errors = 1`)
  const [source] = (await page(list)).matchAll(/<li id="source-(\d+)">/g)
  const id = source?.[1] ?? ''
  const place = `${list}#source-${id}`
  const query = list.replace('/sources', '')
  const post = (path: string, form = {}) =>
    submit(
      `/sources/${id}${path}${query}`,
      { 'form-token': signedIn.formToken, ...form },
      { cookie: signedIn.cookie },
    )
  const inMarkup = (path: string) => `/sources/${id}${path}${query.replaceAll('&', '&amp;')}"`

  const shown = await page(list)
  for (const path of ['/refresh', '/pause', '/category', '/remove']) expect(shown).toContain(inMarkup(path))
  for (const path of ['/category', '/remove']) {
    const asked = await page(`/sources/${id}${path}${query}`)
    expect(asked).toContain(`action="${inMarkup(path)}`)
    expect(asked).toContain(`href="${place.replaceAll('&', '&amp;')}">Cancel`)
  }
  expect(await (await post('/category', { category: 'x'.repeat(201) })).text()).toContain(
    inMarkup('/category'),
  )
  const done = [
    await post('/refresh'),
    await post('/category', { category: 'Eels' }),
    await post('/pause'),
    await post('/resume'),
    await post('/remove'),
  ]
  expect(done.map(({ headers }) => headers.get('Location'))).toEqual(done.map(() => place))
  // Opened again, as browsers do with the address that a form was sent to.
  expect((await visit(`/sources/${id}/pause${query}`)).headers.get('Location')).toBe(list)
})
