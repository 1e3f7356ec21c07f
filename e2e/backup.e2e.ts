import { readFile } from 'node:fs/promises'
import { gunzipSync } from 'node:zlib'
import { expect, openScreen, signIn, test } from './fixtures.ts'

test('a backup restores a forgotten library, including decisions, and contains no key', async ({
  page,
  wire,
  service,
  collect,
}) => {
  await collect({ keywords: ['trees'], count: 3 })
  await page.keyboard.press('j')
  await page.keyboard.press('v')
  const card = page.getByRole('list', { name: 'Articles' }).getByRole('article').first()
  await expect(card).toContainText('Kept')

  await openScreen(page, 'Preferences')
  await expect(page.getByText('3 articles, 1 job and 1 decision.')).toBeVisible()
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download backup' }).click(),
  ])
  expect(download.suggestedFilename()).toMatch(/^article-desk_backup_\d{4}-\d\d-\d\d\.jsonl\.gz$/)
  const file = await download.path()
  const lines = gunzipSync(await readFile(file))
    .toString()
    .trim()
    .split('\n')
  expect(JSON.parse(lines[0] ?? '')).toMatchObject({ format: 'article-desk-backup' })
  expect(lines.join('\n')).not.toContain(service.apiKey)

  await page.getByRole('button', { name: 'Forget this device' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Forget', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible()
  await signIn(page, wire.address, service)
  await page.getByRole('link', { name: 'Restore a backup' }).click()
  await expect(page.getByText('Nothing is stored here yet.')).toBeVisible()
  await page.getByLabel('Backup file').setInputFiles({
    name: download.suggestedFilename(),
    mimeType: 'application/gzip',
    buffer: await readFile(file),
  })
  await expect(page.getByText('Added 3 articles, 1 job and 1 decision.')).toBeVisible()
  await page.getByRole('link', { name: 'Jobs' }).click()
  await page.getByRole('link', { name: /trees/ }).click()
  await expect(card).toContainText('Kept')
})
