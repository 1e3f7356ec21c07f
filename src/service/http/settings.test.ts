import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { TestService } from '../testing/test-service.ts'
import { startTestService } from '../testing/test-service.ts'
import { cookieOf, createVisitor } from '../testing/visitor.ts'

let it: TestService
let editor: { email: string; key: string }
let made = 0

beforeAll(async () => {
  it = await startTestService()
})
afterAll(() => it.stop())

beforeEach(async () => {
  editor = await it.accounts.add(`editor-${(made += 1)}@example.org`)
})

const {
  visit,
  submit,
  signIn: signInAs,
} = createVisitor(
  () => it,
  () => `192.0.2.${made}`,
)
const signIn = () => signInAs(editor)

const works = async (key: string): Promise<boolean> =>
  (await it.ask('POST', '/api/v1.0/ping', { as: { ...editor, key } })).ok

test.each(['/settings/key', '/settings/session', '/settings/elsewhere'])(
  '%s, opened as a page, redirects to the settings',
  async (path) => {
    const response = await visit(path, { headers: { Accept: 'text/html' } })

    expect([response.status, response.headers.get('Location')]).toEqual([303, '/settings'])
  },
)

test.each([
  // No room.
  ['53100', 503, 'Try again in a moment.', '5'],
  ['XX001', 500, 'It has been logged.', null],
])(
  'people read an error of the service (%s) on a page, with the way back',
  async (code, status, words, retryAfter) => {
    await it.database.query(`create or replace function refuse() returns trigger language plpgsql
      as $$ begin raise exception using errcode = '${code}'; end $$`)
    await it.database.query(
      'create trigger refusing before insert on settings_tokens execute function refuse()',
    )
    const response = await submit('/settings/session', { ...editor, next: '/sources?page=3' })
    await it.database.query('drop trigger refusing on settings_tokens')
    const page = await response.text()

    expect([response.status, response.headers.get('Retry-After')]).toEqual([status, retryAfter])
    expect(response.headers.get('Content-Type')).toMatch(/^text\/html/)
    expect(response.headers.get('Content-Security-Policy')).toContain("style-src 'self'")
    expect(page).toContain(words)
    expect(page).toContain('<a href="/settings">Back to the settings</a>')
  },
)

test('an editor signs in, renews the key, sees it once, and the old one stops working', async () => {
  const { cookie, formToken } = await signIn()
  const renewed = await submit('/settings/key', { 'form-token': formToken }, { cookie })
  const key = /<code>([A-Za-z0-9_-]{32})<\/code>/.exec(await renewed.text())?.[1] ?? ''

  expect(await works(key)).toBe(true)
  expect(await works(editor.key)).toBe(false)
  expect(await (await visit('/settings', { cookie: cookieOf(renewed) })).text()).not.toContain(key)
})

test('a key that was copied with a space or a line break around it is right, here and in the interface', async () => {
  const response = await submit('/settings/session', { ...editor, key: ` ${editor.key}\t` })

  expect(response.status).toBe(303)
  expect(await works(`${editor.key}\n`)).toBe(true)
})

test('the line of the file of the first key, pasted as the key, is right', async () => {
  const response = await submit('/settings/session', { ...editor, key: `${editor.email}:${editor.key}\n` })

  expect(response.status).toBe(303)
})

test('so is it where the e-mail was typed in capitals, as the keyboards of phones begin it', async () => {
  const response = await submit('/settings/session', {
    email: editor.email.toUpperCase(),
    key: `${editor.email}: ${editor.key}`,
  })

  expect(response.status).toBe(303)
})

test('over TLS the cookie is bound to this host, and never sent unencrypted', async () => {
  const behindTls = await startTestService({ trustProxy: true })
  const headers = { 'X-Forwarded-Proto': 'https', 'X-Forwarded-Host': 'desk.test' }
  const visitor = createVisitor(
    () => behindTls,
    () => '192.0.2.1',
  )
  const response = await visitor.submit('/settings/session', behindTls.editor, { headers })
  const page = await visitor.visit('/settings', { cookie: cookieOf(response), headers })

  expect(response.headers.get('Set-Cookie')).toMatch(/^__Host-settings-session=.*; Secure/)
  expect(await page.text()).toContain('form-token')
  await behindTls.stop()
})

test('a form that is submitted twice renews the key once', async () => {
  const { cookie, formToken } = await signIn()
  const renewed = await submit('/settings/key', { 'form-token': formToken }, { cookie })
  const again = await submit('/settings/key', { 'form-token': formToken }, { cookie: cookieOf(renewed) })

  expect([renewed.status, again.status]).toEqual([200, 403])
})

test('a double click makes one new key, which the page that remains shows', async () => {
  const { cookie, formToken } = await signIn()
  const click = () => submit('/settings/key', { 'form-token': formToken }, { cookie })
  const pages = await Promise.all([click(), click()])
  const late = await click()
  const key = /<code>([A-Za-z0-9_-]{32})<\/code>/.exec(await late.text())?.[1] ?? ''

  expect(await works(key)).toBe(true)
  for (const page of pages) expect(await page.text()).toContain(key)
  expect(await (await visit('/settings', { cookie: cookieOf(late) })).text()).toContain(editor.email)
})

test('of two renewals at once, one makes a key and the other says that its session has expired', async () => {
  const sessions = [await signIn(), await signIn()]
  const pages = await Promise.all(
    sessions.map(({ cookie, formToken }) => submit('/settings/key', { 'form-token': formToken }, { cookie })),
  )
  const [renewed, refused] = pages.toSorted((a, b) => a.status - b.status)
  const key = /<code>([A-Za-z0-9_-]{32})<\/code>/.exec(await renewed!.text())?.[1] ?? ''

  expect(await works(key)).toBe(true)
  expect(refused!.status).toBe(403)
  expect(await refused!.text()).toMatch(/role="alert">Your session has expired/)
  expect(await (await visit('/settings', { cookie: cookieOf(renewed!) })).text()).toContain('form-token')
})

test('an editor’s own key is hashed slowly', async () => {
  const { cookie, formToken } = await signIn()
  const key = 'a key, with ünusual: characters'
  const response = await submit('/settings/key', { 'form-token': formToken, own: 'yes', key }, { cookie })
  const { rows } = await it.database.query<{ salted: boolean }>(
    'select key_salt is not null as salted from accounts where email = $1',
    [editor.email],
  )

  expect(response.status).toBe(200)
  expect(await response.text()).not.toContain('ünusual')
  expect(rows).toEqual([{ salted: true }])
  expect(await works(key)).toBe(true)
})

test('a user-chosen key that can be guessed is rejected with the reason', async () => {
  const { cookie, formToken } = await signIn()
  const response = await submit(
    '/settings/key',
    { 'form-token': formToken, own: 'yes', key: 'short' },
    { cookie },
  )

  expect(response.status).toBe(422)
  expect(await response.text()).toMatch(/role="alert">[^<]*at least 12 characters/)
  expect(await works(editor.key)).toBe(true)
})

test('the line of the file of the first key, pasted as a new key, is rejected: no sign-in would take it', async () => {
  const { cookie, formToken } = await signIn()
  const line = `${editor.email}:${editor.key}`
  const form = { 'form-token': formToken, own: 'yes', key: line }
  const response = await submit('/settings/key', form, { cookie })

  expect(response.status).toBe(422)
  expect(await response.text()).toMatch(/role="alert">[^<]*without the e-mail/)
  expect(await works(editor.key)).toBe(true)
})

test('a refused key has the focus and its error: screen readers read no alert that a page opens with', async () => {
  const { cookie, formToken } = await signIn()
  const own = { 'form-token': formToken, own: 'yes', key: 'short' }
  const notesOf = async (response: Response) =>
    /<input\s+id="key"[^>]*\sautofocus aria-invalid="true" aria-describedby="([^"]*)"/.exec(
      await response.text(),
    )?.[1]

  expect(await notesOf(await submit('/settings/session', { ...editor, key: 'wrong' }))).toBe('fault')
  expect(await notesOf(await submit('/settings/key', own, { cookie }))).toBe('fault key-help')
  expect(await (await visit('/settings', { cookie })).text()).not.toMatch(/autofocus|aria-invalid/)
})

test('a wrong key does not sign in', async () => {
  const refused = await submit('/settings/session', { ...editor, key: 'wrong' })

  expect([refused.status, refused.headers.get('Set-Cookie')]).toEqual([403, null])
})

test('a one-time link opens the settings once, and is not used up by opening its address', async () => {
  const account = await it.accounts.find(editor.email)
  const token = await it.settingsAccess.createLink(account!.id)
  await visit(`/settings?token=${token}`)
  const page = await visit(`/settings?token=${token}`)
  const opened = await submit('/settings/session', { token })
  const again = await submit('/settings/session', { token })

  expect(await page.text()).toContain(`name="token" value="${token}"`)
  expect(opened.status).toBe(303)
  expect(await (await visit('/settings', { cookie: cookieOf(opened) })).text()).toContain(editor.email)
  expect([again.status, again.headers.get('Set-Cookie')]).toEqual([403, null])
})

test('an expired link opens nothing', async () => {
  const account = await it.accounts.find(editor.email)
  const token = await it.settingsAccess.createLink(account!.id)
  await it.database.query(`update settings_tokens set expires_at = now() - interval '1 second'`)

  expect((await submit('/settings/session', { token })).status).toBe(403)
})

test('neither tokens nor keys are stored as plain text', async () => {
  const { cookie } = await signIn()
  const { rows: tokens } = await it.database.query('select token_hash::text, kind from settings_tokens')
  const { rows: accounts } = await it.database.query('select key_hash::text from accounts')
  const kept = JSON.stringify([tokens, accounts])

  expect(kept).not.toContain(Buffer.from(cookie.split('=')[1] ?? '').toString('hex'))
  expect(kept).not.toContain(Buffer.from(editor.key).toString('hex'))
})

test('the cookie can’t be read by scripts or sent by other sites', async () => {
  const response = await submit('/settings/session', editor)

  expect(response.headers.get('Set-Cookie')).toMatch(/; Max-Age=900; Path=\/; HttpOnly; SameSite=Strict$/)
})

test.each([
  ['another site', { 'Sec-Fetch-Site': 'cross-site', Origin: 'https://evil.example' }],
  ['another port of this machine', { 'Sec-Fetch-Site': 'same-site', Origin: 'http://desk.test:8080' }],
  ['a sandboxed frame', { 'Sec-Fetch-Site': 'cross-site', Origin: 'null' }],
])('a form from %s changes nothing', async (_, headers) => {
  const { cookie, formToken } = await signIn()
  const responses = [
    await submit('/settings/key', { 'form-token': formToken }, { cookie, headers }),
    await submit('/settings/session', editor, { headers }),
  ]

  expect(responses.map(({ status }) => status)).toEqual([403, 403])
  expect(await works(editor.key)).toBe(true)
})

test('a form without the page’s token changes nothing', async () => {
  const { cookie } = await signIn()
  const response = await submit('/settings/key', { 'form-token': 'guessed' }, { cookie })

  expect(response.status).toBe(403)
  expect(await works(editor.key)).toBe(true)
})

test('signing in again ends the previous session', async () => {
  const { cookie } = await signIn()
  const again = await submit('/settings/session', editor, { cookie })

  expect(await (await visit('/settings', { cookie })).text()).toContain('Sign in with')
  expect(await (await visit('/settings', { cookie: cookieOf(again) })).text()).toContain(editor.email)
})

test('a new key ends every other session', async () => {
  const thief = await signIn()
  const { cookie, formToken } = await signIn()
  await submit('/settings/key', { 'form-token': formToken }, { cookie })

  expect(await (await visit('/settings', { cookie: thief.cookie })).text()).toContain('Sign in with')
})

test('nor does a session begun with the old key at the same moment last', async () => {
  const { cookie, formToken } = await signIn()
  const [thief] = await Promise.all([
    submit('/settings/session', editor),
    submit('/settings/key', { 'form-token': formToken }, { cookie }),
  ])

  expect(await (await visit('/settings', { cookie: cookieOf(thief) })).text()).toContain('Sign in with')
})

test('nor does one that a link opens at that moment', async () => {
  const { id } = (await it.accounts.find(editor.email))!
  const token = await it.settingsAccess.createLink(id)
  const { cookie, formToken } = await signIn()
  const [thief] = await Promise.all([
    submit('/settings/session', { token }),
    submit('/settings/key', { 'form-token': formToken }, { cookie }),
  ])

  expect(await (await visit('/settings', { cookie: cookieOf(thief) })).text()).toContain('Sign in with')
})

test('typed text is returned as text, never as markup', async () => {
  const response = await submit('/settings/session', { email: '"><script>alert(1)</script>', key: 'x' })

  expect(await response.text()).not.toContain('<script')
})

test('the page runs no scripts, is never cached, and can’t be framed', async () => {
  const page = await visit('/settings')

  expect(page.headers.get('Content-Security-Policy')).toBe(
    "default-src 'none'; style-src 'self'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'",
  )
  expect(page.headers.get('Cache-Control')).toBe('no-store')
})

test('the page looks like the desk: its stylesheet has the desk’s tokens, and no other values', async () => {
  const response = await visit('/service.css')
  const stylesheet = await response.text()
  const defined = new Set([...stylesheet.matchAll(/(--[\w-]+):/g)].map(([, name]) => name))
  const used = [...stylesheet.matchAll(/var\((--[\w-]+)\)/g)].map(([, name]) => name)

  expect(response.headers.get('Content-Type')).toContain('text/css')
  expect(used).toContain('--paper')
  expect(used.filter((name) => !defined.has(name))).toEqual([])
  expect(await (await visit('/settings')).text()).toContain('href="/service.css"')
})
