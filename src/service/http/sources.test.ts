import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { collectGarbage } from '../testing/collect-garbage.ts'
import type { TestSite } from '../testing/test-site.ts'
import { startSiteForTest } from '../testing/site-and-fetcher.ts'
import type { TestService } from '../testing/test-service.ts'
import { startTestService } from '../testing/test-service.ts'
import { createVisitor } from '../testing/visitor.ts'

let it: TestService
let site: TestSite
let signedIn: { cookie: string; formToken: string }
const logged: Readonly<Record<string, unknown>>[] = []

const { visit, submit, signIn } = createVisitor(
  () => it,
  () => '192.0.2.7',
)

beforeAll(async () => {
  it = await startTestService({
    collect: false,
    allowPrivateHosts: ['127.0.0.1'],
    sources: { pauseMs: 0 },
    log: (entry) => logged.push(entry),
  })
  signedIn = await signIn(it.editor, '/sources')
})
afterAll(() => it.stop())

beforeEach(async () => {
  site = await startSiteForTest((request, response) => {
    response.setHeader('Content-Type', 'application/rss+xml').end(feed(request.url ?? ''))
  })
  for (const { id } of await it.sources.list()) await it.sources.remove(id)
})

const post = (path: string, form: Record<string, string> = {}) =>
  submit(path, { 'form-token': signedIn.formToken, ...form }, { cookie: signedIn.cookie })

const nothing = { added: 0, changed: 0, refused: [] }

const pageText = async () => (await visit('/sources', { cookie: signedIn.cookie })).text()

test('a visitor without a session sees the way to sign in and nothing of the sources', async () => {
  await it.sources.add(`${site.url}/river`, 'Nature')
  const page = await (await visit('/sources')).text()

  expect(page).toContain('name="next" value="/sources"')
  expect(page).not.toContain('/river')
})

test('signing in leads back to the sources, and only to pages of the service', async () => {
  const ours = await submit('/settings/session', { ...it.editor, next: '/sources' })
  const elsewhere = await submit('/settings/session', { ...it.editor, next: 'https://evil.example' })

  expect([ours, elsewhere].map(({ headers }) => headers.get('Location'))).toEqual(['/sources', '/settings'])
})

test('a feed is tried without being saved, then added, and shown with its details', async () => {
  expect(await pageText()).toContain('reads up to 20 articles, which may take half a minute')
  const address = `${site.url}/river`
  const tried = await (await post('/sources/add', { address, category: 'Nature', try: 'yes' })).text()
  // Like all that comes from outside, in the direction of its own script.
  expect(tried).toMatch(/<h2 class="plain" dir="auto">News of \/river/)
  expect(tried).toMatch(/<blockquote lang="\w*">\s*<p dir="auto">/)
  expect(tried).toContain('The weir at &quot;Lock 9&quot; &amp; the eels')
  expect(await it.sources.list()).toEqual([])

  const added = await post('/sources/add', { address, category: 'Nature' })
  const page = await pageText()
  // Among hundreds of sources, the browser shows the one that was added.
  const [, id] = /<li id="(source-\d+)">\s*<h3 dir="auto">News of \/river/.exec(page) ?? []
  expect([added.status, added.headers.get('Location')]).toEqual([303, `/sources#${id}`])
  expect(page).toContain('News of /river')
  expect(page).toContain('Nature')
  expect(page).toContain('not collected yet')

  await it.sources.refresh(Number(id?.replace('source-', '')))
  // As in the middle of the first collection.
  await it.database.query('update sources set succeeded_at = null')
  expect(await pageText()).toMatch(/collected in part so far<\/span>[^]*1 new article in the last week</)
})

test('a source that is added leads to the page of the list that has it', async () => {
  await it.database.query(
    `insert into sources (kind, address, address_key, site, category, category_key, added_at, due_at, list_at, interval_ms)
    select 'folder', n, n, '', '', '', now(), now(), now(), 1 from generate_series(1, 200) as n`,
  )
  const added = await post('/sources/add', { address: `${site.url}/river` })
  const place = added.headers.get('Location') ?? ''
  expect(place).toMatch(/^\/sources\?page=3#source-\d+$/)
  const page = await (await visit(place.split('#')[0]!, { cookie: signedIn.cookie })).text()
  expect(page).toContain('News of /river')
})

test('addresses are looked at one after another, however many an account sends at once', async () => {
  let open = 0
  let most = 0
  const slow = await Promise.all(
    Array.from({ length: 3 }, () =>
      startSiteForTest(async (request, response) => {
        most = Math.max(most, (open += 1))
        await delay(50)
        open -= 1
        response.setHeader('Content-Type', 'application/rss+xml').end(feed(request.url ?? ''))
      }),
    ),
  )
  const sent = slow.map(({ url }) => post('/sources/add', { address: `${url}/river`, category: 'Nature' }))

  expect((await Promise.all(sent)).map(({ status }) => status)).toEqual([303, 303, 303])
  expect(most).toBe(1)
})

test('looking at an address ends after 25 s, whatever is left to be looked at', async () => {
  const silent = await startSiteForTest(() => undefined)
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  const tried = post('/sources/add', { address: `${silent.url}/river`, try: 'yes' })
  const isAsked = async (times: number) => {
    while (silent.count('/river') < times) await delay(5)
  }
  await isAsked(1)
  await vi.advanceTimersByTimeAsync(20_000)
  // As a listing first, then as an article.
  await isAsked(2)
  collectGarbage()
  await vi.advanceTimersByTimeAsync(5_000)

  expect(await (await tried).text()).toContain('takes too long to answer')
})

test.each([
  ['http://169.254.169.254/latest/meta-data', /private/i],
  ['file:///etc/passwd', /not a web address/],
  ['', /not a web address/],
  ['/srv/articles', /is a path. A folder is added .* source add folder/],
])('%j is rejected with a message, and stays in the field', async (address, words) => {
  const response = await post('/sources/add', { address, category: 'A "quoted" one' })
  const page = await response.text()

  expect(response.status).toBe(422)
  expect(/role="alert">([^<]*)/.exec(page)?.[1]).toMatch(words)
  expect(page).toContain(`value="${address}"`)
  expect(page).toContain('A &quot;quoted&quot; one')
})

test('a refused field has the focus and its error, with the words that explain it', async () => {
  const { source } = await it.sources.add(`${site.url}/river`, 'Nature')
  const refused = async (path: string, form: Record<string, string>) =>
    Array.from(
      (await (await post(path, form)).text()).matchAll(
        /<input\s+id="(\w+)"[^>]*\sautofocus aria-invalid="true" aria-describedby="([^"]*)"/g,
      ),
      ([, field, words]) => [field, words],
    )

  const long = 'x'.repeat(201)
  expect(await refused('/sources/add', { address: '/srv' })).toEqual([['address', 'fault address-help']])
  expect(await refused('/sources/add', { address: site.url, category: long })).toEqual([
    ['category', 'fault'],
  ])
  expect(await refused(`/sources/${source.id}/category`, { category: long })).toEqual([
    ['category', 'fault category-help'],
  ])
  expect(await pageText()).not.toMatch(/autofocus|aria-invalid/)
})

test('a category that no job could ask for is rejected, and reported if an earlier version has accepted it', async () => {
  const address = `${site.url}/river`
  const response = await post('/sources/add', { address, category: 'x'.repeat(201) })
  expect(response.status).toBe(422)
  expect(/role="alert">([^<]*)/.exec(await response.text())?.[1]).toBe(
    'The category is too long: a job can only ask for one of at most 200 characters.',
  )
  expect(site.paths()).toEqual([])

  await it.sources.add(address, 'x'.repeat(200))
  expect(await pageText()).not.toContain('too long')
  await it.database.query(`update sources set category = category || 'x'`)
  expect(await pageText()).toContain('Has a category too long for a job to ask for')
})

test('a source moves to another category on a page of its own', async () => {
  const { source } = await it.sources.add(`${site.url}/river`, 'Newz')
  const path = `/sources/${source.id}/category`
  const category = async () => (await it.sources.find(source.id)).category
  expect(await pageText()).toContain(`href="${path}"`)
  expect(await (await visit(path, { cookie: signedIn.cookie })).text()).toContain('value="Newz"')

  const refused = await post(path, { category: 'x'.repeat(201) })
  expect([refused.status, await category()]).toEqual([422, 'Newz'])
  expect(await refused.text()).toMatch(/role="alert">The category is too long[^]*value="x{201}"/)
  const moved = await post(path, { category: ' News ' })
  const place = `/sources#source-${source.id}`
  expect([moved.status, moved.headers.get('Location'), await category()]).toEqual([303, place, 'News'])
  await it.sources.remove(source.id)
  expect((await post(path, { category: 'News' })).headers.get('Location')).toBe(place)
})

test('a source can be paused, resumed and made due', async () => {
  const { source } = await it.sources.add(`${site.url}/river`, 'Nature')
  await post(`/sources/${source.id}/pause`)
  expect(await pageText()).toMatch(/class="paused">Paused/)
  await post(`/sources/${source.id}/resume`)
  expect(await pageText()).not.toMatch(/class="paused">Paused/)
  await it.database.query(`update sources set due_at = now() + interval '1 day', list_at = due_at`)
  await post(`/sources/${source.id}/refresh`)

  expect((await it.sources.find(source.id)).dueAt.getTime()).toBeLessThanOrEqual(Date.now())
})

test('the page says why the latest pages were not taken, until they are', async () => {
  const paths = ['/forbidden', '/gone', '/down', '/recording']
  const answer = startSiteForTest((request, response) => {
    const path = request.url ?? ''
    if (path === '/feed') response.setHeader('Content-Type', 'application/rss+xml').end(entries())
    else if (path === '/recording') response.setHeader('Content-Type', 'audio/mpeg').end('la')
    else response.writeHead(path === '/down' ? 500 : 404).end()
  }, 'User-agent: *\nDisallow: /forbidden')
  const { url } = await answer
  const entries = () =>
    `<rss version="2.0"><channel><title>Weirs</title>${paths
      .map(
        (path, index) =>
          `<item><title>The &lt;b&gt; of ${path}</title><link>${url}${path}</link><pubDate>0${index + 1} May 2024 10:00 GMT</pubDate></item>`,
      )
      .join('')}</channel></rss>`
  const { source } = await it.sources.add(`${url}/feed`, 'Nature')
  await it.sources.refresh(source.id)
  const reasons = async () =>
    Array.from(
      (await pageText()).matchAll(/<a href="([^"]*)" rel="noreferrer" dir="auto">([^<]*)<\/a>\s*<p>([^<]*)/g),
      ([, address, title, reason]) => [address!.replace(url, ''), title, reason],
    )

  expect((await reasons()).toSorted(([one], [other]) => (one! < other! ? -1 : 1))).toEqual([
    ['/down', 'The &lt;b&gt; of /down', 'Reports a server error (500); will be tried again.'],
    [
      '/forbidden',
      'The &lt;b&gt; of /forbidden',
      'Is not to be collected: the site&#39;s robots.txt forbids it; will be tried again.',
    ],
    ['/gone', 'The &lt;b&gt; of /gone', 'Is not there (404).'],
    ['/recording', 'The &lt;b&gt; of /recording', 'Is not a web page (audio/mpeg).'],
  ])
  expect(await pageText()).toContain('2 pages not taken')
  expect(await pageText()).toMatch(/Why pages were not taken\s*<\/summary>/)

  await it.database.query(
    `insert into source_items (source_id, item_key, address, title, fingerprint, state, reason, refused_at)
    select $1, n, $2 || '/' || n, '', '', 'refused', 'is a list of links', now() + n * interval '1 second'
    from generate_series(1, 9) as n`,
    [source.id, url],
  )
  expect((await reasons()).map(([address]) => address)).toEqual(['/9', '/8', '/7', '/6', '/5'])
  expect(await pageText()).toMatch(/Why the latest 5 pages were not taken\s*<\/summary>/)
  await it.database.query(`update source_items set state = 'kept', reason = '' where item_key = '8'`)
  expect((await reasons()).map(([address]) => address)).toEqual(['/9', '/7', '/6', '/5', '/4'])
})

test('the page reports a folder that this process can’t read', async () => {
  await it.sources.noteFolder('/no/such/folder', 'Nature', nothing)
  const [source] = await it.sources.list()
  const response = await post(`/sources/${source!.id}/refresh`)
  const page = await response.text()

  expect(response.status).toBe(422)
  expect(/role="alert">([^<]*)/.exec(page)?.[1]).toBe('The service can’t read /no/such/folder (ENOENT).')
  expect(page).toContain('Refresh now')
})

test('the page says what was added from a folder, and what was refused there and why', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'article-desk-folder-'))
  writeFileSync(join(folder, 'weirs.md'), `# Weirs of ${folder}\n\n${paragraph}`)
  writeFileSync(join(folder, 'eel.png'), 'x')
  await it.sources.noteFolder(folder, 'Nature', nothing)
  const [source] = await it.sources.list()
  await it.database.query(`update sources set lease_until = now() + interval '1 minute'`)
  expect(await pageText()).toContain('being imported')
  await it.sources.refresh(source!.id)
  const page = await pageText()
  rmSync(folder, { recursive: true })

  expect(page.split(`>${folder}<`), 'its address as its name, once').toHaveLength(2)
  expect(page).toContain('1 new article in the last week')
  expect(page).toContain('1 entry not taken')
  expect(page).toMatch(/Why entries were not taken\s*<\/summary>/)
  expect(page).toMatch(
    /<span dir="auto">eel\.png<\/span>\s*<p>Is not \.md, \.txt, \.html, \.json or \.jsonl\.<\/p>/,
  )
})

test('a folder is read again in the background, and once however often that is requested', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'article-desk-folder-'))
  const count = 3_000
  const lines = Array.from({ length: count }, (_, index) => `{"title":"${index}","text":"${paragraph}"}`)
  writeFileSync(join(folder, 'many.jsonl'), lines.join('\n'))
  await it.sources.noteFolder(folder, 'Nature', nothing)
  const [source] = await it.sources.list()
  const stored = async () => (await it.database.query('select from articles')).rowCount
  const before = await stored()
  const ended = () =>
    logged.filter(({ event, source: id }) => event === 'source-refreshed' && id === source!.id)
  let endedByFirst: number | undefined
  const requests = Array.from({ length: 3 }, async () => {
    const { status } = await post(`/sources/${source!.id}/refresh`)
    endedByFirst ??= ended().length
    return status
  })
  const statuses = await Promise.all(requests)
  await expect.poll(ended).toMatchObject([{ added: count, changed: 0, refused: 0 }])
  rmSync(folder, { recursive: true })

  expect([statuses, endedByFirst]).toEqual([[303, 303, 303], 0])
  expect(await stored()).toBe(before + count)
  expect(await pageText()).toContain('collected just now')
})

test('a folder removed while being read stays removed, and one that can’t be imported says so', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'article-desk-folder-'))
  const lines = Array.from({ length: 3_000 }, (_, index) => `{"title":"${index}","text":"${folder}"}`)
  writeFileSync(join(folder, 'many.jsonl'), lines.join('\n'))
  await it.sources.noteFolder(folder, 'Nature', nothing)
  const { id } = (await it.sources.list()).find(({ address }) => address === folder)!
  const ended = (what: string) => logged.filter(({ event, source }) => event === what && source === id).length
  await it.sources.refreshSoon(id)
  await it.sources.remove(id)
  await expect.poll(() => ended('source-refreshed')).toBe(1)
  expect((await it.sources.list()).map(({ address }) => address)).not.toContain(folder)

  writeFileSync(join(folder, 'more.jsonl'), '{"title":"New","text":"Nobody can store this."}')
  await it.database.query('alter table articles add constraint refused check (false) not valid')
  await it.sources.noteFolder(folder, 'Nature', nothing)
  const again = (await it.sources.list()).find(({ address }) => address === folder)!
  await it.sources.refresh(again.id).catch(() => undefined)
  await it.database.query('alter table articles drop constraint refused')
  rmSync(folder, { recursive: true })
  expect(await it.sources.find(again.id)).toMatchObject({ errors: 1, error: 'could not be imported' })
  // Like the command that imports it.
  await it.sources.noteFolder(folder, 'Nature', nothing)
  expect(await it.sources.find(again.id)).toMatchObject({ errors: 0, error: '' })
})

test('removal asks for confirmation, and a source that is already gone is no error', async () => {
  const { source } = await it.sources.add(`${site.url}/river`, 'Nature')
  const asked = await (await visit(`/sources/${source.id}/remove`, { cookie: signedIn.cookie })).text()
  expect(asked).toContain('The articles it has brought stay.')
  expect(await it.sources.list()).toHaveLength(1)

  const first = await post(`/sources/${source.id}/remove`)
  const again = await post(`/sources/${source.id}/remove`)
  expect([first.status, again.status]).toEqual([303, 303])
  expect(await it.sources.list()).toEqual([])
})

test('a number that no source can have is no error', async () => {
  const statuses = ['pause', 'resume', 'refresh', 'remove'].map(
    async (name) => (await post(`/sources/99999999999/${name}`)).status,
  )
  expect(await Promise.all(statuses)).toEqual([303, 303, 303, 303])
})

test('nothing changes without a session, with a guessed token, or from another site', async () => {
  const { source } = await it.sources.add(`${site.url}/river`, 'Nature')
  const path = `/sources/${source.id}/remove`
  const responses = [
    await submit(path, { 'form-token': signedIn.formToken }),
    await submit(path, { 'form-token': 'guessed' }, { cookie: signedIn.cookie }),
    await submit(
      path,
      { 'form-token': signedIn.formToken },
      { cookie: signedIn.cookie, headers: { 'Sec-Fetch-Site': 'cross-site' } },
    ),
  ]

  expect(responses.map(({ status }) => status)).toEqual([403, 403, 403])
  expect(await it.sources.list()).toHaveLength(1)
})

test('what a source says about itself is text on the page, never markup', async () => {
  await it.sources.add(`${site.url}/%3Cscript%3E`, '<b>bold</b>')
  const page = await pageText()

  expect(page).toContain('&lt;b&gt;bold')
  expect(page).not.toMatch(/<script|<b>/)
})

const paragraph =
  'The keeper of the weir has counted eels since the spring tide, by lamplight, with a clicker that he inherited. '

const feed = (path: string) => `<?xml version="1.0"?>
<rss version="2.0"><channel><title>News of ${path} &lt;script&gt;</title><link>${site.url}</link>
<item><title>The weir at "Lock 9" &amp;amp; the eels</title><guid isPermaLink="false">1</guid>
<description><![CDATA[<p>${paragraph.repeat(12)}</p><p>${paragraph.repeat(10)}</p>]]></description></item>
</channel></rss>`
