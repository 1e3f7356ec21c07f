import type { Browser, Page } from '@playwright/test'
import { freshPage, signInForBench, timeFromClick, timeOfReload, timesFromClick } from './browser.ts'
import { type Figure, median } from './figures.ts'

const sizes = [100, 10_000]
const runs = 7
/** Less time than anyone takes to fill in the form. */
const fillingInMs = 2_000
const card = 'article'

/**
 * From "Create job", and from the reload of a job, to its articles, against a bare page that waits for the same bytes.
 */
export async function waitFigures(browser: Browser, address: string): Promise<Figure[]> {
  const figures: Figure[] = []
  for (const size of sizes) figures.push(...(await creating(browser, address, size)))
  return [...figures, await reloading(browser, address)]
}

async function creating(browser: Browser, address: string, size: number): Promise<Figure[]> {
  const page = await freshPage(browser)
  await signInForBench(page, address)
  const cards: number[] = []
  const ready: number[] = []
  const baselines: number[] = []
  // The first run of each warms up the code and isn't counted. The two alternate so that noise affects both.
  for (let run = 0; run <= runs; run += 1) {
    const baselineMs = await bareCreating(browser, address, size)
    const [cardMs = Number.NaN, readyMs = Number.NaN] = await create(page, address, size)
    if (run === 0) continue
    baselines.push(baselineMs)
    cards.push(cardMs)
    ready.push(readyMs)
  }
  await page.context().close()
  const isLarge = size === Math.max(...sizes)
  const baseline = median(baselines)
  const name = `from the click on "Create job" to the first of ${size.toLocaleString('en')} cards`
  const first = { name, value: median(cards), unit: 'ms', baseline, budget: isLarge ? 1 : 2 }
  if (!isLarge) return [first]
  return [first, { name: '  to "Ready", all saved', value: median(ready), unit: 'ms', baseline, budget: 2.5 }]
}

async function create(page: Page, address: string, size: number): Promise<number[]> {
  await page.goto(`${address}/jobs/new`)
  await page.getByLabel('Number of articles').fill(String(size))
  await page.waitForTimeout(fillingInMs)
  const times = await timesFromClick(
    page,
    [{ selector: card }, { selector: '[role=status]', text: 'Ready' }],
    () => page.getByRole('button', { name: 'Create job' }).click(),
  )
  return times
}

async function bareCreating(browser: Browser, address: string, size: number): Promise<number> {
  const page = await freshPage(browser)
  await page.goto(`${address}/bare/index.html?count=${size}`)
  const open = () => page.getByRole('button').click()
  // An unmeasured run, so that the worker is up.
  await timeFromClick(page, card, open)
  const time = await timeFromClick(page, card, open)
  await page.context().close()
  return time
}

async function reloading(browser: Browser, address: string): Promise<Figure> {
  const [size] = sizes
  const jobId = size! * 100
  const page = await freshPage(browser)
  await signInForBench(page, address)
  const url = `${address}/jobs/${jobId}`
  await page.goto(url)
  await page.getByText(/^Ready: /).waitFor()
  const bare = await freshPage(browser)
  const times: number[] = []
  const baselines: number[] = []
  for (let run = 0; run <= runs; run += 1) {
    const baselineMs = await timeOfReload(bare, `${address}/bare/index.html?job=${jobId}&now`, card)
    const ms = await timeOfReload(page, url, card)
    // Wait as if somebody were reading, so that prefetching doesn't overlap with the next reload.
    await page.waitForTimeout(fillingInMs)
    if (run === 0) continue
    baselines.push(baselineMs)
    times.push(ms)
  }
  await page.context().close()
  await bare.context().close()
  return {
    name: `a job of ${size} reloaded, to the first card`,
    value: median(times),
    unit: 'ms',
    baseline: median(baselines),
    budget: 2.5,
  }
}
