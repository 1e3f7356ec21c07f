import type { Page, PlaywrightWorkerArgs, TestInfo } from '@playwright/test'
import {
  addLabel,
  createJob,
  expect,
  expectNoViolations,
  firstArticleDrawn,
  openScreen,
  openSignedIn,
  test,
} from './fixtures.ts'

const titles = (page: Page) => page.getByRole('list', { name: 'Articles' }).locator('p > a')

async function collectThreeJobs(page: Page): Promise<void> {
  for (const keyword of ['bread', 'river', 'city']) {
    await createJob(page, { keywords: [keyword], count: 8 })
    await expect(page.getByText(/^Ready: /).first()).toBeVisible()
  }
}

async function openLibrary(page: Page): Promise<void> {
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Library' }).click()
  await expect(page.getByRole('heading', { name: 'Library' })).toBeVisible()
  await expect(titles(page).first()).toBeVisible()
}

/** Until then the list is that of the view before, and ignores clicks. */
const upToDate = (page: Page) => expect(page.locator('main [aria-busy=true]')).toHaveCount(0)

test('finds, filters, reads and decides in the whole library by keyboard alone, and returns to the view', async ({
  page,
  wire,
  service,
}) => {
  await openSignedIn(page, wire.address, service)
  await collectThreeJobs(page)
  await openLibrary(page)
  const filters = page.getByRole('region', { name: 'Filters' })

  await page.keyboard.press('/')
  await page.keyboard.type('flour')
  await expect(page.getByText(/\d+ of \d+ matching/)).toBeVisible()
  const field = page.getByRole('searchbox', { name: 'Search library' })
  expect((await field.boundingBox())!.width, 'room for the words of a search').toBeGreaterThan(200)
  await expect(page).toHaveURL(/\?q=flour$/)
  await upToDate(page)
  const found = await titles(page).first().textContent()
  await page.keyboard.press('Enter')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 2, name: found ?? '' })).toBeVisible()
  await expect(page).toHaveURL(/\/library\/articles\/\d+\?q=flour$/)
  await page.keyboard.press('v')
  // Found by role, since the filters contain the same count.
  await expect(page.getByRole('status', { name: 'Kept 1 article' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page).toHaveURL(/\/library\?q=flour$/)

  await page.reload()
  await expect(field).toHaveValue('flour')
  await field.clear()
  await filters.getByRole('button', { name: 'Kept 1 article' }).press('Enter')
  await expect(titles(page)).toHaveText([found ?? ''])
  await filters.getByRole('button', { name: /^Read / }).press('Enter')
  for (const name of ['Remove filter Kept', 'Remove filter Read', 'Clear filters'])
    await expect(page.getByRole('button', { name })).toBeInViewport({ ratio: 1 })
  await page.getByRole('button', { name: 'Remove filter Read' }).press('Enter')
  await upToDate(page)
  await filters.getByRole('button', { name: 'Save this view' }).press('Enter')
  await page.keyboard.type('What I keep')
  await page.keyboard.press('Enter')
  await expect(filters.getByRole('link', { name: 'What I keep' })).toBeVisible()
  await page.getByRole('button', { name: 'Clear filters' }).click()
  await expect(titles(page)).not.toHaveCount(1)
  await page.goBack()
  await expect(titles(page)).toHaveCount(1)

  await page.reload()
  await filters.getByRole('link', { name: 'What I keep' }).click()
  await expect(titles(page)).toHaveText([found ?? ''])
  await expect(page).toHaveURL(/\/library\?decision=keep$/)
})

test('keeps one of two near-duplicates in one step, and undoes it', async ({ page, wire, service }) => {
  await openSignedIn(page, wire.address, service)
  await collectThreeJobs(page)
  await openLibrary(page)
  await page.getByRole('button', { name: /^Has near-duplicates [1-9]/ }).click()
  await expect(page.getByText(/\d+ of \d+ matching/)).toBeVisible()
  await upToDate(page)
  const row = page.getByRole('article').filter({ hasText: 'Links' }).first()
  await row.getByRole('link').first().focus()
  await addLabel(page, 'front page of the weekend edition')
  await page.keyboard.press('v')
  const kept = row.getByText('Kept', { exact: true })
  for (const width of [390, 1440, 1920]) {
    await page.setViewportSize({ width, height: 900 })
    await expect(row.getByText(/^Jobs? \d/)).toBeInViewport({ ratio: 1 })
    expect(await kept.evaluate((word) => word.scrollWidth - word.clientWidth), `at ${width} px`).toBe(0)
  }
  await expect(row.getByRole('link', { name: /% in “/ })).toBeInViewport({ ratio: 1 })
  await titles(page).first().click()
  await page.getByRole('button', { name: /^\d+% in “/ }).click()
  const dialog = page.getByRole('dialog', { name: 'Near-duplicates' })
  await expect(dialog.locator('del').first()).toBeVisible()
  await expect(dialog.locator('ins').first()).toBeVisible()
  await expectNoViolations(page, 'near-duplicates', { within: '[role=dialog]' })
  await dialog.getByRole('checkbox').first().check()
  await dialog.getByRole('button', { name: 'Reject 1' }).click()
  await expect(dialog).toBeHidden()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('article').getByText('Kept', { exact: true })).toBeVisible()
  await expect(page.getByRole('article').getByText('Rejected', { exact: true })).toBeVisible()
  await page.keyboard.press('z')
  await expect(page.getByRole('article').getByText('Rejected', { exact: true })).toBeHidden()
})

test('compares one group of near-duplicates after another, through a reload and an undo', async ({
  page,
  wire,
  service,
}) => {
  await openSignedIn(page, wire.address, service)
  await collectThreeJobs(page)
  await openLibrary(page)
  await page.getByRole('button', { name: /^Has near-duplicates [1-9]/ }).click()
  await upToDate(page)
  await expect(page.getByRole('button', { name: 'Compare groups' })).toBeInViewport({ ratio: 1 })
  await page.keyboard.press('Control+k')
  await page.keyboard.type('Compare groups')
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Near-duplicates' })
  const toKeep = dialog.getByRole('group', { name: 'Article to keep' })
  const keep = dialog.getByRole('button', { name: /^Keep 1/ })
  await expect(keep).toBeEnabled()
  await expect(toKeep).toBeFocused()
  await expectNoViolations(page, 'a group of near-duplicates', { within: '[role=dialog]' })
  const group = await toKeep.textContent()
  await page.reload()
  await expect(toKeep).toHaveText(group ?? '')
  await expect(keep).toBeEnabled()
  await page.keyboard.press('v')
  await expect(dialog.getByText(/^That was the last group/)).toBeVisible()
  await expectNoViolations(page, 'the end of the groups', { within: '[role=dialog]' })
  await page.reload()
  await expect(dialog.getByRole('button', { name: 'Undo' })).toBeVisible()
  await page.keyboard.press('z')
  await expect(page.getByRole('status', { name: /^Undone: kept 1 article/i })).toBeVisible()
  // The list behind it goes to the article, too, but the focus stays.
  await expect(toKeep).toHaveText(group ?? '')
  await expect(toKeep).toBeFocused()
  await page.goBack()
  await expect(dialog).toBeHidden()
  await expect(page).toHaveURL(/\/library\?duplicates=yes$/)
})

test('has the filters in a sheet on a phone, where everything can be reached and has a name', async ({
  page,
  collect,
}) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await collect({ keywords: ['bread'], count: 8 })
  await openLibrary(page)
  await page.getByRole('button', { name: 'Filters' }).click()
  const sheet = page.getByRole('dialog', { name: 'Filters' })
  await sheet.getByRole('button', { name: /^Unread / }).click()
  for (const button of await sheet.getByRole('button').all())
    expect((await button.boundingBox())?.height, (await button.textContent()) ?? '').toBeGreaterThanOrEqual(
      44,
    )
  await expectNoViolations(page, 'filters', { within: '[role=dialog]' })
  await sheet.getByRole('button', { name: /^Show \d+ articles$/ }).click()
  await expect(sheet).toBeHidden()
  await expect(page).toHaveURL(/\/library\?read=no$/)
  await expectNoViolations(page)
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
})

test('stays at its place in a list when the page is reloaded', async ({ page, collect }) => {
  await collect({ keywords: ['river', 'water', 'city', 'bread', 'work'], count: 30 })
  await expect(titles(page).first()).toBeVisible()
  await stays()
  await openLibrary(page)
  await stays()

  async function stays() {
    const title = (await titles(page).last().textContent()) ?? ''
    const seen = page.getByRole('link', { name: title, exact: true })
    await seen.scrollIntoViewIfNeeded()
    await page.reload()
    await expect(seen).toBeInViewport()
  }
})

test('a scroll bar that a screen, a search or a dialog needs or does not need moves nothing sideways', async ({
  playwright,
  wire,
  service,
}, testInfo) => {
  const page = await openWithScrollBars(playwright, testInfo)
  await openSignedIn(page, wire.address, service, '/jobs')
  const account = page.locator('header', { hasText: service.email })
  const edge = () => account.evaluate((header) => header.getBoundingClientRect().right)
  await expect(page.getByText('No jobs yet')).toBeVisible()
  const short = await edge()
  expect(short, 'as wide as the window without its scroll bar').toBeLessThan(1440)
  await createJob(page, { count: 30 })
  await firstArticleDrawn(page)
  expect(await edge(), 'a long list').toBe(short)
  await page.keyboard.press('?')
  await expect(page.getByRole('dialog')).toBeVisible()
  expect(await edge(), 'a dialog above it').toBe(short)
  await page.keyboard.press('Escape')
  await page.getByLabel('Search these articles').fill('zzyzx')
  await expect(titles(page)).toHaveCount(0)
  expect(await edge(), 'nothing found').toBe(short)
  await page.context().browser()?.close()
})

test('filters open at a width at which their own scroll bar decides on their layout', async ({
  playwright,
  wire,
  service,
}, testInfo) => {
  // Chromium tried both layouts for ever.
  const page = await openWithScrollBars(playwright, testInfo)
  await page.setViewportSize({ width: 390, height: 844 })
  await openSignedIn(page, wire.address, service)
  await createJob(page, { count: 10 })
  await firstArticleDrawn(page)
  await openScreen(page, 'Library')
  await page.getByRole('button', { name: 'Filters' }).click()
  await expect(page.getByRole('dialog', { name: 'Filters' })).toContainText('Undecided')
  await page.context().browser()?.close()
})

/** Playwright's own browser draws none. The test closes it. */
async function openWithScrollBars(
  { chromium }: PlaywrightWorkerArgs['playwright'],
  { project }: TestInfo,
): Promise<Page> {
  const options = { ...project.use.launchOptions, ignoreDefaultArgs: ['--hide-scrollbars'] }
  const browser = await chromium.launch(options)
  return browser.newPage({ serviceWorkers: 'block', viewport: { width: 1440, height: 900 } })
}
