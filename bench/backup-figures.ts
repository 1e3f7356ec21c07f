import { readFile } from 'node:fs/promises'
import { gunzipSync } from 'node:zlib'
import type { Browser, Page } from '@playwright/test'
import { freshPage, longestTask, signInForBench, watchLongTasks } from './browser.ts'
import type { Figure } from './figures.ts'

/**
 * Exports a library to a file and imports that file into an empty browser. The baseline is the least work that
 * reading the file takes: decompressing it and parsing its lines.
 *
 * @param page signed in, with the library in it
 */
export async function backupFigures(browser: Browser, page: Page, address: string): Promise<Figure[]> {
  await page.goto(`${address}/preferences`)
  await page.getByRole('meter').waitFor()
  await watchLongTasks(page)
  const madeAt = Date.now()
  const [download] = await Promise.all([
    page.waitForEvent('download', { timeout: 120_000 }),
    page.getByRole('button', { name: 'Download backup' }).click(),
  ])
  const file = await download.path()
  const madeSeconds = (Date.now() - madeAt) / 1000
  const madeTaskMs = await longestTask(page)

  const elsewhere = await freshPage(browser)
  await signInForBench(elsewhere, address)
  await elsewhere.goto(`${address}/preferences`)
  await elsewhere.getByRole('meter').waitFor()
  await watchLongTasks(elsewhere)
  const restoredAt = Date.now()
  await elsewhere.getByLabel('Backup file').setInputFiles(file)
  await elsewhere.getByText(/^Added 20,000 articles/).waitFor({ timeout: 120_000 })
  const restoredSeconds = (Date.now() - restoredAt) / 1000
  const restoredTaskMs = await longestTask(elsewhere)
  await elsewhere.context().close()

  const parsedAt = performance.now()
  const lines = gunzipSync(await readFile(file))
    .toString()
    .split('\n')
  for (const line of lines) if (line !== '') JSON.parse(line)
  const baseline = (performance.now() - parsedAt) / 1000

  const taskBudget = { unit: 'ms', budget: 100 } as const
  return [
    { name: 'a backup of 20,000 articles, from the click to the file', value: madeSeconds, unit: 's' },
    { name: '  longest main-thread task during it', value: madeTaskMs, ...taskBudget },
    { name: 'restored into an empty browser', value: restoredSeconds, unit: 's', baseline },
    { name: '  longest main-thread task during it', value: restoredTaskMs, ...taskBudget },
  ]
}
