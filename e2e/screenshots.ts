import { chromium, type Browser, type BrowserContextOptions } from '@playwright/test'
import { statSync } from 'node:fs'
import { takeAllScreens } from './all-screens.ts'
import { createJob, expect, firstArticleDrawn, launchOptions, signIn } from './fixtures.ts'
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

/** Keys, and the articles that the reader shows after them. */
const decisions = [
  ['v', 'Room to Spread'],
  ['d', 'The Week the Rhine Ran Red'],
  ['j', 'After the Dam'],
  ['b', 'Why Bread Goes Stale'],
  ['k', 'After the Dam'],
  ['k', 'The Week the Rhine Ran Red'],
] as const

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

/** A job in the middle of the work: some articles are decided on, and one is open. */
async function take({ file, options }: Picture, browser: Browser, service: ServiceProcess): Promise<void> {
  const context = await browser.newContext({ ...options, reducedMotion: 'reduce' })
  const page = await context.newPage()
  await signIn(page, service.address, service)
  await createJob(page, { keywords: ['river', 'water', '"drinking water"'], count: 24 })
  await expect(page.getByText(/^Ready: \d+ articles$/)).toBeVisible({ timeout: 60_000 })
  await firstArticleDrawn(page)
  await page.keyboard.press('j')
  await page.keyboard.press('Enter')
  const title = page.getByRole('article').getByRole('heading')
  for (const [key, next] of decisions) {
    await page.keyboard.press(key)
    await expect(title).toHaveText(next)
  }
  await page.keyboard.press('l')
  await page.getByRole('textbox', { name: 'Label' }).fill('For the weekly')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('checkbox', { name: 'For the weekly' })).toBeChecked()
  // Without the messages about all this.
  await page.reload()
  await expect(page.getByText('3 of 24 decided')).toBeAttached()
  await expect(page.getByRole('button', { name: 'Copy text' })).toBeVisible()
  // The job number grows with each picture. The address isn't visible, but the pointer and the focus would be.
  await page.mouse.move(0, 0)
  await page.evaluate(() => document.fonts.ready)
  await page.screenshot({ path: file })
  await context.close()

  const bytes = statSync(file).size
  process.stdout.write(`${file}: ${Math.round(bytes / 1000)} kB\n`)
  if (bytes <= maxBytes) return
  process.stdout.write(`It is larger than ${maxBytes / 1000} kB.\n`)
  process.exitCode = 1
}
