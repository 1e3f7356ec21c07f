import { type Browser, chromium, type Page } from '@playwright/test'

export async function launchBrowser(): Promise<Browser> {
  return chromium.launch({
    executablePath: process.env.CHROMIUM_PATH,
    args: ['--headless=new', '--no-sandbox', '--disable-background-networking', '--disable-component-update'],
  })
}

/** A page of a browser that has never been here. */
export async function freshPage(browser: Browser): Promise<Page> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } })
  // What runs TypeScript here wraps named functions in a helper of its own, which the page does not have.
  await context.addInitScript('globalThis.__name ??= (it) => it')
  return context.newPage()
}

/**
 * Milliseconds from the next click anywhere until the paint that follows the first element matching `selector`.
 * Set up before the click, read after it.
 */
export async function timeFromClick(
  page: Page,
  selector: string,
  click: () => Promise<void>,
): Promise<number> {
  await page.evaluate((selector) => {
    const shared = window as unknown as { firstSeen: Promise<number> }
    shared.firstSeen = new Promise((resolve) => {
      addEventListener(
        'click',
        () => {
          const startedAt = performance.now()
          const look = () => {
            if (!document.querySelector(selector)) return
            observer.disconnect()
            // Twice: the second frame starts when the first has been painted.
            requestAnimationFrame(() => requestAnimationFrame(() => resolve(performance.now() - startedAt)))
          }
          const observer = new MutationObserver(look)
          observer.observe(document.body, { childList: true, subtree: true })
        },
        { capture: true, once: true },
      )
    })
  }, selector)
  await click()
  return page.evaluate(() => (window as unknown as { firstSeen: Promise<number> }).firstSeen)
}

/** Starts to note the main thread's long tasks; {@link longestTask} gives the longest since, in milliseconds. */
export async function watchLongTasks(page: Page): Promise<void> {
  await page.evaluate(() => {
    const shared = window as unknown as { longTasks: number[] }
    shared.longTasks = []
    new PerformanceObserver((list) => {
      shared.longTasks.push(...list.getEntries().map((entry) => entry.duration))
    }).observe({ type: 'longtask' })
  })
}

export async function longestTask(page: Page): Promise<number> {
  return page.evaluate(() => Math.max(0, ...(window as unknown as { longTasks: number[] }).longTasks))
}

/** JavaScript heap of the page after a collection, in bytes; a worker's heap is its own and not in it. */
export async function heapBytes(page: Page): Promise<number> {
  const session = await page.context().newCDPSession(page)
  await session.send('HeapProfiler.enable')
  await session.send('HeapProfiler.collectGarbage')
  const { usedSize } = await session.send('Runtime.getHeapUsage')
  await session.detach()
  return usedSize
}

export async function signInForBench(page: Page, address: string): Promise<void> {
  await page.goto(`${address}/sign-in`)
  await page.getByLabel('E-mail').fill('bench@localhost')
  await page.getByLabel('API key', { exact: true }).fill('a-key-for-the-bench')
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.getByRole('navigation', { name: 'Main' }).waitFor()
}
