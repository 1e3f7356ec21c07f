import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { copyIds, createJob, expect, firstArticleDrawn, test } from './fixtures.ts'

const ledgerRow = (page: Page, id: number) =>
  page
    .getByRole('list', { name: 'Skipped ids' })
    .getByRole('listitem')
    .filter({ has: page.getByText(String(id), { exact: true }) })

const open = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name, exact: true }).click()

test('skips what the lists contain, and lets an un-skipped id come again', async ({ page, collect }) => {
  await collect({ keywords: ['water'], count: 4 })
  const water = await copyIds(page)
  await firstArticleDrawn(page)
  await page.keyboard.press('j')
  await page.keyboard.press('d')
  await createJob(page, { category: 'Food', count: 3 })
  await expect(page.getByText('Ready: 3 articles', { exact: true })).toBeVisible()
  const food = await copyIds(page)

  // The articles received are listed with what was rejected; an export of them can be imported as a list.
  await open(page, 'Skipped articles')
  const all = new Set([...water, ...food])
  await expect(page.getByText(`${all.size} ids, each with the reason it is skipped.`)).toBeVisible()
  await expect(page.getByText(/^Rejected, received in job/)).toHaveCount(1)
  await page.getByRole('button', { name: 'Export Articles you already have' }).click()
  const downloading = page.waitForEvent('download')
  await page.getByRole('menuitem', { name: /^CSV/ }).click()
  const download = await downloading
  expect(download.suggestedFilename()).toMatch(/^ids_skipped_\d{4}-\d\d-\d\d\.csv$/)
  const file = await download.path()
  expect(readFileSync(file, 'utf8')).toMatch(/^\uFEFFid\r\n/)

  await page.getByRole('button', { name: 'New list' }).click()
  await page.setInputFiles('input[type=file]', {
    name: 'Ours.csv',
    mimeType: 'text/csv',
    buffer: readFileSync(file),
  })
  await expect(page.getByText(`${all.size} ids`, { exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'Create list' }).click()
  await page.getByRole('button', { name: 'New list' }).click()
  const name = page.getByRole('textbox', { name: 'Name' })
  const ids = page.getByRole('textbox', { name: 'Article ids' })
  await ids.fill(`${food.join(' ')} `)
  // An id can also be dragged there from another text.
  await name.fill('900001')
  await name.selectText()
  await name.dragTo(ids, { sourcePosition: { x: 30, y: 15 } })
  await expect(ids).toHaveValue(`${food.join(' ')} 900001`)
  await name.fill('Elsewhere')
  await page.getByRole('button', { name: 'Create list' }).click()

  // Combine: ids in our own file only. The whole start of the row is for choosing; beside it, a click shows the list.
  const box = (await page.getByRole('checkbox', { name: 'Choose Ours' }).boundingBox())!
  await page.mouse.click(box.x - 8, box.y + box.height / 2)
  await expect(page.getByRole('checkbox', { name: 'Choose Ours' })).toBeChecked()
  await page.getByRole('checkbox', { name: 'Choose Elsewhere' }).check()
  await page.getByRole('button', { name: 'Combine 2' }).click()
  await page.getByRole('radio', { name: 'In the first, not in the other' }).check()
  await page.getByLabel('The first list').selectOption({ label: 'Ours' })
  const left = water.filter((id) => !food.includes(id))
  await expect(page.getByText(`The new list will hold ${left.length} ids.`)).toBeVisible()
  await page.getByRole('button', { name: 'Create list' }).click()
  await expect(page.getByRole('heading', { name: 'Ours without Elsewhere', exact: true })).toBeVisible()

  // A request that skips the library and a list brings no article of either.
  await open(page, 'New job')
  await page.getByLabel('Keywords').fill('water')
  await page.getByLabel('Keywords').press('Enter')
  await page.getByLabel('Number of articles').fill('50')
  await expect(page.getByRole('checkbox', { name: 'Articles you already have' })).toBeChecked()
  await page.getByRole('checkbox', { name: 'Elsewhere', exact: true }).check()
  await expect(
    page.getByText(
      `${all.size + 1} ids will be skipped: ${all.size} you already have, ${food.length + 1} from Elsewhere, ${food.length} in both`,
    ),
  ).toBeVisible()
  await page.getByRole('button', { name: 'Create job' }).click()
  await expect(page.getByText(/^Ready: \d+ articles?$/)).toBeVisible()
  expect((await copyIds(page)).filter((id) => all.has(id))).toEqual([])

  // Once un-skipped, it comes with the next request, and nothing else does.
  const again = left[0] ?? 0
  await open(page, 'Skipped articles')
  await page.getByLabel('Search ids and titles').fill(String(again))
  await ledgerRow(page, again)
    .getByRole('button', { name: `Stop skipping ${again}` })
    .click()
  await expect(ledgerRow(page, again).getByRole('button', { name: `Skip again ${again}` })).toBeVisible()
  await open(page, 'Jobs')
  await page
    .getByRole('link', { name: /^water/ })
    .first()
    .click()
  await page.getByRole('link', { name: 'Collect more' }).click()
  await expect(page.getByText('1 id no longer skipped may come again.')).toBeVisible()
  await page.getByRole('button', { name: 'Create job' }).click()
  await expect(page.getByText('Ready: 1 article', { exact: true })).toBeVisible()
  expect(await copyIds(page)).toEqual([again])
  await page.getByRole('button', { name: 'About this job' }).click()
  await expect(page.getByText('It is not new: an earlier job delivered it.')).toBeVisible()
  await expect(page.getByText(/Part 2 of 2.*, the last returned little/)).toBeVisible()
})
