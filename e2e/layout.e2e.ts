import type { Page } from '@playwright/test'
import { respondWithJobs, respondWithJson, type Fault, holdJobs } from './fault-proxy.ts'
import {
  addLabel,
  createJob,
  createList,
  expect,
  firstArticleDrawn,
  holdCalls,
  openSignedIn,
  releaseCalls,
  test,
} from './fixtures.ts'
import { layoutShifts, watchShifts } from './layout-shifts.ts'

const laptop = { width: 1440, height: 900 }
const phone = { width: 390, height: 844 }

test.use({ viewport: laptop })

const rows = (page: Page) => page.getByRole('list', { name: 'Articles' }).getByRole('article')

test('every screen has its title at the same edge, on one line, in one size, and nothing moves as content loads', async ({
  page,
  wire,
  service,
}) => {
  // Loading each screen twice, at two widths, takes time on a busy machine.
  test.slow()
  await page.addInitScript(watchShifts)
  /** Loads a screen at both widths, and waits for words that appear late. */
  const measure = async (path: string, late: string | RegExp, onLoad?: (width: number) => Promise<void>) => {
    for (const viewport of [phone, laptop]) {
      await page.setViewportSize(viewport)
      await page.goto(wire.address + path)
      await onLoad?.(viewport.width)
      await expect(page.getByText(late).first()).toBeVisible()
      expect(await layoutShifts(page), `${path} at ${viewport.width} px`).toEqual([])
    }
  }
  await measure('/sign-in', 'Nothing is sent to anyone but the service.')
  await openSignedIn(page, wire.address, service)
  await measure('/jobs', 'No jobs yet')

  const createWithFault = async (fault: Fault | undefined, state: string | RegExp) => {
    if (fault) wire.inject(fault)
    await createJob(page, { keywords: ['water'], count: 8 })
    await expect(page.getByText(state).first()).toBeVisible()
    return new URL(page.url()).pathname
  }
  const failed = await createWithFault(respondWithJobs('failure'), /three times in a row/)
  const empty = await createWithFault(respondWithJobs('success'), 'Finished: nothing found')
  wire.clear()
  const ready = await createWithFault(undefined, /^Ready: /)
  await firstArticleDrawn(page)
  await page.keyboard.press('j')
  await page.keyboard.press('v')
  await expect(page.getByRole('status', { name: 'Kept 1 article' })).toBeVisible()
  await addLabel(page, 'Rivers')
  await rows(page).first().getByRole('link').first().click()
  await expect(page.getByRole('button', { name: 'Copy text' })).toBeVisible()
  const article = new URL(page.url()).pathname.split('/').at(-1)!
  const watched = await createWithFault(holdJobs, 'Service says: running')

  await page.getByRole('link', { name: 'Skipped articles' }).click()
  for (const name of ['Sent before', 'Weekly']) await createList(page, name)

  const places: Record<number, Set<string>> = { [phone.width]: new Set(), [laptop.width]: new Set() }
  const noteTitle = async (width: number) => {
    const title = page.getByRole('heading', { level: 1 })
    await expect(title).toBeVisible()
    const { x, y } = (await title.boundingBox())!
    const size = await title.evaluate((element) => getComputedStyle(element).fontSize)
    places[width]!.add(`${x} ${y} ${size}`)
  }
  await measure('/jobs', /^Of 1 article decided on, you kept 1/, noteTitle)
  await measure('/jobs/new', /^8 ids will be skipped$/, noteTitle)
  await measure('/library', /% in “/, noteTitle)
  await measure('/skip-lists', /each with the reason it is skipped/, noteTitle)
  await measure('/preferences', /^8 articles/, noteTitle)
  await measure('/nowhere', 'There is nothing at this address.', noteTitle)
  await measure(failed, /three times in a row/, noteTitle)
  await measure(empty, /^No article of the service matched/, noteTitle)
  await measure(watched, /^last check/, noteTitle)
  await measure(ready, /% in “/, noteTitle)
  await measure(`${ready}/articles/${article}`, 'Add label')
  await measure(`/library/articles/${article}`, 'Add label')
  for (const found of Object.values(places)) expect([...found]).toHaveLength(1)
})

test('neither the first articles of a job nor a late button move what is above or below them', async ({
  page,
  wire,
  watch,
}) => {
  await page.addInitScript(watchShifts)
  await watch({ keywords: ['trees'] })
  wire.inject(respondWithJobs('running', [{ id: 1, title: 'One', text: 'One tree.' }]))
  for (const width of [820, 1200, 1280, 1366]) {
    await page.setViewportSize({ width, height: 800 })
    await page.reload()
    await expect(page.getByRole('article', { name: 'One' })).toBeVisible()
    await expect(page.getByRole('button', { name: 'Notify me' })).toBeVisible()
    expect(await layoutShifts(page), `${width} px wide`).toEqual([])
  }
})

test('jobs have their height from the first, so that what follows them does not move', async ({
  page,
  wire,
  collect,
}) => {
  await page.setViewportSize(phone)
  await collect({ keywords: ['water'], count: 2 })
  await page.addInitScript(() => {
    const heights = new Set<number>()
    Object.assign(window, { heights })
    const look = () => {
      const row = document.querySelector('[aria-label="Jobs, newest first"] > li')
      if (row) heights.add(row.getBoundingClientRect().height)
      requestAnimationFrame(look)
    }
    look()
  })
  await page.goto(`${wire.address}/jobs`)
  await expect(page.getByText(/^Decide on some articles/)).toBeVisible()
  const heights = await page.evaluate(() => [...(window as unknown as { heights: Set<number> }).heights])
  expect(heights).toHaveLength(1)
})

test('neither lists that come late nor a refusal move "Create job", and the refusal is all in sight', async ({
  page,
  wire,
  service,
}) => {
  await openSignedIn(page, wire.address, service, '/skip-lists')
  for (const name of ['Sent before', 'Weekly', 'Monthly']) await createList(page, name)
  await page.addInitScript(holdCalls, 'lists')
  wire.inject((request, response) => {
    if (request.method !== 'POST') return false
    request
      .resume()
      .on('end', () => respondWithJson(response, 409, { detail: 'No such category. '.repeat(11) }))
    return true
  })
  const button = page.getByRole('button', { name: 'Create job' })
  for (const viewport of [phone, { width: 820, height: 1180 }, { width: 1100, height: 800 }, laptop]) {
    await page.setViewportSize(viewport)
    await page.goto(`${wire.address}/jobs/new`)
    await expect(button).toBeVisible()
    const list = page.getByRole('checkbox', { name: 'Monthly' })
    await expect(list, 'to be still missing').toBeHidden()
    const before = (await button.boundingBox())!
    await page.evaluate(releaseCalls)
    await expect(list).toBeVisible()
    expect(await button.boundingBox(), `at ${viewport.width} px, lists`).toEqual(before)
    // Not `click` of the button, which scrolls the page first.
    await page.mouse.click(before.x + before.width / 2, before.y + before.height / 2)
    await expect(page.getByRole('alert')).toBeInViewport({ ratio: 1 })
    expect(await button.boundingBox(), `at ${viewport.width} px, refused`).toEqual(before)
    const [message, bar] = [(await page.getByRole('alert').boundingBox())!, (await button.boundingBox())!]
    expect(message.y + message.height <= bar.y || message.y >= bar.y + bar.height, 'not covered').toBe(true)
    // It goes with the form: further up, nothing but the buttons is in the way of the fields.
    await page.mouse.wheel(0, -5_000)
    if (viewport.width === phone.width) await expect(page.getByRole('alert')).not.toBeInViewport()
  }
  // On a laptop the message has its place below the button, before what can be long.
  await page.getByText('Request', { exact: true }).click()
  await expect(page.getByText('"remove_signature"').first()).toBeVisible()
  await expect(page.getByRole('alert')).toBeInViewport({ ratio: 1 })
})

test('six articles of a job fit on a laptop screen, more if compact, each with its title', async ({
  page,
  collect,
}) => {
  await collect({ keywords: ['water', 'bread', 'city', 'work'], count: 30 })
  await page.evaluate(() => document.fonts.ready)
  const sixth = (await rows(page).nth(5).boundingBox())!
  expect(sixth.y + sixth.height).toBeLessThanOrEqual(laptop.height)

  // The first label makes the choice of labels appear above the list.
  await page.keyboard.press('j')
  await addLabel(page, 'Rivers')
  await expect(page.getByRole('combobox', { name: 'Label' })).toBeVisible()
  expect((await rows(page).nth(5).boundingBox())!.y).toBe(sixth.y)
  await page.setViewportSize({ width: 1280, height: 900 })
  await expect
    .poll(async () => (await page.getByRole('combobox', { name: 'Label' }).boundingBox())!.y)
    .toBeLessThan((await page.getByText('Undecided').boundingBox())!.y + 10)
  await page.setViewportSize(laptop)

  await page.getByRole('button', { name: 'Compact rows' }).click()
  await expect.poll(async () => (await rows(page).nth(12).boundingBox())!.y).toBeLessThan(laptop.height)
  await page.reload()
  await expect(page.getByRole('button', { name: 'Compact rows', pressed: true })).toBeVisible()
  await expect.poll(async () => (await rows(page).nth(12).boundingBox())!.y).toBeLessThan(laptop.height)

  await page.setViewportSize(phone)
  await expect(page.getByText(/% in “/).first()).toBeVisible()
  const shares = await rows(page).evaluateAll((articles) =>
    articles.map((article) => article.querySelector('p')!.clientWidth / article.clientWidth),
  )
  expect(Math.min(...shares), 'the part of a row that its title has').toBeGreaterThan(0.4)
  const duplicate = rows(page)
    .getByRole('link', { name: /% in “/ })
    .first()
  for (const density of ['compact', 'comfortable']) {
    const reach = () =>
      duplicate.evaluate((link) => {
        link.scrollIntoView({ block: 'center' })
        const { left, top, bottom } = link.getBoundingClientRect()
        return [top - 5, bottom + 5].map((y) => document.elementFromPoint(left + 20, y) === link)
      })
    await expect
      .poll(reach, `whether the link to a near-duplicate reaches beyond its line, ${density}`)
      .toEqual([true, true])
    await page.getByRole('button', { name: 'Compact rows' }).click()
  }
})

test('rows never overlap, and stay in place while those above are measured', async ({ page, collect }) => {
  await collect({ count: 60 })
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

test('the row that keys have reached is clear of a notice and of the actions on a selection, however many lines these take', async ({
  page,
  collect,
}) => {
  await collect({ count: 60 })
  const tools = page.getByRole('toolbar', { name: 'Selected articles' })
  const isClear = async (of = tools) => {
    const row = (await page.locator('article[data-current]').boundingBox())!
    return (await of.boundingBox())!.y >= row.y + row.height
  }
  await page.context().setOffline(true)
  const notice = page.getByRole('status').filter({ hasText: 'You are offline.' })
  await expect(notice).toBeVisible()
  for (let presses = 0; presses < 8; presses += 1) await page.keyboard.press('j')
  expect(await isClear(notice)).toBe(true)
  await page.keyboard.press('x')
  expect(await isClear()).toBe(true)
  await page.keyboard.press('Escape')
  await page.context().setOffline(false)
  await expect(notice).toBeHidden()
  for (const size of [laptop, { width: 1200, height: 800 }, phone]) {
    await page.setViewportSize(size)
    for (let presses = 0; presses < 20; presses += 1) await page.keyboard.press('j')
    await page.keyboard.press('x')
    expect(await isClear(), `the first one, ${size.width} px wide`).toBe(true)
    await page.getByRole('button', { name: 'Select all 60 articles' }).click()
    await expect(tools).toBeVisible()
    const decisions = tools.getByRole('button', { name: /^(Keep|Maybe|Reject) 60/ })
    const lines = await decisions.evaluateAll((all) => all.map((one) => one.getBoundingClientRect().y))
    expect(lines, `of the decisions, ${size.width} px wide`).toEqual(Array(3).fill(lines[0]))
    for (let presses = 0; presses < 20; presses += 1) await page.keyboard.press('j')
    expect(await isClear(), `${size.width} px wide`).toBe(true)
    await page.keyboard.press('Escape')
    await page.evaluate(() => window.scrollTo(0, 0))
  }
})

test('a printed list has the rows around the view, says how many it lacks, and has no controls', async ({
  page,
  collect,
}) => {
  await collect({ count: 60 })
  const lacking = page.getByText(/^\d+ of 60 articles\. To print them all, export them as HTML\.$/)
  await expect(lacking).toBeHidden()
  await page.evaluate(() => {
    const count = () => document.querySelectorAll('[aria-label=Articles] article').length
    const printed = new Promise((resolve) => {
      addEventListener('beforeprint', () => queueMicrotask(() => resolve(count())))
    })
    Object.assign(window, { printed })
  })
  await page.pdf()
  const printed = await page.evaluate(() => (window as unknown as { printed: Promise<number> }).printed)
  expect(printed).toBeGreaterThan(40)
  await page.evaluate(() => (document.documentElement.dataset.theme = 'dark'))
  await page.emulateMedia({ media: 'print' })
  await expect(page.locator('html'), 'dark on white, also with the dark theme').toHaveCSS(
    'color-scheme',
    'light',
  )
  await expect(lacking).toBeVisible()
  for (const name of ['About this job', /^Export/])
    await expect(page.getByRole('button', { name })).toBeHidden()
})

test('filters stay beside the reader, and stay collapsed once collapsed', async ({ page, collect }) => {
  await collect({ keywords: ['water'], count: 8 })
  await page.getByRole('link', { name: 'Library', exact: true }).click()
  // Until the library has loaded, the rows are still those of the job.
  await expect(page.getByRole('heading', { name: 'Library' })).toBeVisible()
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
  await openSignedIn(page, wire.address, service)
  await page.evaluate(() => localStorage.removeItem('article-desk/first-article'))
  await createJob(page, { keywords: ['water'], count: 8 })
  await expect(page).toHaveURL(/\/articles\//)
  await expect(page.getByRole('button', { name: 'Copy text' })).toBeVisible()

  await page.keyboard.press('f')
  await expect(rows(page).first()).toBeHidden()
  await expect(page.getByRole('button', { name: 'Focus mode', pressed: true })).toBeVisible()
  await expect(page.getByRole('banner'), 'covered by the article').toBeHidden()
  await page.keyboard.press('j')
  await expect(rows(page).first()).toBeHidden()
  await page.keyboard.press('Escape')
  await expect(rows(page).first()).toBeVisible()
  await expect(page.getByRole('banner')).toBeVisible()
  await expect(page, 'one step at a time').toHaveURL(/\/articles\//)
  await page.keyboard.press('Escape')
  await expect(page).not.toHaveURL(/\/articles\//)
  await createJob(page, { keywords: ['bread'], count: 3 })
  await expect(page.getByText(/^Ready: /)).toBeVisible()
  await expect(page.getByText('Choose an article to read it here.')).toBeVisible()
})

test('reading settings are previewed while they are chosen, and saved', async ({ page, wire, service }) => {
  await openSignedIn(page, wire.address, service)
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

test('the reader says which article of how many is open wherever there is room, and hides no part of it', async ({
  page,
  collect,
}) => {
  await collect({ keywords: ['water'], count: 4 })
  await rows(page).first().getByRole('link').first().click()
  for (const width of [1536, 1440, 1366, 1300, 1200, 820]) {
    await page.setViewportSize({ width, height: 900 })
    await expect(page.getByText('1 of 4', { exact: true }), `at ${width} px`).toBeInViewport({ ratio: 1 })
  }
})

test('the choice of a label, which comes late, moves no article of a job of some hundred on a laptop', async ({
  page,
  wire,
  service,
}) => {
  const articles = Array.from({ length: 400 }, (_, at) => ({
    id: 700_000 + at,
    title: `Dam ${at}`,
    text: 'A dam.',
  }))
  await openSignedIn(page, wire.address, service)
  wire.inject(respondWithJobs('success', articles))
  await createJob(page, { keywords: ['dam'], count: 400 })
  await firstArticleDrawn(page)
  await expect(page.getByText('Undecided 400')).toBeVisible()
  const before = await rows(page).first().boundingBox()
  await page.keyboard.press('j')
  await addLabel(page, 'Rivers')
  await expect(page.getByRole('combobox', { name: 'Label' })).toBeVisible()
  expect(await rows(page).first().boundingBox()).toEqual(before)
})
