import type { Page } from '@playwright/test'
import { type FaultProxy, holdJobs, respondWithJobs } from './fault-proxy.ts'
import { createJob, expect, openSignedIn, test } from './fixtures.ts'

test('two tabs on one job ask for it no more often than one, and both see it end', async ({
  page,
  wire,
  watch,
}) => {
  await watch({ keywords: ['trees'], count: 2 })
  const other = await openAgain(page)
  await expectOneToAsk(wire)

  wire.clear()
  await expect(page.getByText('Ready: 2 articles', { exact: true })).toBeVisible()
  await expect(other.getByText('Ready: 2 articles', { exact: true })).toBeVisible()
  await expect(other.getByRole('list', { name: 'Articles' }).getByRole('article')).toHaveCount(2)
  expect(wire.calls.filter((call) => call === 'POST /api/v1.0/jobs')).toHaveLength(1)
})

test('the other tab continues watching when the one that watched is closed', async ({
  page,
  wire,
  watch,
}) => {
  await watch({ keywords: ['trees'], count: 2 })
  const other = await openAgain(page)

  await page.close()
  const before = jobChecks(wire).length
  await expect.poll(() => jobChecks(wire).length, { timeout: 10_000 }).toBeGreaterThan(before + 1)
  wire.clear()
  await expect(other.getByText('Ready: 2 articles', { exact: true })).toBeVisible()
})

test('both tabs show the partial result, even one that is opened later', async ({
  page,
  wire,
  context,
  watch,
}) => {
  await watch({ keywords: ['trees'], count: 2 })
  const other = await openAgain(page)
  const articles = ['One', 'Two', 'Three'].map((title, id) => ({ id: id + 1, title, text: `${title} tree.` }))
  wire.inject(respondWithJobs('running', articles))
  const third = await context.newPage()
  await third.goto(page.url())
  for (const tab of [page, other, third]) {
    await expect(tab.getByText('So far', { exact: true })).toBeVisible()
    await expect(tab.getByRole('list', { name: 'Articles' }).getByRole('article')).toHaveCount(3)
  }
})

test('a browser dialog in the leading tab delays no other tab', async ({ page, wire, watch }) => {
  await watch({ keywords: ['trees'], count: 2 })
  const other = await openAgain(page)
  const dialog = page.waitForEvent('dialog')
  // A listener that never responds: the dialog stays open, which freezes the page.
  page.on('dialog', () => {})
  void page.evaluate(() => setTimeout(() => alert('Look here'))).catch(() => {})
  const shown = await dialog

  const before = jobChecks(wire).length
  await expect.poll(() => jobChecks(wire).length, { timeout: 15_000 }).toBeGreaterThan(before + 1)
  wire.clear()
  await expect(other.getByText('Ready: 2 articles', { exact: true })).toBeVisible()
  await shown.dismiss()
  await expect(page.getByText('Ready: 2 articles', { exact: true })).toBeVisible()
})

test('a frozen leading tab is replaced by another, and asks no more when it thaws', async ({
  page,
  wire,
  context,
  watch,
}) => {
  await watch({ keywords: ['trees'], count: 2 })
  await openAgain(page)
  const devTools = await context.newCDPSession(page)
  await devTools.send('Page.setWebLifecycleState', { state: 'frozen' })
  const before = jobChecks(wire).length
  // One check may have been sent before the tab froze.
  await expect.poll(() => jobChecks(wire).length, { timeout: 15_000 }).toBeGreaterThan(before + 1)
  await devTools.send('Page.setWebLifecycleState', { state: 'active' })
  await expectOneToAsk(wire)
})

test('a key refused while several jobs are watched is sent once', async ({ page, wire, service }) => {
  await openSignedIn(page, wire.address, service)
  wire.inject(holdJobs)
  for (const keyword of ['trees', 'bread', 'rivers', 'roads', 'salt'])
    await createJob(page, { keywords: [keyword], count: 2 })
  // Twice each: then all are watched, and several are due at the same moment.
  await expect.poll(() => leastAsked(wire), { timeout: 20_000 }).toBeGreaterThanOrEqual(2)

  let refused = 0
  wire.inject((_, response) => {
    refused += 1
    setTimeout(
      () =>
        response
          .writeHead(401, { 'content-type': 'application/json', connection: 'close' })
          .end('{"status":401}'),
      300,
    )
    return true
  })
  await expect(page.getByRole('region', { name: 'Sign in again to go on' })).toBeVisible()
  await wire.quiet()
  expect(refused).toBe(1)
})

test('a decision in one tab appears in the other at once', async ({ page, context, collect }) => {
  await collect({ keywords: ['trees'], count: 2 })
  const other = await context.newPage()
  await other.goto(page.url())
  const there = other.getByRole('list', { name: 'Articles' }).getByRole('article').first()
  await expect(there).toBeVisible()

  await page.keyboard.press('j')
  await page.keyboard.press('d')
  await expect(there).toContainText('Rejected')
  await page.keyboard.press('z')
  await expect(there).not.toContainText('Rejected')
})

test('two tabs of a browser without Web Locks ask for a job no more often than one', async ({
  page,
  wire,
  context,
  watch,
}) => {
  await context.addInitScript(() => {
    Object.defineProperty(Navigator.prototype, 'locks', { get: () => undefined })
  })
  await watch({ keywords: ['trees'], count: 2 })
  const other = await openAgain(page)
  await expectOneToAsk(wire)
  wire.clear()
  await expect(other.getByText('Ready: 2 articles', { exact: true })).toBeVisible()
})

/** Opens a running job in a second tab. */
async function openAgain(page: Page): Promise<Page> {
  const other = await page.context().newPage()
  await other.goto(page.url())
  await expect(other.getByText('Service says: running')).toBeVisible()
  return other
}

/** A new job is polled at most once a second; two tabs that both watched it would poll twice as often. */
async function expectOneToAsk(wire: FaultProxy): Promise<void> {
  const before = jobChecks(wire).length
  const startedAt = Date.now()
  await expect
    .poll(() => jobChecks(wire).length, { timeout: 90_000, intervals: [100] })
    .toBeGreaterThanOrEqual(before + 5)
  expect(Date.now() - startedAt).toBeGreaterThan(3_500)
}

/** Only these: a worker that has just started also asks which service it is, which on a slow machine may be late. */
const jobChecks = ({ calls }: FaultProxy): string[] =>
  calls.filter((call) => call.startsWith('GET /api/v1.0/jobs/'))

/** How often the least-polled job was polled; 0 until all five have been. */
function leastAsked(wire: FaultProxy): number {
  const counts = new Map<string, number>()
  for (const call of jobChecks(wire)) counts.set(call, (counts.get(call) ?? 0) + 1)
  return counts.size < 5 ? 0 : Math.min(...counts.values())
}
