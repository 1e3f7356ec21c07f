import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { gunzipSync } from 'node:zlib'
import type { Page } from '@playwright/test'
import { expect } from 'vitest'
import { createJob, expect as soon, firstArticleDrawn } from '../e2e/fixtures.ts'
import { type ServiceProcess, startService } from '../e2e/service-process.ts'
import { lacksChromium, startChromium } from './chromium.ts'
import { keepFiles, lastFile } from './library-file.ts'
import { startOtherService } from './other-service.ts'
import { trial } from './guarantee.ts'

/** Where a key may be, as the README says: with its owner and in the tab that is signed in. */
const allowed = [/^service\/first-account-key\.txt$/, /^profile\/Default\/Session Storage\//]

/** An account, and how the desk reaches its service. */
interface Way extends Account {
  /** The desk's address. */
  readonly desk: string
  readonly remember: boolean
  /** Refuses the key from now on. */
  readonly revoke?: () => void
  readonly close: () => Promise<void>
  /** Files and logs of our own programs. */
  readonly left: () => readonly Found[]
}

const leftBy = (service: ServiceProcess): Found[] => [
  ...filesIn('service', service.dataDir),
  { name: 'log', bytes: Buffer.from(service.printed()) },
]

const embedded = (remember: boolean) => async (): Promise<Way> => {
  const service = await startService({ isLogging: true })
  const { address, email, apiKey } = service
  const left = () => {
    expect(service.printed()).toContain('/api/v1.0/jobs')
    return leftBy(service)
  }
  return { address, email, apiKey, desk: address, remember, left, close: () => service.dispose() }
}

const another = (isDirect: boolean) => async (): Promise<Way> => {
  const other = await startOtherService()
  const { address, email, apiKey } = other
  const server = await startService({ isLogging: true, ...(!isDirect && { remote: address, key: apiKey }) })
  return {
    address: isDirect ? address : server.address,
    email,
    apiKey,
    desk: server.address,
    remember: true,
    revoke: () => void (other.refuses = true),
    left: () => leftBy(server),
    async close() {
      other.close()
      await server.dispose()
    },
  }
}

const ways = [embedded(true), embedded(false), another(false), another(true)]

trial(
  'the key goes to one place',
  'files on the disk after all flows and ways of connecting, searched for the key in any notation',
  { quick: 0, whole: ways.length, lacks: lacksChromium },
  async (count) => {
    let searched = 0
    for (const connect of ways.slice(0, count)) {
      const way = await connect()
      const folder = mkdtempSync(path.join(tmpdir(), 'article-desk-key-'))
      const browser = await startChromium(path.join(folder, 'profile'))
      try {
        const sent: string[] = []
        browser.context.on('request', (request) => {
          const { origin, pathname } = new URL(request.url())
          if (request.headers()['authorization']) sent.push(origin)
          expect(request.url()).not.toContain(way.apiKey)
          // The service's own sign-in page is the only form that carries it.
          if (request.postData()?.includes(way.apiKey))
            expect(origin + pathname).toMatch(new RegExp(`^${way.address}/settings`))
        })
        const made = await useTheDesk(browser.page, way)
        expect([...new Set(sent)], 'sent to').toEqual([way.address])
        await browser.kill()
        const files = [...filesIn('profile', path.join(folder, 'profile')), ...way.left(), ...made]
        const found = files.filter(({ bytes }) => notations(way).some((text) => bytes.includes(text)))
        const elsewhere = found.filter(({ name }) => !allowed.some((pattern) => pattern.test(name)))
        expect(elsewhere.map(({ name }) => name)).toEqual([])
        // The search finds the key where it is.
        if (!way.revoke) expect(found.map(({ name }) => name)).toContain('service/first-account-key.txt')
        if (way.remember)
          expect(found.map(({ name }) => name)).not.toContainEqual(expect.stringMatching(/^profile/))
        searched += files.length
      } finally {
        await browser.kill()
        await way.close()
        rmSync(folder, { recursive: true, force: true })
      }
    }
    return [searched, '0 elsewhere']
  },
)

interface Found {
  readonly name: string
  readonly bytes: Buffer
}

interface Account {
  readonly address: string
  readonly email: string
  readonly apiKey: string
}

/** @returns the files made by the desk */
async function useTheDesk(page: Page, way: Way): Promise<Found[]> {
  const { desk, remember } = way
  await page.addInitScript(keepFiles)
  await page.goto(`${desk}/sign-in`)
  await page.evaluate(() => localStorage.setItem('article-desk/first-article', 'yes'))
  await page.getByLabel('E-mail').fill(way.email)
  if (desk !== way.address) {
    await page.getByText('Other service').click()
    await page.getByLabel('Service address').fill(way.address)
  }
  const keys = way.revoke ? [way.apiKey] : ['not-the-key-at-all', way.apiKey]
  for (const key of keys) {
    await page.getByLabel('API key', { exact: true }).fill(key)
    if (remember) await page.getByRole('checkbox', { name: /^Remember me/ }).check()
    await page.getByRole('button', { name: 'Sign in' }).click()
    if (key !== way.apiKey) await soon(page.getByRole('alert')).toBeVisible()
  }
  await soon(page.getByRole('navigation', { name: 'Main' })).toBeVisible()
  await createJob(page, { keywords: ['water'], count: 5 })
  await firstArticleDrawn(page)
  await page.keyboard.press('j')
  await page.keyboard.press('v')
  await soon(page.getByRole('radio', { name: 'Kept 1' })).toBeAttached()
  await page.reload()
  const made: Found[] = []
  const download = async (name: string, act: () => Promise<unknown>) => {
    await act()
    const bytes = await lastFile(page)
    made.push({ name, bytes: name === 'backup' ? gunzipSync(bytes) : bytes })
  }
  await page
    .getByRole('button', { name: /^Export/ })
    .first()
    .click()
  await download('export', () =>
    page.getByRole('dialog').getByRole('button', { name: 'Export 5 articles' }).click(),
  )
  await page.goto(`${desk}/preferences`)
  await download('backup', () => page.getByRole('button', { name: 'Download backup' }).click())
  if (way.revoke) way.revoke()
  else await renewKey(page, way)
  await requestRefused(page, way)
  return made
}

/** On the service's own page; the desk's key is then out of date. */
async function renewKey(page: Page, { address, email, apiKey }: Way): Promise<void> {
  await page.goto(`${address}/settings`)
  await page.getByLabel('E-mail').fill(email)
  await page.getByLabel('API key').fill(apiKey)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.getByRole('button', { name: 'Make a new key' }).click()
  await soon(page.getByText(/new key/i).first()).toBeVisible()
}

async function requestRefused(page: Page, { desk, apiKey }: Way): Promise<void> {
  await page.goto(`${desk}/jobs/new`)
  await page.getByRole('button', { name: 'Create job' }).click()
  const again = page.getByRole('heading', { name: 'Sign in again to go on' })
  await soon(again).toBeVisible()
  await page.getByLabel('API key', { exact: true }).fill(apiKey)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await soon(again).toBeVisible()
}

function notations({ email, apiKey }: Account): Buffer[] {
  const base64 = ['', 'x', 'xx'].map((before) =>
    // In base64, only the middle is the same wherever the key starts.
    Buffer.from(before + apiKey)
      .toString('base64')
      .slice(4, 40),
  )
  const texts = [
    apiKey,
    ...base64,
    Buffer.from(`${email}:${apiKey}`).toString('base64'),
    Buffer.from(apiKey).toString('hex'),
  ]
  return texts.flatMap((text) => [Buffer.from(text), Buffer.from(text, 'utf16le')])
}

function filesIn(name: string, root: string): Found[] {
  return readdirSync(root, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name))
    .map((file) => ({ name: `${name}/${path.relative(root, file)}`, bytes: readFileSync(file) }))
}
