import type { Page } from '@playwright/test'
import { createJob, expect, signIn, test } from './fixtures.ts'

const laptop = { width: 1440, height: 900 }
const screens = ['/jobs', '/jobs/new', '/library', '/skip-lists', '/preferences', '/jobs/1']

test.use({ viewport: laptop })

const rows = (page: Page) => page.getByRole('list', { name: 'Articles' }).getByRole('article')

test('every screen has its title at one edge, on one line, in one size', async ({ page, wire, service }) => {
  await signIn(page, wire.address, service)
  await createJob(page, { keywords: ['water'], count: 8 })
  await expect(page.getByText(/^Ready: /)).toBeVisible()
  const job = new URL(page.url()).pathname
  const places = new Set<string>()
  for (const screen of screens) {
    await page.goto(wire.address + (screen === '/jobs/1' ? job : screen))
    const title = page.getByRole('heading', { level: 1 })
    await expect(title).toBeVisible()
    const { x, y } = (await title.boundingBox())!
    const size = await title.evaluate((element) => getComputedStyle(element).fontSize)
    places.add(`${x} ${y} ${size}`)
  }
  expect([...places]).toHaveLength(1)
})

test('six articles of a job fit a laptop, more when they are compact, also after a reload', async ({
  page,
  wire,
  service,
}) => {
  await signIn(page, wire.address, service)
  await createJob(page, { keywords: ['water', 'bread', 'city', 'work'], count: 30 })
  await expect(page.getByText(/^Ready: /)).toBeVisible()
  const sixth = (await rows(page).nth(5).boundingBox())!
  expect(sixth.y + sixth.height).toBeLessThanOrEqual(laptop.height)

  await page.getByRole('button', { name: 'Compact rows' }).click()
  await expect.poll(async () => (await rows(page).nth(12).boundingBox())!.y).toBeLessThan(laptop.height)
  await page.reload()
  await expect(page.getByRole('button', { name: 'Compact rows', pressed: true })).toBeVisible()
  await expect.poll(async () => (await rows(page).nth(12).boundingBox())!.y).toBeLessThan(laptop.height)
})

test('rows never lie over one another, and stay where they are as those above are measured', async ({
  page,
  wire,
  service,
}) => {
  await signIn(page, wire.address, service)
  await createJob(page, { count: 60 })
  await expect(page.getByText(/^Ready: /)).toBeVisible()
  for (let presses = 0; presses < 30; presses += 1) await page.keyboard.press('j')
  const edges = await rows(page).evaluateAll((articles) =>
    articles.map((article) => article.getBoundingClientRect()).map(({ top, bottom }) => [top, bottom]),
  )
  const sorted = edges.toSorted(([one = 0], [other = 0]) => one - other)
  for (const [index, [top = 0]] of sorted.entries())
    if (index > 0) expect(top).toBeGreaterThanOrEqual(Math.floor(sorted[index - 1]![1]!) - 1)
  const current = page.locator('article[data-current]')
  const before = (await current.boundingBox())!
  expect(before.y).toBeGreaterThan(56)
  expect(before.y + before.height).toBeLessThanOrEqual(laptop.height)
})

test('filters stay beside the reader, and are folded for good', async ({ page, wire, service }) => {
  await signIn(page, wire.address, service)
  await createJob(page, { keywords: ['water'], count: 8 })
  await expect(page.getByText(/^Ready: /)).toBeVisible()
  await page.getByRole('link', { name: 'Library', exact: true }).click()
  await rows(page).first().getByRole('link').click()
  await expect(page.getByRole('button', { name: 'Copy text' })).toBeVisible()
  const filters = page.getByRole('region', { name: 'Filters' })
  await filters.getByRole('button', { name: /^Unread/ }).click()
  await expect(page).toHaveURL(/articles\/.*read=no/)

  await page.getByRole('button', { name: 'Hide filters' }).click()
  await page.reload()
  await expect(page.getByRole('button', { name: 'Show filters' })).toBeVisible()
  await expect(filters).toBeHidden()
})

test('the first job of a new device opens its first article, which can be read alone', async ({
  page,
  wire,
  service,
}) => {
  await signIn(page, wire.address, service)
  await page.evaluate(() => localStorage.removeItem('article-desk/first-article'))
  await createJob(page, { keywords: ['water'], count: 8 })
  await expect(page).toHaveURL(/\/articles\//)
  await expect(page.getByRole('button', { name: 'Copy text' })).toBeVisible()

  await page.keyboard.press('f')
  await expect(rows(page).first()).toBeHidden()
  await expect(page.getByRole('button', { name: 'Focus mode', pressed: true })).toBeVisible()
  await page.keyboard.press('j')
  await expect(rows(page).first()).toBeHidden()
  await page.keyboard.press('Escape')
  await expect(rows(page).first()).toBeVisible()
  await createJob(page, { keywords: ['bread'], count: 3 })
  await expect(page.getByText(/^Ready: /)).toBeVisible()
  await expect(page.getByText('Choose an article to read it here.')).toBeVisible()
})

test('how articles are set is seen as it is chosen, and kept', async ({ page, wire, service }) => {
  await signIn(page, wire.address, service)
  await createJob(page, { keywords: ['water'], count: 4 })
  await rows(page).first().getByRole('link').click()
  await page.getByRole('button', { name: 'Reading settings' }).click()
  const dialog = page.getByRole('dialog', { name: 'Reading settings' })
  const faces: string[] = []
  page.on('request', (request) => {
    if (request.resourceType() === 'font') faces.push(request.url())
  })
  await dialog.getByRole('radio', { name: 'Legible' }).check()
  await dialog.getByRole('radio', { name: 'Large' }).check()
  const preview = dialog.getByText(/^Every river town/)
  await expect(preview).toHaveCSS('font-size', '22px')
  await expect.poll(() => faces.some((face) => face.includes('atkinson'))).toBe(true)
  await page.reload()
  const text = page.getByRole('article').getByRole('paragraph').last()
  await expect(text).toHaveCSS('font-size', '22px')
  await expect(text).toHaveCSS('font-family', /^"Atkinson Hyperlegible/)
})
