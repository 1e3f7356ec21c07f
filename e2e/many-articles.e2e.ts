import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { writeArchive } from '../bench/made-jobs.ts'
import { createJob, expect, openSignedIn, test } from './fixtures.ts'
import { startService } from './service-process.ts'

test('receives 10,000 articles from the real service and shows them without holding them all in the page', async ({
  page,
}) => {
  test.setTimeout(480_000)
  const folder = mkdtempSync(path.join(tmpdir(), 'article-desk-archive-'))
  // Short ones, since importing is most of the time.
  writeArchive(folder, 10_000, 1)
  const service = await startService({ importFolder: folder })
  try {
    await openSignedIn(page, service.address, service)
    await createJob(page, { category: 'Archive', count: 10_000 })
    await expect(page.getByText('Ready: 10,000 articles', { exact: true })).toBeVisible({ timeout: 150_000 })
    const shown = page.getByRole('list', { name: 'Articles' }).getByRole('article')
    await expect(shown.first()).toBeVisible()
    expect(await shown.count()).toBeLessThan(60)
    expect(await page.evaluate(() => document.querySelectorAll('*').length)).toBeLessThan(1000)

    await page.getByLabel('Search these articles').fill('"engine village"')
    await expect(page.getByText(/[\d,]+ (articles? )?match/).first()).toBeVisible({ timeout: 60_000 })
    await page.getByLabel('Search these articles').fill('')

    await page.reload()
    await expect(page.getByText('Ready: 10,000 articles', { exact: true })).toBeVisible({ timeout: 60_000 })
    await expect(shown.first()).toBeVisible()
  } finally {
    await service.dispose()
    rmSync(folder, { recursive: true, force: true })
  }
})
