import { holdJobs, loseResponse, refuseKey, respondWithJobs, respondWithJson } from './fault-proxy.ts'
import { createJob, expect, expectNoViolations, launchOptions, openSignedIn, test } from './fixtures.ts'
import { createGate } from '../src/testing/create-gate.ts'

/** The script of the form for a refused key. */
const signInAgainPart = /\/sign-in-again-[^/]*\.js$/

test('says that the e-mail or key is wrong, and stores nothing', async ({ page, wire, service }) => {
  await page.goto(`${wire.address}/sign-in`)
  await page.getByLabel('E-mail').fill(service.email)
  await page.getByLabel('API key', { exact: true }).fill('not-the-key-at-all')
  await page.getByRole('button', { name: 'Sign in' }).click()

  await expect(page.getByRole('alert')).toContainText('does not accept this e-mail and key')
  const kept = await page.evaluate(() => JSON.stringify([sessionStorage, localStorage]))
  expect(kept).not.toContain('not-the-key-at-all')
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible()
})

test('a refused key opens no dialog of the browser, which would hold up the answer', async ({
  playwright,
  wire,
  service,
}) => {
  // The headless shell has no such dialogs.
  const browser = await playwright.chromium.launch(launchOptions)
  const page = await browser.newPage()
  await page.goto(`${wire.address}/sign-in`)
  wire.inject(refuseKey)
  await page.getByLabel('E-mail').fill(service.email)
  await page.getByLabel('API key', { exact: true }).fill('not-the-key-at-all')
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page.getByRole('alert')).toContainText('does not accept this e-mail and key')
  await browser.close()
})

test('resumes the same job after a 401 in the middle of a watch', async ({ page, wire, service, watch }) => {
  await watch({ keywords: ['trees'], count: 2 })

  const before = wire.calls.length
  wire.inject(refuseKey)
  await expect(page.getByText('Sign in again to go on').first()).toBeVisible()
  await wire.quiet()
  expect(wire.calls.length - before, 'one request, then silence').toBeLessThanOrEqual(2)
  await expectNoViolations(page, 'sign in again')

  wire.clear()
  await page.getByLabel('API key', { exact: true }).fill(service.apiKey)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(page.getByText('Ready: 2 articles', { exact: true })).toBeVisible()
})

test('signing in again gives the focus back, even if its form comes late', async ({
  page,
  wire,
  service,
}) => {
  const [released, release] = createGate()
  await page.route(signInAgainPart, async (route) => {
    await released
    await route.continue()
  })
  await openSignedIn(page, wire.address, service)
  await page.getByLabel('Category').fill('Harbours')
  wire.inject(refuseKey)
  const create = page.getByRole('button', { name: 'Create job' })
  const refused = page.waitForResponse((response) => response.status() === 401)
  await create.click()
  await refused
  await expect(create).not.toHaveAttribute('aria-disabled', 'true')
  release()
  const again = page.getByRole('region', { name: 'Sign in again to go on' })
  const key = again.getByLabel('API key', { exact: true })
  await expect(key).toBeFocused()
  // At 400% zoom the form is higher than the window, and leaves half of it to what is being done.
  await page.setViewportSize({ width: 320, height: 256 })
  await page.getByLabel('Category').click()
  await expect(page.getByLabel('Category')).toBeFocused()
  await create.focus()
  await key.focus()
  await expect(key).toBeInViewport({ ratio: 1 })
  wire.clear()
  await key.fill(service.apiKey)
  await key.press('Enter')
  await expect(key).toBeHidden()
  await expect(create).toBeFocused()
})

test('says what to do if the form to sign in again cannot be loaded', async ({ page, wire, service }) => {
  await page.route(signInAgainPart, (route) => route.abort())
  await openSignedIn(page, wire.address, service)
  wire.inject(holdJobs)
  await createJob(page, { keywords: ['trees'], count: 2 })
  wire.inject(refuseKey)
  await expect(page.getByRole('alert')).toContainText('Reload the page')
  await expectNoViolations(page, 'the form to sign in again is missing')

  await page.unroute(signInAgainPart)
  await page.reload()
  await expect(page.getByRole('region', { name: 'Sign in again to go on' })).toBeVisible()
})

test.describe('prefetched', () => {
  test.use({ prefetches: true })

  test('signs in again although a newer desk has replaced the files since', async ({
    page,
    wire,
    service,
  }) => {
    const partFetched = page.waitForResponse((response) => signInAgainPart.test(response.url()))
    await openSignedIn(page, wire.address, service)
    wire.inject(holdJobs)
    await createJob(page, { keywords: ['trees'], count: 2 })
    await partFetched
    await page.route(/\/assets\//, (route) => route.fulfill({ status: 404 }))
    wire.inject(refuseKey)
    const key = page.getByLabel('API key', { exact: true })
    await expect(key).toBeVisible()
    wire.clear()
    await key.fill(service.apiKey)
    await key.press('Enter')
    await expect(page.getByText('Ready: 2 articles', { exact: true })).toBeVisible()
  })
})

test('resumes watching after a reload', async ({ page, wire, watch }) => {
  await watch({ keywords: ['bread'], count: 2 })

  await page.reload()
  await expect(page.getByText('Service says: running')).toBeVisible()
  wire.clear()
  await expect(page.getByText('Ready: 2 articles', { exact: true })).toBeVisible()
})

test('watches a job whichever screen is open', async ({ page, wire, service }) => {
  await openSignedIn(page, wire.address, service)
  wire.inject(holdJobs)
  await createJob(page, { keywords: ['bread'], count: 2 })
  await page.getByRole('link', { name: 'Library' }).click()
  await expect(page.getByRole('heading', { name: 'Library' })).toBeVisible()
  wire.clear()
  await expect(page.getByText(/Job \d+: Ready: 2 articles/).first()).toBeVisible()
})

test('reads the library offline and resumes when the network is back', async ({
  page,
  wire,
  context,
  collect,
}) => {
  await collect({ keywords: ['water'], count: 2 })
  const ready = page.url()
  // Nothing is prefetched here.
  await page.getByRole('link', { name: 'Jobs', exact: true }).click()
  await expect(page.getByRole('link', { name: /water/ })).toBeVisible()
  wire.inject(holdJobs)
  await createJob(page, { keywords: ['bread'], count: 3 })
  await expect(page.getByText('Service says: running')).toBeVisible()

  await context.setOffline(true)
  await expect(page.getByText(/offline/i).first()).toBeVisible()
  await expect(page.getByText("Can't reach the service (still trying)")).toBeVisible()
  await page.getByRole('link', { name: 'Jobs', exact: true }).click()
  await page.getByRole('link', { name: /water/ }).first().click()
  await expect(page).toHaveURL(ready)
  await expect(page.getByRole('list', { name: 'Articles' }).getByRole('article')).toHaveCount(2)
  await page.goBack()
  await page.getByRole('link', { name: /bread/ }).first().click()

  wire.clear()
  await context.setOffline(false)
  await expect(page.getByText('Ready: 3 articles', { exact: true })).toBeVisible({ timeout: 20_000 })
})

test('checks at once when the network is back, however long the next check was put off', async ({
  page,
  wire,
  context,
  watch,
}) => {
  await watch({ keywords: ['bread'], count: 2 })
  await context.setOffline(true)
  const longWait = page.getByText(/^next check in (1\d|[2-9]\d) s$/)
  // Each failure puts off the next check.
  await expect(async () => {
    await page.getByRole('button', { name: 'Check now' }).click()
    await expect(longWait).toBeVisible({ timeout: 500 })
  }).toPass()
  wire.clear()
  await context.setOffline(false)
  await expect(page.getByText('Ready: 2 articles', { exact: true })).toBeVisible({ timeout: 8_000 })
})

test('keeps an unconfirmed request and never sends it again automatically', async ({
  page,
  wire,
  service,
}) => {
  await openSignedIn(page, wire.address, service)
  await page.getByLabel('Keywords').fill('rivers')
  await page.getByLabel('Keywords').press('Enter')
  wire.inject(loseResponse('POST'))
  await page.getByRole('button', { name: 'Create job' }).click()
  await expect(page.getByText('Unconfirmed', { exact: true })).toBeVisible()

  await page.reload()
  await expect(page.getByText('Unconfirmed', { exact: true })).toBeVisible()
  await wire.quiet()
  expect(wire.calls.filter((call) => call === 'POST /api/v1.0/jobs')).toHaveLength(1)
})

test('says on "New job" after a reload that the request was sent without an answer', async ({
  page,
  wire,
  service,
}) => {
  // Small enough that the button and the notice are never visible together.
  await page.setViewportSize({ width: 390, height: 600 })
  await openSignedIn(page, wire.address, service)
  await page.getByLabel('Keywords').fill('rivers')
  await page.getByLabel('Keywords').press('Enter')
  wire.inject(({ method }) => method === 'POST')
  await page.getByRole('button', { name: 'Create job' }).click()
  await expect.poll(() => wire.calls).toContain('POST /api/v1.0/jobs')

  await page.reload()
  const notice = page.getByRole('link', { name: /request has had no answer/ })
  await expect(notice).toBeInViewport()
  await expect(page.getByText('rivers')).toBeHidden()
  await expectNoViolations(page, 'a request without an answer')
  await notice.click()
  await expect(page.getByText('Unconfirmed', { exact: true })).toBeVisible()
  expect(wire.calls.filter((call) => call === 'POST /api/v1.0/jobs')).toHaveLength(1)
})

test('trouble while a job is watched, which comes and goes, does not move the buttons', async ({
  page,
  wire,
  watch,
}) => {
  await page.setViewportSize({ width: 1920, height: 1080 })
  await watch({ keywords: ['water'] })
  const button = page.getByRole('button', { name: 'Check now' })
  const before = await button.boundingBox()
  wire.inject(loseResponse('GET'))
  await expect(page.getByText('It last said: running.')).toBeVisible()
  expect(await button.boundingBox()).toEqual(before)

  // Words shorter than those for a job that runs.
  await page.setViewportSize({ width: 1280, height: 800 })
  wire.inject(holdJobs)
  await button.click()
  await expect(page.getByText('It last said: running.')).toBeHidden()
  const running = await button.boundingBox()
  wire.inject((_, response) => (respondWithJson(response, 429, {}), true))
  await button.click()
  await expect(page.getByText('It answered 429. It last said: running.')).toBeVisible()
  expect(await button.boundingBox()).toEqual(running)

  for (const width of [1440, 1280, 390]) {
    wire.inject(holdJobs)
    await page.setViewportSize({ width, height: 900 })
    await button.click()
    await expect(page.getByText('Service says: running', { exact: true })).toBeVisible()
    const before = await button.boundingBox()
    wire.inject(loseResponse('GET'))
    await button.click()
    await expect(page.getByText('It last said: running.')).toBeVisible()
    expect(await button.boundingBox(), `${width} px wide`).toEqual(before)
    wire.inject((_, response) => (respondWithJson(response, 200, []), true))
    await button.click()
    await expect(page.getByText('The service did not answer with a job.')).toBeVisible()
    expect(await button.boundingBox(), `${width} px wide, unreadable`).toEqual(before)
  }
})

test('nor does it move the articles received so far, which move nothing above them', async ({
  page,
  wire,
  watch,
}) => {
  const soFar = respondWithJobs('running', [{ id: 1, title: 'One', text: 'One tree.' }])
  await watch({ keywords: ['trees'], count: 2 })
  const button = page.getByRole('button', { name: 'Check now' })
  const article = page.getByRole('article', { name: 'One' })
  const times = page.getByText(/^last check/)
  const top = (await times.boundingBox())?.y
  for (const width of [1920, 1440, 390]) {
    wire.inject(soFar)
    await page.setViewportSize({ width, height: 900 })
    await button.click()
    await expect(page.getByText('You can open it when the job is ready.')).toBeVisible()
    if (width === 1920) expect((await times.boundingBox())?.y, 'the times of the checks').toBe(top)
    const before = await article.boundingBox()
    wire.inject(loseResponse('GET'))
    await button.click()
    await expect(page.getByText('It last said: running.')).toBeVisible()
    expect(await article.boundingBox(), `${width} px wide`).toEqual(before)
  }
})

test('“Stop watching” and “Watch again” leave themselves and the articles received so far in place', async ({
  page,
  wire,
  watch,
}) => {
  await watch({ keywords: ['trees'], count: 2 })
  wire.inject(respondWithJobs('running', [{ id: 1, title: 'One', text: 'One tree.' }]))
  const article = page.getByRole('article', { name: 'One' })
  const button = page.getByRole('button', { name: /^(Stop watching|Watch again)$/ })
  const placesOnce = async (words: string) => {
    await expect(page.getByText(words, { exact: true })).toBeVisible()
    return [(await button.boundingBox())!, (await article.boundingBox())!].map(({ x, y }) => [x, y])
  }
  for (const width of [1920, 1280, 820, 510, 390]) {
    await page.setViewportSize({ width, height: 900 })
    const watched = await placesOnce('You can open it when the job is ready.')
    await button.click()
    const stopped = await placesOnce('Watch again to open it.')
    expect(stopped, `${width} px wide`).toEqual(watched)
    await button.click()
  }
})
