import type { Browser, Page } from '@playwright/test'
import {
  freshPage,
  heapBytes,
  longestTask,
  signInForBench,
  timeFromClick,
  watchLongTasks,
} from './browser.ts'
import { type Figure, median } from './figures.ts'

const sizes = [100, 1000, 10_000]
const runs = 5
const typingPauseMs = 200

/** From a click on "Open job" to the first card, beside a bare page that waits for the same bytes. */
export async function intakeFigures(browser: Browser, address: string): Promise<Figure[]> {
  const figures: Figure[] = []
  for (const size of sizes) {
    const page = await freshPage(browser)
    await signInForBench(page, address)
    const floors: number[] = []
    const ours: number[] = []
    let longestMs = 0
    // The first run of each warms the code and is not counted; the two take turns, so that noise falls on both.
    for (let run = 0; run <= runs; run += 1) {
      const jobId = size * 100 + run
      const floor = await bareRun(browser, address, jobId)
      await page.getByRole('link', { name: 'Jobs', exact: true }).click()
      await page.getByLabel('Job number').fill(String(jobId))
      await watchLongTasks(page)
      const time = await timeFromClick(page, 'article', () =>
        page.getByRole('button', { name: 'Open job' }).click(),
      )
      await page.getByText(/^Ready: /).waitFor()
      if (run === 0) continue
      floors.push(floor)
      ours.push(time)
      longestMs = Math.max(longestMs, await longestTask(page))
    }
    const name = size.toLocaleString('en')
    figures.push({
      name: `first of ${name} cards after the click`,
      value: median(ours),
      unit: 'ms',
      floor: median(floors),
      budget: 1.5,
    })
    figures.push(...(await costs(page, name, longestMs)))
    if (size === 10_000)
      figures.push(await reopen(page, size * 100 + 1, median(floors)), await keystroke(page))
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

/** A finished job, opened again from the history; the floor fetches and parses it again. */
async function reopen(page: Page, jobId: number, floor: number): Promise<Figure> {
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
    floor,
    budget: 200 / 350,
  }
}

/** From the input event of one more letter until its matches stand in the page. */
async function keystroke(page: Page): Promise<Figure> {
  const field = page.getByLabel('Search these articles')
  await field.fill('riv')
  await page
    .getByText(/matching/)
    .first()
    .waitFor()
  const times: number[] = []
  for (const letter of ['e', 'r', ' ', 'b', 'r', 'e', 'a', 'd', ' ', '7']) {
    await page.evaluate(() => {
      const shared = window as unknown as { settled: Promise<number> }
      shared.settled = new Promise((resolve) => {
        addEventListener(
          'input',
          () => {
            const startedAt = performance.now()
            // The list says itself that it is busy while it shows the matches of an older text.
            const look = () => {
              if (document.querySelector('[aria-busy="true"]')) return
              observer.disconnect()
              resolve(performance.now() - startedAt)
            }
            const observer = new MutationObserver(look)
            observer.observe(document.body, { subtree: true, attributeFilter: ['aria-busy'] })
            // React has drawn the letter itself by then; where nothing else changed, that is all there was to do.
            setTimeout(look, 0)
          },
          { capture: true, once: true },
        )
      })
    })
    await page.waitForTimeout(typingPauseMs)
    await field.press(letter === ' ' ? 'Space' : letter)
    times.push(await page.evaluate(() => (window as unknown as { settled: Promise<number> }).settled))
  }
  return { name: 'keystroke in the search of 10,000', value: median(times), unit: 'ms', budget: 30 }
}

async function bareRun(browser: Browser, address: string, jobId: number): Promise<number> {
  const page = await freshPage(browser)
  await page.goto(`${address}/bare/index.html?job=${jobId}`)
  // Once unmeasured, so that the worker is up and the server has made the job.
  await timeFromClick(page, 'article', () => page.getByRole('button').click())
  const time = await timeFromClick(page, 'article', () => page.getByRole('button').click())
  await page.context().close()
  return time
}
