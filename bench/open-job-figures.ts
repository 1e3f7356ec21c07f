import type { Browser, Page } from '@playwright/test'
import {
  freshPage,
  heapBytes,
  longestTask,
  signInForBench,
  timeFromClick,
  timeKeystrokes,
  watchLongTasks,
} from './browser.ts'
import { type Figure, median } from './figures.ts'

const sizes = [100, 1000, 10_000]
const runs = 5
const typed = 'river bread winter 7'

/** From the click on "Open job" to the first card, against a bare page that waits for the same bytes. */
export async function openJobFigures(browser: Browser, address: string): Promise<Figure[]> {
  const figures: Figure[] = []
  for (const size of sizes) {
    const page = await freshPage(browser)
    await signInForBench(page, address)
    const baselines: number[] = []
    const ours: number[] = []
    let longestMs = 0
    // The first run of each warms up the code and isn't counted. The two alternate so that noise affects both.
    for (let run = 0; run <= runs; run += 1) {
      const jobId = size * 100 + run
      const baseline = await bareRun(browser, address, jobId)
      await page.getByRole('link', { name: 'Jobs', exact: true }).click()
      await page.getByLabel('Job number').fill(String(jobId))
      await watchLongTasks(page)
      const time = await timeFromClick(page, 'article', () =>
        page.getByRole('button', { name: 'Open job' }).click(),
      )
      await page.getByText(/^Ready: /).waitFor()
      if (run === 0) continue
      baselines.push(baseline)
      ours.push(time)
      longestMs = Math.max(longestMs, await longestTask(page))
    }
    const name = size.toLocaleString('en')
    figures.push({
      name: `first of ${name} cards after the click`,
      value: median(ours),
      unit: 'ms',
      baseline: median(baselines),
      budget: 1.5,
    })
    figures.push(...(await costs(page, name, longestMs)))
    if (size === 10_000)
      figures.push(
        await reopen(page, size * 100 + 1, median(baselines)),
        ...(await keystrokes(browser, address, page, size * 100 + runs)),
      )
    await page.context().close()
  }
  return figures
}

async function costs(page: Page, name: string, longestMs: number): Promise<Figure[]> {
  const elements = await page.evaluate(() => document.querySelectorAll('*').length)
  return [
    { name: `  longest main-thread task at ${name}`, value: longestMs, unit: 'ms', budget: 100 },
    {
      name: `  heap of the page at ${name}`,
      value: (await heapBytes(page)) / 2 ** 20,
      unit: 'MB',
      budget: 30,
    },
    { name: `  elements at ${name}`, value: elements, unit: '', budget: 1000 },
  ]
}

/** A finished job reopened from the history; the baseline fetches and parses it again. */
async function reopen(page: Page, jobId: number, baseline: number): Promise<Figure> {
  const times: number[] = []
  for (let run = 0; run < runs; run += 1) {
    await page.getByRole('link', { name: 'Jobs', exact: true }).click()
    const link = page.locator(`main a[href="/jobs/${jobId + run}"]`).first()
    await link.waitFor()
    times.push(await timeFromClick(page, 'article', () => link.click()))
  }
  return {
    name: 'first card of a job of 10,000 reopened',
    value: median(times),
    unit: 'ms',
    baseline,
    budget: 200 / 350,
  }
}

/** Types twenty letters into a job's search, against a page whose worker scans every text. */
async function keystrokes(browser: Browser, address: string, page: Page, jobId: number): Promise<Figure[]> {
  const bare = await freshPage(browser)
  await bare.goto(`${address}/bare/index.html?job=${jobId}`)
  await timeFromClick(bare, 'article', () => bare.getByRole('button').click())
  const baseline = await timeKeystrokes(bare, bare.getByLabel('Search'), typed)
  await bare.context().close()
  const field = page.getByLabel('Search these articles')
  await field.click()
  const ours = await timeKeystrokes(page, field, typed)
  return [
    {
      name: 'keystroke in the search of 10,000, median of twenty',
      value: median(ours),
      unit: 'ms',
      baseline: median(baseline),
      budget: 1.2,
    },
    {
      name: '  the slowest',
      value: Math.max(...ours),
      unit: 'ms',
      baseline: Math.max(...baseline),
      budget: 1,
    },
  ]
}

async function bareRun(browser: Browser, address: string, jobId: number): Promise<number> {
  const page = await freshPage(browser)
  await page.goto(`${address}/bare/index.html?job=${jobId}`)
  // An unmeasured run, so that the worker is up and the server has made the job.
  await timeFromClick(page, 'article', () => page.getByRole('button').click())
  const time = await timeFromClick(page, 'article', () => page.getByRole('button').click())
  await page.context().close()
  return time
}
