import { respondWithJobs } from './fault-proxy.ts'
import { copyIds, createJob, expect, openScreen, signIn, test } from './fixtures.ts'

test.use({ serviceWorkers: 'allow', prefetches: true })

test('collects articles, then collects more without repeating any', async ({ page, wire, service }) => {
  await signIn(page, wire.address, service)
  await createJob(page, { keywords: ['water'], count: 5 })
  await expect(page.getByText('Ready: 5 articles', { exact: true })).toBeVisible()
  await expect(page.getByRole('list', { name: 'Articles' }).getByRole('article')).toHaveCount(5)
  const first = await copyIds(page)
  expect(first).toHaveLength(5)

  await page.getByRole('link', { name: 'Collect more' }).click()
  await expect(page.getByRole('heading', { name: 'New job' })).toBeVisible()
  await expect(page.getByText('5 ids will be skipped')).toBeVisible()
  await page.getByRole('button', { name: 'Create job' }).click()
  await expect(page.getByText(/^Ready: \d+ articles?$/)).toBeVisible()
  const second = await copyIds(page)

  expect(second.length).toBeGreaterThan(0)
  expect(second.filter((id) => first.includes(id))).toEqual([])
})

test('opens an article, reads on with the keyboard and returns to the list', async ({
  page,
  wire,
  service,
}) => {
  await signIn(page, wire.address, service)
  await createJob(page, { category: 'Food', count: 3 })
  const articles = page.getByRole('list', { name: 'Articles' }).getByRole('article')
  await expect(articles).toHaveCount(3)
  const title = await articles.first().getByRole('link').first().innerText()

  await articles.first().getByRole('link').first().click()
  await expect(page.getByRole('heading', { name: title })).toBeVisible()
  await page
    .getByRole('button', { name: 'Next' })
    .or(page.getByRole('link', { name: 'Next' }))
    .click()
  await expect(page.getByRole('heading', { name: title })).toBeHidden()
  await page.keyboard.press('k')
  await expect(page.getByRole('heading', { name: title })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page).toHaveURL(/\/jobs\/\d+$/)
})

test('exports with the keyboard alone', async ({ page, collect }) => {
  await collect({ category: 'Food', count: 3 })
  await page.getByRole('button', { name: /^Export/ }).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('radio', { name: 'This job (3)' })).toBeFocused()
  const [download] = await Promise.all([page.waitForEvent('download'), page.keyboard.press('Enter')])
  expect(download.suggestedFilename()).toMatch(/^articles_job-\d+_\d{4}-\d\d-\d\d\.csv$/)
  await expect(page.getByRole('dialog')).toBeHidden()
})

test('makes one job of a double click', async ({ page, wire, service }) => {
  await signIn(page, wire.address, service)
  await openScreen(page, 'New job')
  await page.getByLabel('Keywords').fill('bread')
  await page.getByLabel('Keywords').press('Enter')
  await page.getByRole('button', { name: 'Create job' }).dblclick()
  await expect(page.getByRole('main').getByText(/^Job \d+$/)).toBeVisible()
  expect(wire.calls.filter((call) => call === 'POST /api/v1.0/jobs')).toHaveLength(1)
})

test('keeps the key out of every address, the page text and the displayed request', async ({
  page,
  wire,
  service,
}) => {
  await signIn(page, wire.address, service)
  await createJob(page, { keywords: ['sleep'] })
  await expect(page.getByText(/^Ready/)).toBeVisible()
  await openScreen(page, 'New job')
  await page.getByText('Request', { exact: true }).click()
  await expect(page.getByText('$API_KEY')).toBeVisible()
  expect(await page.content()).not.toContain(service.apiKey)
  expect(page.url()).not.toContain(service.apiKey)
  expect(wire.calls.join()).not.toContain(service.apiKey)
})

test('reads an HTML article with styles and handlers without violating the security policy', async ({
  page,
  wire,
  service,
}) => {
  const text = `<base href="https://elsewhere.example/"><style>p { color: red }</style>
    <p onclick="go()">One</p><p style="color: red">Two</p>`
  wire.inject(respondWithJobs('success', [{ id: 1, title: 'Styled', text }]))
  await signIn(page, wire.address, service)
  await page.getByLabel('Job number').fill('7')
  await page.getByRole('button', { name: 'Open job' }).click()
  await page.getByRole('list', { name: 'Articles' }).getByRole('link').first().click()
  await expect(page.getByText('The text was HTML; it is shown as plain text.')).toBeVisible()
})
