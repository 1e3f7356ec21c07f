import { statSync } from 'node:fs'
import path from 'node:path'
import type { Browser, CDPSession, Page } from '@playwright/test'
import { freshPage, signInForBench } from './browser.ts'
import { type Figure, median } from './figures.ts'

const runs = 7
const kilobyte = 1024

/** Gzipped script of each route, workers included, as a browser with an empty cache fetches it. */
export async function byteFigures(browser: Browser, address: string): Promise<Figure[]> {
  const signInPage = await freshPage(browser)
  const signIn = await scriptBytes(signInPage, () => signInPage.goto(`${address}/sign-in`))
  const page = await freshPage(browser)
  await signInForBench(page, address)
  await page.goto(`${address}/jobs/10001`)
  await page.getByText(/^Ready: /).waitFor()
  const job = await scriptBytes(page, async () => {
    await page.reload()
    await page.getByText(/^Ready: /).waitFor()
  })
  const form = await scriptBytes(page, () => page.goto(`${address}/jobs/new`))
  await signInPage.context().close()
  await page.context().close()
  return [
    { name: 'script of the sign-in page, gzip', value: signIn / kilobyte, unit: 'KB', budget: 110 },
    { name: 'script of the job screen, gzip', value: job / kilobyte, unit: 'KB', budget: 195 },
    { name: 'script of "New job", gzip', value: form / kilobyte, unit: 'KB', budget: 190 },
  ]
}

async function scriptBytes(page: Page, load: () => Promise<unknown>): Promise<number> {
  const scripts = new Set<string>()
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (pathname.endsWith('.js')) scripts.add(pathname)
  })
  await load()
  await page.waitForLoadState('networkidle')
  return [...scripts].reduce((sum, script) => sum + zippedSize(script), 0)
}

function zippedSize(script: string): number {
  const file = path.join('dist/desk', script)
  try {
    return statSync(`${file}.gz`).size
  } catch {
    return statSync(file).size
  }
}

/**
 * First paint of the sign-in page, compared with a page of plain HTML; then time to usable on a slow machine and
 * network.
 */
export async function paintFigures(browser: Browser, address: string): Promise<Figure[]> {
  const desk: number[] = []
  const bare: number[] = []
  const usable: number[] = []
  const blocked: number[] = []
  const working: number[] = []
  const react: number[] = []
  for (let run = 0; run <= runs; run += 1) {
    const bareMs = await firstPaint(browser, `${address}/bare/index.html`)
    const deskMs = await firstPaint(browser, `${address}/sign-in`)
    const reactMs = await slowly(browser, `${address}/react/index.html`)
    const usableMs = await slowly(browser, `${address}/sign-in`)
    const workingMs = await slowly(browser, `${address}/sign-in`, '#root:not([data-prerendered]) ')
    if (run === 0) continue
    bare.push(bareMs)
    desk.push(deskMs)
    usable.push(usableMs.usableMs)
    blocked.push(workingMs.blockedMs)
    working.push(workingMs.usableMs)
    react.push(reactMs.usableMs)
  }
  return [
    {
      name: 'first paint of the sign-in page',
      value: median(desk),
      unit: 'ms',
      baseline: median(bare),
      budget: 3,
    },
    {
      name: 'sign-in usable, CPU 4x slower, Fast 4G, beside one field drawn by React',
      value: median(usable),
      unit: 'ms',
      baseline: median(react),
      budget: 1.5,
    },
    { name: '  until the script is there', value: median(working), unit: 'ms', baseline: median(react) },
    { name: '  main thread blocked', value: median(blocked), unit: 'ms', budget: 200 },
  ]
}

async function firstPaint(browser: Browser, url: string): Promise<number> {
  const page = await freshPage(browser)
  await page.goto(url)
  const paintedAt = await page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        new PerformanceObserver((list) => {
          const paint = list.getEntriesByName('first-contentful-paint')[0]
          if (paint) resolve(paint.startTime)
        }).observe({ type: 'paint', buffered: true })
      }),
  )
  await page.context().close()
  return paintedAt
}

/**
 * On a slow machine and network (Fast 4G as browser tools define it): how long until the e-mail field is visible and
 * can be typed into, and how long the main thread spent in tasks of more than 50 ms until a second later.
 *
 * @param within selector of the field's ancestor: prerendered content is there before the script
 */
async function slowly(
  browser: Browser,
  url: string,
  within = '',
): Promise<{ usableMs: number; blockedMs: number }> {
  const page = await freshPage(browser)
  await page.addInitScript((within) => {
    const shared = window as unknown as { usableAt: Promise<number>; blockedMs: number }
    shared.blockedMs = 0
    new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) shared.blockedMs += duration
    }).observe({ type: 'longtask' })
    shared.usableAt = new Promise((resolve) => {
      const look = () => {
        const field = document.querySelector(`${within}input[autocomplete~=username]`)
        if (field?.checkVisibility()) resolve(performance.now())
        else requestAnimationFrame(look)
      }
      look()
    })
  }, within)
  await slowDown(await page.context().newCDPSession(page))
  await page.goto(url)
  const usableMs = await page.evaluate(() => (window as unknown as { usableAt: Promise<number> }).usableAt)
  await page.waitForTimeout(1_000)
  const blockedMs = await page.evaluate(() => (window as unknown as { blockedMs: number }).blockedMs)
  await page.context().close()
  return { usableMs, blockedMs }
}

async function slowDown(session: CDPSession): Promise<void> {
  await session.send('Emulation.setCPUThrottlingRate', { rate: 4 })
  await session.send('Network.enable')
  await session.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 60 * 2.75,
    downloadThroughput: (9 * 1024 * 1024 * 0.9) / 8,
    uploadThroughput: (1.5 * 1024 * 1024 * 0.9) / 8,
  })
}
