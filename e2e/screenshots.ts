import { chromium, type Browser, type BrowserContextOptions } from '@playwright/test'
import { statSync } from 'node:fs'
import { takeAllScreens } from './all-screens.ts'
import { createJob, expect, launchOptions, signIn } from './fixtures.ts'
import { type ServiceProcess, startService } from './service-process.ts'

/** Largest allowed picture, in bytes, to keep the repository small: reduce larger ones. */
const maxBytes = 400_000

interface Picture {
  readonly file: string
  readonly options: BrowserContextOptions
}

const wide = { viewport: { width: 1440, height: 900 }, deviceScaleFactor: 1.25 }
const narrow = { viewport: { width: 390, height: 844 }, deviceScaleFactor: 2, hasTouch: true }

const pictures: readonly Picture[] = [
  { file: 'docs/desk.png', options: { ...wide, colorScheme: 'light' } },
  { file: 'docs/desk-dark.png', options: { ...wide, colorScheme: 'dark' } },
  { file: 'docs/desk-narrow.png', options: { ...narrow, colorScheme: 'light' } },
]

const browser = await chromium.launch(launchOptions)
const [folder, ...only] = process.argv.slice(2)
try {
  if (folder) await takeAllScreens(browser, { folder, only })
  else await takePictures()
} finally {
  await browser.close()
}

async function takePictures(): Promise<void> {
  const service = await startService()
  try {
    for (const picture of pictures) await take(picture, browser, service)
  } finally {
    await service.dispose()
  }
}

/** A finished job with one of its articles open. */
async function take({ file, options }: Picture, browser: Browser, service: ServiceProcess): Promise<void> {
  const context = await browser.newContext({ ...options, reducedMotion: 'reduce' })
  const page = await context.newPage()
  await signIn(page, service.address, service)
  await createJob(page, { keywords: ['river', '"drinking water"'], count: 9 })
  await expect(page.getByText(/^Ready: \d+ articles$/)).toBeVisible({ timeout: 60_000 })

  const articles = page.getByRole('list', { name: 'Articles' })
  await articles.getByRole('link', { name: 'The Week the Rhine Ran Red' }).click()
  await expect(page.getByRole('button', { name: 'Copy text' })).toBeVisible()
  // The job number grows with each picture. The address isn't visible, but the pointer and the focus would be.
  await page.mouse.move(0, 0)
  await page.evaluate(() => document.fonts.ready)
  await page.screenshot({ path: file })
  await context.close()

  const bytes = statSync(file).size
  process.stdout.write(`${file}: ${Math.round(bytes / 1000)} kB\n`)
  if (bytes > maxBytes) throw new Error(`${file} is larger than ${maxBytes / 1000} kB`)
}
