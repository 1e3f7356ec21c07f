import type { Browser, BrowserContext, Page } from '@playwright/test'
import { blankRequest } from '../src/contract/testing/blank-request.ts'
import { createMemoryLibrary } from '../src/desk/testing/memory-library.ts'
import type { ViewSpec } from '../src/desk/library/view/view.ts'
import { backupFigures } from './backup-figures.ts'
import {
  longestTask,
  memoryBytes,
  signInForBench,
  timeFromClick,
  timeOfReload,
  timeKeystrokes,
  watchLongTasks,
  withProfile,
} from './browser.ts'
import { type Figure, median } from './figures.ts'
import { wordsByFrequency } from './search-figures.ts'
import { libraryMaker } from './search-page/made-library.ts'

/** The first of the jobs that a library is collected from. */
const firstJob = 501
const rounds = 9
const sizes = [20_000, 100_000]
const firstCard = 'li article'

/**
 * The screen of a library of 20,000 articles, compared with a page that holds as many in memory; then its engine alone.
 */
export async function libraryFigures(browser: Browser, address: string): Promise<Figure[]> {
  const baseline = await withProfile((page) => barePage(page, address))
  return withProfile((page) => deskFigures(browser, page, address, baseline))
}

async function deskFigures(
  browser: Browser,
  page: Page,
  address: string,
  baseline: BareFigures,
): Promise<Figure[]> {
  await collect(page, address, { jobs: 4, articlesPerJob: 5_000 })
  const firstReading = await readTexts(page, address)
  await copiesKept(page)
  const reloading = await reloads(page, address, baseline.reloaded)
  const opened = await openings(page, `${address}/jobs`, (page) =>
    page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Library' }).click(),
  )
  await textsRead(page)
  const filtered = await filterings(page, (page) =>
    page.getByRole('button', { name: /^Job 502\b.* articles$/ }).click(),
  )
  const scrolled = await scroll(page)
  const backup = await backupFigures(browser, page, address)
  return [
    {
      name: 'the library of 20,000 articles, from the click to the first card',
      value: opened,
      unit: 'ms',
      baseline: baseline.opened,
      budget: 4,
    },
    {
      name: '  a filter, from the click to the paint',
      value: filtered,
      unit: 'ms',
      baseline: baseline.filtered,
    },
    {
      name: '  scrolling through it, longest frame',
      value: scrolled.frameMs,
      unit: 'ms',
      baseline: baseline.scrolled.frameMs,
    },
    {
      name: '  scrolling through it, longest main-thread task',
      value: scrolled.taskMs,
      unit: 'ms',
      baseline: baseline.scrolled.taskMs || undefined,
    },
    ...reloading,
    { name: '  all texts looked into the first time', value: firstReading.seconds, unit: 's' },
    { name: '  longest main-thread task during it', value: firstReading.taskMs, unit: 'ms', budget: 50 },
    ...backup,
    ...(await engineFigures()),
  ]
}

/** A library of jobs of 10,000 articles. Collecting a million takes most of an hour, so it only runs on request. */
export async function largeLibraryFigures(address: string, count: number): Promise<Figure[]> {
  const baseline = await withProfile((page) => barePage(page, address))
  return withProfile((page) => largeDeskFigures(page, address, { count, baseline }))
}

async function largeDeskFigures(
  page: Page,
  address: string,
  { count, baseline }: { count: number; baseline: BareFigures },
): Promise<Figure[]> {
  await collect(page, address, { jobs: Math.ceil(count / 10_000), articlesPerJob: 10_000 })
  await readTexts(page, address)
  await copiesKept(page)
  const reloading = await reloads(page, address, baseline.reloaded)
  const field = page.getByLabel('Search library')
  await untilWhole(page, `${address}/library?q=river`)
  await field.fill('')
  const typed = await timeKeystrokes(page, field, 'sourdough winter oven')
  const bytes = await memoryBytes(page)
  const firstLetters: number[] = []
  for (let round = 0; round < rounds; round += 1) {
    await untilWhole(page, `${address}/library`)
    await field.click()
    firstLetters.push(...(await timeKeystrokes(page, field, 's')))
  }
  return [
    ...reloading,
    {
      name: '  the first letter of a search, just after a reload',
      value: median(firstLetters),
      unit: 'ms',
    },
    { name: '  keystroke in its search, median', value: median(typed), unit: 'ms' },
    { name: '  the slowest of twenty', value: Math.max(...typed), unit: 'ms', budget: 100 },
    { name: '  memory of page and worker', value: bytes / 2 ** 20, unit: 'MB', budget: 250 },
  ]
}

interface Collected {
  readonly jobs: number
  readonly articlesPerJob: number
}

async function collect(page: Page, address: string, collected: Collected): Promise<void> {
  await serveJobs(page.context(), collected)
  await signInForBench(page, address)
  for (let index = 0; index < collected.jobs; index += 1) {
    await page.goto(`${address}/jobs/${firstJob + index}`)
    await page.getByText(/^Ready: /).waitFor({ timeout: 120_000 })
  }
  // While requests can be intercepted, the browser uses no cache.
  await page.context().unrouteAll()
}

/** The very first visit, which reads and indexes all texts. */
async function readTexts(page: Page, address: string): Promise<{ seconds: number; taskMs: number }> {
  await page.goto(`${address}/library?q=river`)
  const startedAt = Date.now()
  await page.locator(firstCard).first().waitFor({ timeout: 120_000 })
  await watchLongTasks(page)
  await textsRead(page)
  return { seconds: (Date.now() - startedAt) / 1000, taskMs: await longestTask(page) }
}

/** Waits until the index and the near-duplicates have been saved on the device. */
async function copiesKept(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const namesOfCopies = async (name: string) => {
      const database = await new Promise<IDBDatabase>((resolve, reject) => {
        const request = indexedDB.open(name)
        request.addEventListener('success', () => resolve(request.result))
        request.addEventListener('error', () => reject(request.error ?? new Error(name)))
      })
      const keys = await new Promise<IDBValidKey[]>((resolve) => {
        const request = database.transaction('indexes').objectStore('indexes').getAllKeys()
        request.addEventListener('success', () => resolve(request.result))
      })
      database.close()
      return keys
    }
    for (;;) {
      const names = (await indexedDB.databases()).flatMap(({ name }) => name ?? [])
      for (const name of names.filter((name) => name.startsWith('article-desk '))) {
        const keys = await namesOfCopies(name)
        if (keys.includes('search') && keys.includes('duplicates')) return
      }
      await new Promise((resolve) => setTimeout(resolve, 500))
    }
  })
}

/** A reload of a search waits for the whole index; a reload of the library only for its first page. */
async function reloads(page: Page, address: string, baseline: number): Promise<Figure[]> {
  const firstCards: number[] = []
  const searches: number[] = []
  for (let round = 0; round < rounds; round += 1) {
    firstCards.push(await timeOfReload(page, `${address}/library`, firstCard))
    searches.push(await untilWhole(page, `${address}/library?q=river`))
  }
  const firstCardMs = median(firstCards)
  return [
    { name: '  reloaded, to the first card', value: firstCardMs, unit: 'ms', baseline, budget: 4 },
    {
      name: '  a search reloaded, to all that it finds',
      value: median(searches),
      unit: 'ms',
      baseline: firstCardMs,
    },
  ]
}

/** Milliseconds from the reload until there are cards and nothing is still being read. */
const untilWhole = (page: Page, url: string): Promise<number> =>
  timeOfReload(page, url, `body:not(:has(header [role=status])) ${firstCard}`)

/** Polls within the page: polling from outside would be most of the measured work. */
async function textsRead(page: Page): Promise<void> {
  await page.evaluate(
    () =>
      new Promise<void>((resolve) => {
        const timer = setInterval(() => {
          if (document.querySelector('header [role=status]')) return
          clearInterval(timer)
          resolve()
        }, 100)
      }),
  )
}

async function openings(page: Page, from: string, click: (page: Page) => Promise<void>): Promise<number> {
  const times: number[] = []
  for (let round = 0; round < rounds; round += 1) {
    await page.goto(from)
    await page
      .getByRole('button', { name: 'Open' })
      .or(page.getByRole('heading', { level: 1, name: 'Jobs' }))
      .first()
      .waitFor()
    // Keep the reload itself out of the measurement.
    await page.waitForTimeout(500)
    times.push(await timeFromClick(page, firstCard, () => click(page)))
  }
  return median(times)
}

/** From the click until the number of results has changed and that has been painted. */
async function filterings(page: Page, click: (page: Page) => Promise<void>): Promise<number> {
  const times: number[] = []
  for (let round = 0; round < rounds * 2; round += 1) {
    await page.evaluate(() => {
      const shared = window as unknown as { painted: Promise<number> }
      const status = () =>
        [...document.querySelectorAll('[role=status]')].map((it) => it.textContent).join('|')
      const before = status()
      shared.painted = new Promise((resolve) => {
        const begin = () => {
          const startedAt = performance.now()
          const look = () => {
            if (status() === before) return
            observer.disconnect()
            requestAnimationFrame(() => requestAnimationFrame(() => resolve(performance.now() - startedAt)))
          }
          const observer = new MutationObserver(look)
          observer.observe(document.body, { childList: true, subtree: true, characterData: true })
        }
        addEventListener('click', begin, { capture: true, once: true })
      })
    })
    await click(page)
    times.push(await page.evaluate(() => (window as unknown as { painted: Promise<number> }).painted))
    await page.waitForTimeout(100)
  }
  return median(times)
}

async function scroll(page: Page): Promise<{ frameMs: number; taskMs: number }> {
  await watchLongTasks(page)
  const frameMs = await page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        let longest = 0
        let last = performance.now()
        let frames = 0
        const step = (now: number) => {
          if (frames > 0) longest = Math.max(longest, now - last)
          last = now
          frames += 1
          if (frames > 120) return resolve(longest)
          scrollBy(0, 400)
          requestAnimationFrame(step)
        }
        requestAnimationFrame(step)
      }),
  )
  return { frameMs, taskMs: await longestTask(page) }
}

type BareFigures = Awaited<ReturnType<typeof barePage>>

async function barePage(page: Page, address: string) {
  const url = `${address}/bare/library.html`
  const opened = await openings(page, url, (page) => page.getByRole('button', { name: 'Open' }).click())
  const filtered = await filterings(page, (page) => page.getByRole('button', { name: 'Filter' }).click())
  const scrolled = await scroll(page)
  const reloaded: number[] = []
  for (let round = 0; round < rounds; round += 1)
    reloaded.push(await timeOfReload(page, `${url}?now`, firstCard))
  return { opened, filtered, scrolled, reloaded: median(reloaded) }
}

/** Words are as frequent as in real texts: texts made of a few words would nearly all be duplicates. */
async function serveJobs(context: BrowserContext, { jobs, articlesPerJob }: Collected): Promise<void> {
  const make = libraryMaker(wordsByFrequency())
  for (let index = 0; index < jobs; index += 1) {
    const job = firstJob + index
    await context.route(`**/api/v1.0/jobs/${job}`, (route) => {
      const articles = Array.from({ length: articlesPerJob }, (_, at) => {
        const id = index * articlesPerJob + at + 1
        return { id, ...make(id) }
      })
      const body = JSON.stringify({ id: job, state: 'success', category: `Part ${index + 1}`, articles })
      return route.fulfill({ contentType: 'application/json', body })
    })
  }
}

/** What a change of filter costs in the worker, without the page: the part that grows with the library. */
async function engineFigures(): Promise<Figure[]> {
  const figures: Figure[] = []
  for (const size of sizes) {
    const library = createMemoryLibrary()
    for (let job = 1; job <= size / 500; job += 1) await collectSmall(library, job)
    const half = Array.from({ length: size / 2 }, (_, index) => index * 2 + 1)
    await library.annotate([{ ids: half, set: { decision: 'keep' } }])
    const specs: ViewSpec[] = [
      { decisions: ['keep'] },
      { decisions: ['none'], category: 'c3' },
      { job: '7' },
      { words: { from: 10 }, sort: 'title' },
    ]
    const times: number[] = []
    for (let round = 0; round < rounds; round += 1) {
      for (const spec of specs) {
        const startedAt = performance.now()
        await library.view(spec)
        if (round > 1) times.push(performance.now() - startedAt)
      }
    }
    library.close()
    figures.push({
      name: `a filter in the engine at ${size.toLocaleString('en')} articles, facets counted (Node)`,
      value: median(times),
      unit: 'ms',
      ...(size === sizes[0] && { budget: 50 }),
    })
  }
  return figures
}

async function collectSmall(library: ReturnType<typeof createMemoryLibrary>, job: number): Promise<void> {
  const request = { ...blankRequest, keywords: [`k${job % 20}`], category: `C${job % 5}` }
  const { key } = await library.addSending(request, { at: job })
  await library.accept(key, job)
  const articles = Array.from({ length: 500 }, (_, at) => {
    const id = (job - 1) * 500 + at + 1
    return {
      id,
      title: `Title ${(id * 7919) % 1000} of ${id}`,
      text: `The text of article ${id}, a short one`,
    }
  })
  await library.saveResult(String(job), { state: 'success', category: '', articles, setAside: [] }, job)
}
