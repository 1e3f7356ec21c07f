import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { writeArchive } from '../bench/made-jobs.ts'
import { respondWithJobs } from './fault-proxy.ts'
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

test('the decisions on some thousand articles are chosen on one line, also at 1280 px', async ({
  page,
  wire,
  service,
}) => {
  // Without what a scroll bar takes.
  await page.setViewportSize({ width: 1265, height: 800 })
  await openSignedIn(page, wire.address, service)
  const articles = Array.from({ length: 5_000 }, (_, at) => ({
    id: 700_000 + at,
    title: 'Dam',
    text: 'A dam.',
  }))
  wire.inject(respondWithJobs('success', articles))
  await createJob(page, { keywords: ['dam'], count: 5_000 })
  const decisions = page.getByRole('group', { name: 'Decision' })
  await expect(decisions.getByText('Undecided 5,000')).toBeVisible()
  const lines = await decisions
    .locator('label')
    .evaluateAll((choices) => choices.map((choice) => choice.getBoundingClientRect().y))
  expect(lines).toEqual(Array(5).fill(lines[0]))
})
