import type { Browser, Page } from '@playwright/test'
import { freshPage, longestTask, signInForBench, watchLongTasks } from './browser.ts'
import { type Figure, median, quantile } from './figures.ts'

const decisions = 1000
/** More articles than are decided on, as in real use. */
const jobId = 1200 * 100
/** Delay between a paint and the next key: faster than any editor, slow enough for the machine to keep up. */
const pauseMs = 15

/** Keeps a thousand articles by keyboard, one by one, and measures from each key press to the paint that shows it. */
export async function decisionFigures(browser: Browser, address: string): Promise<Figure[]> {
  const bare = await freshPage(browser)
  await bare.goto(`${address}/bare/decide.html`)
  await watchLongTasks(bare)
  const baseline = await decide(bare)
  const baselineLongestMs = await longestTask(bare)
  await bare.context().close()

  const page = await freshPage(browser)
  await signInForBench(page, address)
  await page.goto(`${address}/jobs/${jobId}`)
  await page.getByText(/^Ready: /).waitFor()
  await page.getByRole('radio', { name: 'Undecided 1,200' }).waitFor({ state: 'attached' })
  await page.keyboard.press('j')
  await page.locator('article a:focus').waitFor()
  await watchLongTasks(page)
  const ours = await decide(page)
  const longestMs = await longestTask(page)
  const lastAt = Date.now()
  // Counted by the library after a reload, so that a decision that was shown but not written would be missing.
  await page
    .getByText(/^Kept [\d,]+ article/)
    .first()
    .waitFor()
  const writtenMs = Date.now() - lastAt
  await page.reload()
  await page.getByRole('radio', { name: 'Kept 1,000' }).waitFor({ state: 'attached' })
  await page.context().close()

  return [
    {
      name: 'a decision by key to the next paint, median of 1,000',
      value: median(ours),
      unit: 'ms',
      baseline: median(baseline),
    },
    {
      name: '  the slowest one in twenty',
      value: quantile(ours, 0.95),
      unit: 'ms',
      baseline: quantile(baseline, 0.95),
    },
    {
      name: '  longest main-thread task',
      value: longestMs,
      unit: 'ms',
      baseline: baselineLongestMs || undefined,
    },
    { name: '  from the last paint until it is said', value: writtenMs, unit: 'ms' },
  ]
}

async function decide(page: Page): Promise<number[]> {
  await page.evaluate(() => {
    const shared = window as unknown as { painted: Promise<number>; await: () => void }
    shared.await = () => {
      shared.painted = new Promise((resolve) => {
        document.addEventListener(
          'keydown',
          (event) => {
            requestAnimationFrame(() => {
              // A task queued within a frame runs after that frame has been painted.
              const { port1, port2 } = new MessageChannel()
              port1.addEventListener('message', () => resolve(performance.now() - event.timeStamp))
              port1.start()
              port2.postMessage(undefined)
            })
          },
          { capture: true, once: true },
        )
      })
    }
    shared.await()
  })
  const times: number[] = []
  for (let count = 0; count < decisions; count += 1) {
    await page.keyboard.down('v')
    const time = await page.evaluate(async () => {
      const shared = window as unknown as { painted: Promise<number>; await: () => void }
      const time = await shared.painted
      shared.await()
      return time
    })
    await page.keyboard.up('v')
    times.push(time)
    await page.waitForTimeout(pauseMs)
  }
  return times
}
