import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Browser, type BrowserContext, chromium, type Locator, type Page } from '@playwright/test'

const typingPauseMs = 200
const launchOptions = {
  executablePath: process.env.CHROMIUM_PATH,
  args: ['--headless=new', '--no-sandbox', '--disable-background-networking', '--disable-component-update'],
}
const contextOptions = { viewport: { width: 1440, height: 900 } }

export async function launchBrowser(): Promise<Browser> {
  return chromium.launch(launchOptions)
}

/** Opens a page in a new browser context with no stored data. */
export async function freshPage(browser: Browser): Promise<Page> {
  return pageOf(await browser.newContext(contextOptions))
}

/**
 * Opens a page in a browser with a new profile on disk, and deletes both after the work. Only there does a browser keep
 * compiled code, as it does for whoever comes back to the desk.
 */
export async function withProfile<T>(work: (page: Page) => Promise<T>): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), 'article-desk-bench-'))
  const context = await chromium.launchPersistentContext(folder, { ...launchOptions, ...contextOptions })
  try {
    return await work(await pageOf(context))
  } finally {
    await context.close()
    rmSync(folder, { recursive: true, force: true })
  }
}

async function pageOf(context: BrowserContext): Promise<Page> {
  // The TypeScript runner wraps named functions in a helper that the page doesn't have.
  await context.addInitScript('globalThis.__name ??= (it) => it')
  await context.addInitScript(reportWhenPainted, awaitedName)
  return context.newPage()
}

/** What to wait for: the first matching element whose text begins with the given words. */
interface Awaited {
  readonly selector: string
  readonly text?: string
}

/**
 * Measures the milliseconds from the next click anywhere to the paint that follows each of these. Set up before the
 * click, read after it.
 */
export async function timesFromClick(
  page: Page,
  awaited: readonly Awaited[],
  click: () => Promise<void>,
): Promise<number[]> {
  await page.evaluate((awaited) => {
    const shared = window as unknown as { firstSeen: Promise<number[]> }
    const clicked = new Promise<number>((resolve) => {
      addEventListener('click', () => resolve(performance.now()), { capture: true, once: true })
    })
    const seen = async ({ selector, text = '' }: Awaited) => {
      const startedAt = await clicked
      return new Promise<number>((resolve) => {
        const look = () => {
          const found = [...document.querySelectorAll(selector)]
          if (!found.some((it) => it.textContent.startsWith(text))) return
          observer.disconnect()
          // Two frames: the second starts once the first has been painted.
          requestAnimationFrame(() => requestAnimationFrame(() => resolve(performance.now() - startedAt)))
        }
        const observer = new MutationObserver(look)
        observer.observe(document.body, { childList: true, subtree: true, characterData: true })
      })
    }
    shared.firstSeen = Promise.all(awaited.map(seen))
  }, awaited)
  await click()
  return page.evaluate(() => (window as unknown as { firstSeen: Promise<number[]> }).firstSeen)
}

export async function timeFromClick(
  page: Page,
  selector: string,
  click: () => Promise<void>,
): Promise<number> {
  const [time = Number.NaN] = await timesFromClick(page, [{ selector }], click)
  return time
}

/** Measures the milliseconds from a reload of this address to the paint after the first element matching `selector`. */
export async function timeOfReload(page: Page, url: string, selector: string): Promise<number> {
  await page.goto(url)
  await page.locator(selector).first().waitFor({ timeout: reloadTimeoutMs })
  // Wait as if somebody were reading, so that prefetching is not part of the reload.
  await page.waitForTimeout(1_000)
  await page.evaluate(([name, selector]) => sessionStorage.setItem(name, selector), [
    awaitedName,
    selector,
  ] as const)
  const reported = page.waitForEvent('console', {
    predicate: (message) => message.text().startsWith(awaitedName),
    timeout: reloadTimeoutMs,
  })
  // Reload in place: for a visit from elsewhere, the browser would start another process.
  await page.reload({ waitUntil: 'commit' })
  return Number((await reported).text().slice(awaitedName.length))
}

/** A search in a million articles takes half a minute. */
const reloadTimeoutMs = 120_000

/** In the page's session: what the next document waits for. */
const awaitedName = 'bench awaits '

/**
 * Runs in every document before its own scripts. Not evaluated in the page after its reload, for which Playwright would
 * run 330 KB of its own script first, while the page is loading.
 */
function reportWhenPainted(name: string): void {
  const selector = sessionStorage.getItem(name)
  if (selector === null) return
  sessionStorage.removeItem(name)
  const look = () => {
    if (!document.querySelector(selector)) return requestAnimationFrame(look)
    // The next frame begins once this one has been painted.
    // oxlint-disable-next-line no-console -- the one way out of the page that runs nothing in it
    return requestAnimationFrame(() => console.debug(name, performance.now()))
  }
  look()
}

/**
 * Types letters into a field one by one. Measures the milliseconds from each until the page is no longer busy
 * (aria-busy) and has painted.
 */
export async function timeKeystrokes(page: Page, field: Locator, letters: string): Promise<number[]> {
  const times: number[] = []
  for (const letter of letters) {
    await page.evaluate(() => {
      const shared = window as unknown as { settled: Promise<number> }
      shared.settled = new Promise((resolve) => {
        addEventListener(
          'input',
          () => {
            const startedAt = performance.now()
            const look = () => {
              if (document.querySelector('[aria-busy="true"]')) return
              observer.disconnect()
              requestAnimationFrame(() => requestAnimationFrame(() => resolve(performance.now() - startedAt)))
            }
            const observer = new MutationObserver(look)
            observer.observe(document.body, { subtree: true, attributeFilter: ['aria-busy'] })
            // React has drawn the letter by then; if nothing else changed, there was nothing more to do.
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
  return times
}

/**
 * Starts recording the main thread's long tasks; {@link longestTask} returns the longest one since, in milliseconds.
 */
export async function watchLongTasks(page: Page): Promise<void> {
  await page.evaluate(() => {
    const shared = window as unknown as { longTasks: number[] }
    shared.longTasks = []
    new PerformanceObserver((list) => {
      shared.longTasks.push(...list.getEntries().map((entry) => entry.duration))
    }).observe({ type: 'longtask' })
  })
}

/** Memory of the page and its workers after a garbage collection, in bytes, typed arrays included. Takes seconds. */
export async function memoryBytes(page: Page): Promise<number> {
  return page.evaluate(async () => {
    const { bytes } = await (
      performance as unknown as { measureUserAgentSpecificMemory(): Promise<{ bytes: number }> }
    ).measureUserAgentSpecificMemory()
    return bytes
  })
}

export async function longestTask(page: Page): Promise<number> {
  return page.evaluate(() => Math.max(0, ...(window as unknown as { longTasks: number[] }).longTasks))
}

/** JavaScript heap of the page after a garbage collection, in bytes. Excludes the workers' heaps. */
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
  // An editor's first job opens its first article automatically; what is measured is the list.
  await page.evaluate(() => localStorage.setItem('article-desk/first-article', 'yes'))
  await page.getByLabel('E-mail').fill('bench@localhost')
  await page.getByLabel('API key', { exact: true }).fill('a-key-for-the-bench')
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.getByRole('navigation', { name: 'Main' }).waitFor()
}
