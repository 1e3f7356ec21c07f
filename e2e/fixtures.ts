import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { test as base, expect as baseExpect, type Page } from '@playwright/test'
import type axe from 'axe-core'
import { type FaultProxy, holdJobs, startFaultProxy } from './fault-proxy.ts'
import type { RunningService } from './service-process.ts'

// Set here as well as in the configuration, which applies only to its runner: `npm run trust` uses these without it.
export const expect = baseExpect.configure({ timeout: 15_000 })

/** Launches a full Chromium, with everything that an editor's has. */
export const launchOptions = {
  executablePath: process.env.CHROMIUM_PATH,
  args: [
    '--headless=new',
    '--no-sandbox',
    '--disable-quic',
    '--disable-background-networking',
    '--disable-component-update',
  ],
}

interface Fixtures {
  /**
   * Whether pages prefetch the rest of the desk while idle, as an editor's do. Each test is a new device, and this is a
   * quarter of its time. Tests of that, and those of the main way through the desk, allow it.
   */
  readonly prefetches: boolean
  /** All tests share it (see `shared-service.ts`); one that stops a service has its own. */
  readonly service: RunningService
  /** The proxy between this test's browser and the service; the desk is opened through it. */
  readonly wire: FaultProxy
  /** A page whose console errors and uncaught exceptions fail the test. */
  readonly page: Page
  /** Signs in on the page and creates a job. Ends when the list of its articles is drawn. */
  readonly collect: (wanted: Wanted) => Promise<void>
  /** The same, but ends when the job is said to run, as it is until the wire is cleared. */
  readonly watch: (wanted: Wanted) => Promise<void>
}

export const test = base.extend<Fixtures>({
  // oxlint-disable-next-line no-empty-pattern -- the runner reads the fixtures a fixture needs from its pattern
  service: async ({}, provide) => {
    await provide(JSON.parse(process.env.SHARED_SERVICE!) as RunningService)
  },
  wire: async ({ service }, provide) => {
    const wire = await startFaultProxy(service.address)
    await provide(wire)
    await wire.dispose()
  },
  prefetches: [false, { option: true }],
  context: async ({ context, prefetches }, provide) => {
    if (!prefetches) await context.addInitScript(() => (window.requestIdleCallback = () => 0))
    await provide(context)
  },
  page: async ({ page }, provide) => {
    const uncaught: string[] = []
    page.on('pageerror', (error) => uncaught.push(String(error)))
    page.on('console', (message) => {
      // The browser itself logs refused and lost requests; a policy violation is our fault.
      if (/Content Security Policy|Trusted/i.test(message.text())) uncaught.push(message.text())
    })
    await provide(page)
    expect(uncaught).toEqual([])
  },
  collect: async ({ page, wire, service }, provide) => {
    await provide(async (wanted) => {
      await openSignedIn(page, wire.address, service)
      await createJob(page, wanted)
      await firstArticleDrawn(page)
    })
  },
  watch: async ({ page, wire, service }, provide) => {
    await provide(async (wanted) => {
      await openSignedIn(page, wire.address, service)
      wire.inject(holdJobs)
      await createJob(page, wanted)
      await expect(page.getByText('Service says: running')).toBeVisible()
    })
  },
})

type Account = Omit<RunningService, 'address'>

/** An editor's first job opens its first article automatically; most tests want the list. */
const firstArticleKey = 'article-desk/first-article'

/**
 * Opens the desk as a reload after a sign-in would. The form to sign in takes a tenth of a usual test; a few tests use
 * it. Most tests begin with a job, so this opens the form for one: the list of jobs before it would take as much.
 */
export async function openSignedIn(
  page: Page,
  address: string,
  { email, apiKey }: Account,
  path = '/jobs/new',
): Promise<void> {
  const session = { email, apiKey, serviceAddress: address, at: Date.now() }
  await page.addInitScript(
    ({ session, firstArticleKey }) => {
      // Signs in only once, since a test may sign out.
      if (!location.protocol.startsWith('http') || sessionStorage.getItem('was-opened')) return
      sessionStorage.setItem('was-opened', 'yes')
      sessionStorage.setItem('article-desk/session', session)
      localStorage.setItem(firstArticleKey, 'yes')
    },
    { session: JSON.stringify(session), firstArticleKey },
  )
  await page.goto(address + path)
  await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible()
}

export async function signIn(
  page: Page,
  address: string,
  account: Account,
  { remember = false } = {},
): Promise<void> {
  await page.goto(`${address}/sign-in`)
  await page.evaluate((key) => localStorage.setItem(key, 'yes'), firstArticleKey)
  await page.getByLabel('E-mail').fill(account.email)
  await page.getByLabel('API key', { exact: true }).fill(account.apiKey)
  if (remember) await page.getByRole('checkbox', { name: /^Remember me/ }).check()
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible()
}

export interface Wanted {
  readonly keywords?: readonly string[]
  readonly category?: string
  readonly count?: number
  readonly removeSignatures?: boolean
}

/** Goes to "New job", unless it is open, fills it in and creates the job; ends on the job's screen. */
export async function createJob(page: Page, wanted: Wanted): Promise<void> {
  if (!page.url().endsWith('/jobs/new'))
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'New job' }).click()
  await expect(page.getByRole('heading', { name: 'New job' })).toBeVisible()
  for (const keyword of wanted.keywords ?? []) {
    await page.getByLabel('Keywords').fill(keyword)
    await page.getByLabel('Keywords').press('Enter')
  }
  if (wanted.category) await page.getByLabel('Category').fill(wanted.category)
  if (wanted.count) await page.getByLabel('Number of articles').fill(String(wanted.count))
  if (wanted.removeSignatures) await page.getByRole('switch', { name: 'Remove signatures' }).click()
  await page.getByRole('button', { name: 'Create job' }).click()
  // The form also names earlier jobs.
  await expect(page.getByRole('heading', { name: 'New job' })).toBeHidden()
  // The first of a device's jobs opens its first article, which names the job as well.
  await expect(
    page
      .getByRole('main')
      .getByText(/^Job \d+$/)
      .first(),
  ).toBeVisible()
}

/** Waits until a finished job's list has drawn its first article, since only visible articles can be decided on. */
export async function firstArticleDrawn(page: Page): Promise<void> {
  const list = page.getByRole('region', { name: 'Collected articles' })
  await expect(list.getByRole('article').first()).toBeVisible()
}

/** Opens a screen by its link, or the preferences by the menu of the account: loading the desk anew takes longer. */
export async function openScreen(page: Page, name: string): Promise<void> {
  if (name === 'Preferences') {
    await page.getByRole('banner').getByRole('button', { name: '@' }).click()
    await page.getByRole('menuitem', { name }).click()
  } else await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name, exact: true }).click()
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
}

/** Makes an empty list, on the screen of skipped articles. */
export async function createList(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: 'New list' }).click()
  await page.getByRole('textbox', { name: 'Name' }).fill(name)
  await page.getByRole('button', { name: 'Create list' }).click()
  await expect(page.getByRole('button', { name, exact: true })).toBeVisible()
}

/** Labels the current article. */
export async function addLabel(page: Page, label: string): Promise<void> {
  await page.keyboard.press('l')
  await page.getByRole('textbox', { name: 'Label' }).fill(label)
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Done' }).click()
}

/**
 * Runs in the page: its worker gets calls of this name only once the page calls `releaseCalls`, as if it were too busy
 * until then.
 */
export function holdCalls(name: string): void {
  const { prototype } = Worker
  const post = Object.getOwnPropertyDescriptor(prototype, 'postMessage')?.value as (
    this: Worker,
    ...message: unknown[]
  ) => void
  let held: (() => void)[] | undefined = []
  Object.assign(window, {
    releaseCalls() {
      for (const send of held ?? []) send()
      held = undefined
    },
  })
  prototype.postMessage = function hold(this: Worker, ...message: unknown[]) {
    const send = () => post.apply(this, message)
    if (held && (message[0] as { name?: string }).name === name) held.push(send)
    else send()
  }
}

/** Runs in the page, after `holdCalls`. */
export const releaseCalls = (): void => (window as unknown as { releaseCalls: () => void }).releaseCalls()

/** The article ids copied by the toolbar's "Copy ids". */
export async function copyIds(page: Page): Promise<number[]> {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  // Clear the clipboard first, so that an earlier copy isn't mistaken for this one.
  await page.evaluate(() => navigator.clipboard.writeText(''))
  await page.getByRole('button', { name: /^Copy ids/ }).click()
  const read = () => page.evaluate(() => navigator.clipboard.readText())
  await expect.poll(read).not.toBe('')
  const copied = await read()
  return copied.split(/\s+/).map(Number)
}

const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** Runs axe's rules on the whole page, or on the popup above it, which is all that can be used then. */
export async function expectNoViolations(
  page: Page,
  where?: string,
  { within = 'html', rules }: { within?: string; rules?: string[] | undefined } = {},
): Promise<void> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axeSource)
  const found = await page.evaluate(
    async ({ within, rules }) => {
      const { run } = (window as unknown as { axe: typeof axe }).axe
      // The kit's guards at both ends of an open menu break the rule aria-hidden-focus: hidden from screen readers, they
      // take the focus, but only to hand it on at once. The kit has no setting for them, and axe none for one rule there.
      const place = { include: [within], exclude: ['[data-base-ui-focus-guard]'] }
      const { violations } = await run(place, {
        resultTypes: ['violations'],
        ...(rules && { runOnly: { type: 'rule', values: rules } }),
      })
      return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' | ')}`)
    },
    { within, rules },
  )
  expect(found, where).toEqual([])
}
