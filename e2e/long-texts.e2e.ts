import { respondWithJobs } from './fault-proxy.ts'
import { createJob, createList, expect, firstArticleDrawn, openSignedIn, test } from './fixtures.ts'

const laptop = { width: 1440, height: 900 }
const phone = { width: 390, height: 844 }

test.use({ viewport: laptop })

test('a long name leaves messages, menus and what opens them on the screen', async ({
  page,
  wire,
  collect,
}) => {
  const longName = 'n'.repeat(120)
  await collect({ keywords: ['water'], count: 4 })
  const job = page.url()
  await page.goto(`${wire.address}/library?read=no`)
  await page.getByRole('button', { name: 'Save this view' }).click()
  await page.getByRole('textbox', { name: 'Name of the view' }).fill(longName)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: /^Actions for n/ })).toBeInViewport({ ratio: 1 })

  await page.getByRole('link', { name: 'New job' }).click()
  await page.getByRole('button', { name: 'Presets' }).click()
  await page.getByRole('menuitem', { name: 'Save this request' }).click()
  await page.getByRole('textbox', { name: 'Name' }).fill(longName)
  await page.getByRole('button', { name: 'Save preset' }).click()
  await page.getByRole('button', { name: 'Presets' }).click()
  const menu = page.getByRole('menu')
  expect((await menu.boundingBox())!.width).toBeLessThan(500)
  expect(await menu.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0)
  await page.keyboard.press('Escape')

  await page.getByRole('link', { name: 'Skipped articles' }).click()
  await createList(page, longName)
  await expect(page.getByText(`Created the list “${longName}”`)).toBeVisible()
  await page.getByRole('button', { name: longName, exact: true }).click()
  await expect(page.getByRole('heading', { name: longName })).toBeVisible()
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(laptop.width)
  await page.goto(job)
  await firstArticleDrawn(page)
  for (const key of ['j', 'x']) await page.keyboard.press(key)
  await page.getByRole('button', { name: 'Add 1 article to a list' }).click()
  await expect(page.getByRole('dialog').getByText(longName, { exact: true })).toBeInViewport({ ratio: 1 })
  await page.keyboard.press('Escape')

  await page.getByRole('link', { name: 'Skipped articles' }).click()
  await page.getByRole('button', { name: /^Actions for/ }).click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  const undo = page.getByRole('button', { name: 'Undo' })
  for (const viewport of [laptop, phone]) {
    await page.setViewportSize(viewport)
    await expect(undo).toBeInViewport({ ratio: 1 })
  }
})

test('a job of many keywords takes as little room in the list as others do', async ({
  page,
  wire,
  service,
}) => {
  await openSignedIn(page, wire.address, service)
  await createJob(page, { keywords: [Array.from({ length: 100 }, (_, index) => `water ${index}`).join()] })
  const job = await page.getByText(/^Job \d+$/).textContent()
  await page.getByRole('link', { name: 'Jobs', exact: true }).click()
  const row = page.getByRole('listitem').filter({ hasText: job! })
  for (const viewport of [laptop, phone]) {
    await page.setViewportSize(viewport)
    await expect(row.getByText(job!, { exact: true })).toBeInViewport()
    expect((await row.boundingBox())!.height).toBeLessThan(150)
  }
  await page.getByRole('button', { name: /^Actions for job/ }).click()
  await page.getByRole('menuitem', { name: 'Rename' }).click()
  await page.getByRole('textbox', { name: 'Name' }).fill('أسبوعي')
  await page.keyboard.press('Enter')
  const name = row.getByText('أسبوعي')
  await expect(name).toBeVisible()
  expect((await row.boundingBox())!.height).toBeLessThan(150)
  const [named, numbered] = [(await name.boundingBox())!, (await row.getByText(job!).boundingBox())!]
  expect(numbered.x - named.x - named.width, 'space before the number').toBeGreaterThanOrEqual(8)
})

test('the decisions on thousands of articles take one row beside the reader', async ({
  page,
  wire,
  service,
}) => {
  await openSignedIn(page, wire.address, service)
  const articles = Array.from({ length: 5_000 }, (_, id) => ({
    id: id + 1,
    title: `No. ${id}`,
    text: 'Water',
  }))
  wire.inject(respondWithJobs('success', articles))
  await createJob(page, { count: 5_000 })
  await expect(page.getByText('Ready: 5,000 articles', { exact: true })).toBeVisible()
  const choices = page.getByRole('group', { name: 'Decision' }).locator('label')
  await expect(choices).toHaveText([/5,000/, /5,000/, /0/, /0/, /0/])
  const tops = await choices.evaluateAll((labels) => labels.map((label) => label.getBoundingClientRect().top))
  expect(new Set(tops).size).toBe(1)
})

test('a long word for a state stays on the screen, beside what the job is about', async ({
  page,
  wire,
  service,
}) => {
  await openSignedIn(page, wire.address, service)
  const state = 'pending_'.repeat(25)
  wire.inject(respondWithJobs(state))
  await createJob(page, { keywords: ['water'] })
  await expect(page.getByText(`Service says: ${state}`)).toBeVisible()
  for (const viewport of [laptop, phone]) {
    await page.setViewportSize(viewport)
    await expect(page.getByRole('button', { name: 'About this job' })).toBeInViewport({ ratio: 1 })
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(viewport.width)
  }
})

test('the times of checks that are minutes apart stay on one line', async ({ page, wire, service }) => {
  await openSignedIn(page, wire.address, service)
  wire.inject((request, response) => {
    if (request.method !== 'GET') return false
    response.writeHead(429, { 'retry-after': '3000', connection: 'close' }).end()
    return true
  })
  await createJob(page, { keywords: ['water'] })
  const next = page.getByText(/^next check in \d+ min \d+ s$/)
  await expect(next).toBeVisible()
  const lines = await next.evaluate((element) => {
    const range = document.createRange()
    range.selectNodeContents(element)
    return range.getClientRects().length
  })
  expect(lines).toBe(1)
})

test('a job that is waited for longer and longer moves nothing below', async ({ page, wire, watch }) => {
  await watch({ keywords: ['water'] })
  const start = Date.now()
  const button = page.getByRole('button', { name: 'Check now' })
  const article = page.getByRole('article', { name: 'One' })
  wire.inject(respondWithJobs('running', [{ id: 1, title: 'One', text: 'One river.' }]))
  await expect(article).toBeVisible()
  const widths = [1920, 1440, 1366, 1280, 390]
  let before: unknown
  for (const [minutes, words] of [
    [0, /^waiting for \d+ s$/],
    [1, /^waiting for 1 min \d\d s$/],
    [12, /^waiting for 12 min \d\d s$/],
    [700, /^waiting for 11 h 40 min$/],
  ] as const) {
    await page.clock.setFixedTime(start + minutes * 60_000)
    await expect(page.getByText(words)).toBeVisible()
    const places: Record<number, unknown> = {}
    for (const width of widths) {
      await page.setViewportSize({ width, height: 900 })
      places[width] = [(await button.boundingBox())?.y, (await article.boundingBox())?.y]
    }
    expect((before ??= places), `after ${minutes} min`).toEqual(places)
  }
  await expect(page.getByText('taking longer than usual')).toBeVisible()
})

test('a long reason for rejecting stays within its row, and in sight in the reader', async ({
  page,
  wire,
  service,
}) => {
  await openSignedIn(page, wire.address, service, '/preferences')
  const reason = 'Covered by our own correspondents last week, at greater length'
  await page.getByLabel('Reasons for rejecting').fill(reason)
  await page.keyboard.press('Tab')
  await page.setViewportSize({ width: 1280, height: 900 })
  const hint = (await page.getByText(/^One per line/).boundingBox())!
  const next = (await page.getByRole('region', { name: 'Storage' }).boundingBox())!
  expect(next.y - hint.y - hint.height, 'space between two sections').toBeGreaterThan(16)
  await createJob(page, { keywords: ['water'], count: 4 })
  await firstArticleDrawn(page)
  await page.setViewportSize(phone)
  for (const key of ['j', '1', 'k']) await page.keyboard.press(key)
  const row = page.getByRole('list', { name: 'Articles' }).getByRole('article').first()
  await expect(row.getByText(reason)).toBeVisible()
  expect(await row.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0)
  await row.getByRole('link').first().click()
  const choice = page.getByRole('button', { name: reason })
  await expect(choice).toBeInViewport({ ratio: 1 })
  const left = (element: Element) => element.getBoundingClientRect().left
  const words = await choice.locator(':scope > :first-child').evaluate(left)
  expect(words, 'in line with the text').toBe(await page.locator('#article-title').evaluate(left))
})

test('a long label can be read to its end, and leaves its remove button on the screen', async ({
  page,
  collect,
}) => {
  await collect({ keywords: ['water'], count: 1 })
  for (const key of ['j', 'Enter']) await page.keyboard.press(key)
  await page.getByRole('button', { name: 'Add label' }).click()
  await page.getByRole('textbox', { name: 'Label' }).fill('w'.repeat(60))
  for (const key of ['Enter', 'Escape']) await page.keyboard.press(key)
  const remove = page.getByRole('button', { name: /^Remove label w/ })
  for (const viewport of [laptop, phone]) {
    await page.setViewportSize(viewport)
    await expect(remove).toBeInViewport({ ratio: 1 })
    const words = remove.locator('xpath=preceding-sibling::*')
    expect(await words.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0)
  }
})
