import type { Page } from '@playwright/test'
import {
  createJob,
  expect,
  expectNoViolations,
  holdCalls,
  openSignedIn,
  releaseCalls,
  test,
} from './fixtures.ts'
import { createGate } from '../src/testing/create-gate.ts'

const articles = (page: Page) => page.getByRole('list', { name: 'Articles' })
const note = (page: Page) => page.getByRole('textbox', { name: 'Note' })
const choice = (page: Page, name: string) => page.getByRole('radio', { name })

async function press(page: Page, keys: string): Promise<void> {
  for (const key of keys) await page.keyboard.press(key)
}

async function expectCounts(page: Page, counts: Record<string, number>): Promise<void> {
  for (const [word, count] of Object.entries(counts))
    await expect(choice(page, `${word} ${count}`)).toBeAttached()
}

test('makes and undoes thirty decisions by keyboard alone, across a reload', async ({ page, collect }) => {
  await collect({ count: 40 })
  await expectCounts(page, { Undecided: 40 })

  await press(page, `j${'vbd'.repeat(10)}`)
  await expectCounts(page, { All: 40, Undecided: 10, Kept: 10, Maybe: 10, Rejected: 10 })
  await expect(page.getByRole('status', { name: 'Rejected 1 article' })).toBeVisible()
  await expect(articles(page).locator('li[aria-posinset="31"] p > a')).toBeFocused()

  await press(page, 'zzzzz')
  await expect(page.getByText('Undone: marked 1 article as maybe')).toBeVisible()
  await expectCounts(page, { Undecided: 15, Kept: 9, Maybe: 8, Rejected: 8 })
  await expect(articles(page).locator('li[aria-posinset="26"] p > a')).toBeFocused()

  await page.reload()
  await expectCounts(page, { Undecided: 15, Kept: 9, Maybe: 8, Rejected: 8 })
  await press(page, 'zz')
  await expect(page.getByText('Undone: rejected 1 article')).toBeVisible()
  await expectCounts(page, { Undecided: 17, Kept: 8, Maybe: 8, Rejected: 7 })

  await press(page, '/')
  await page.keyboard.press('Escape')
  await press(page, 'ko')
  await expect(page.getByRole('button', { name: 'Maybe', exact: true })).toHaveAttribute(
    'aria-pressed',
    'true',
  )
  await press(page, 'd')
  await expect(page).toHaveURL(/articles/)
  await expectCounts(page, { Maybe: 7, Rejected: 8 })
})

test('accepts keys from the moment a job is reported ready, and decisions once a row is drawn', async ({
  page,
  wire,
  service,
}) => {
  await openSignedIn(page, wire.address, service)
  // Keys pressed from outside the page would come milliseconds later.
  await page.evaluate(() => {
    const keys = [
      { key: 'j', isTime: () => document.querySelector('main')?.textContent.includes('Ready: 3 articles') },
      { key: 'v', isTime: () => document.querySelector('article[data-current] a') },
    ]
    const watch = new MutationObserver(() => {
      while (keys[0]?.isTime())
        document.body.dispatchEvent(new KeyboardEvent('keydown', { key: keys.shift()?.key, bubbles: true }))
    })
    watch.observe(document, { subtree: true, childList: true, characterData: true, attributes: true })
  })
  await createJob(page, { count: 3 })
  await expectCounts(page, { Undecided: 2, Kept: 1 })
})

test('accepts keys for an article from the moment it is opened, before it is read', async ({
  page,
  collect,
}) => {
  await collect({ count: 3 })
  await expectCounts(page, { Undecided: 3 })
  await page.evaluate(holdCalls, 'article')
  await press(page, 'jo')
  await expect(page).toHaveURL(/articles/)
  const opened = page.url()
  await press(page, 'v')
  await expect(page, 'moved on to the next').not.toHaveURL(opened)
  await page.evaluate(releaseCalls)
  await expectCounts(page, { Undecided: 2, Kept: 1 })
})

test('accepts a key for an article from the moment that the address names it, before it is drawn', async ({
  page,
  collect,
}) => {
  await collect({ count: 3 })
  await expectCounts(page, { Undecided: 3 })
  // Pressed from outside the page, it would come after the next frame.
  await page.evaluate(() => {
    const push = history.pushState.bind(history)
    history.pushState = (...state) => {
      push(...state)
      history.pushState = push
      void Promise.resolve().then(() =>
        document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'v', bubbles: true })),
      )
    }
  })
  await press(page, 'jo')
  await expectCounts(page, { Undecided: 2, Kept: 1 })
  await expect(page.getByRole('heading', { level: 2 }), 'moved on to the next').toHaveText(
    await articles(page).locator('li[aria-posinset="2"] p > a').innerText(),
  )
  await page.goBack()
  await expect(page).toHaveURL(/\/jobs\/\d+$/)
})

test('accepts keys for the list from the moment the reader is closed', async ({ page, collect }) => {
  await collect({ count: 6 })
  await press(page, 'jxo')
  await expect(note(page)).toBeEnabled()
  // Pressed from outside the page, they would come after the next frame.
  await page.evaluate(async () => {
    for (const key of ['Escape', 'Escape', 'j', 'v', 'j', 'x', 'o']) {
      document.body.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }))
      for (let turn = 0; turn < 20; turn += 1) await Promise.resolve()
    }
  })
  await expect(articles(page).locator('li[aria-posinset="4"] article')).toHaveAttribute('data-current')
  await expectCounts(page, { Undecided: 5, Kept: 1 })
  await expect(articles(page).getByRole('checkbox', { checked: true })).toHaveCount(1)
  await expect(articles(page).locator('li[aria-posinset="4"]').getByRole('checkbox')).toBeChecked()
  await expect(page).toHaveURL(/articles/)
  await page.goBack()
  await expect(page).toHaveURL(/\/jobs\/\d+$/)
})

test('types a label right after its key, which is not part of it', async ({ page, collect }) => {
  await collect({ count: 3 })
  await press(page, 'jl')
  const labels = page.getByRole('dialog', { name: 'Labels' })
  await expect(labels.getByRole('textbox')).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(labels).toBeHidden()
  // As if the keys came before the next frame.
  await page.evaluate(() => (window.requestAnimationFrame = () => 0))
  await press(page, 'lEnergy')
  await page.keyboard.press('Enter')
  await expect(labels.getByRole('checkbox', { name: 'Energy', exact: true })).toBeChecked()
})

test('goes on from a label that was typed before its dialog came', async ({ page, collect }) => {
  const [typed, show] = createGate()
  await page.route(/labels-dialog-[^/]*\.js/, async (route) => {
    await typed
    await route.continue()
  })
  await collect({ count: 3 })
  await expectCounts(page, { Undecided: 3 })
  await press(page, 'jlEnergy')
  for (const key of ['Enter', 'Enter', 'v']) await page.keyboard.press(key)
  show()
  await expectCounts(page, { Undecided: 2, Kept: 1 })
  await expect(articles(page).locator('li[aria-posinset="2"] p > a')).toBeFocused()
  await expect(articles(page).locator('li[aria-posinset="1"]')).toContainText('Energy')
})

test('keeps what was decided and noted just before the page was left', async ({ page, wire, service }) => {
  await openSignedIn(page, wire.address, service)
  await createJob(page, { count: 3 })
  await expectCounts(page, { Undecided: 3 })
  const left = await page.context().newPage()
  await left.goto(page.url())
  await expectCounts(left, { Undecided: 3 })
  await left.evaluate(holdCalls, 'annotate')
  await press(left, 'jv')
  await expectCounts(left, { Undecided: 2, Kept: 1 })
  await left.goto('about:blank')
  await expectCounts(page, { Undecided: 2, Kept: 1 })

  await press(page, 'jo')
  await expect(note(page)).toHaveValue('')
  await page.evaluate(holdCalls, 'annotate')
  await note(page).fill('Ask the author')
  await page.reload()
  await expect(note(page)).toHaveValue('Ask the author')
})

test('rejects all matches at once, and undoes it at once', async ({ page, collect }) => {
  await collect({ count: 60 })
  await page.getByLabel('Search these articles').fill('water')
  const all = page.getByRole('button', { name: /^Select all \d+ matching$/ })
  await expect(all).toBeVisible()
  const count = Number(/\d+/.exec((await all.getAttribute('aria-label')) ?? '')?.[0])
  expect(count).toBeGreaterThan(10)
  await all.click()
  await page.getByRole('button', { name: `Reject ${count} articles` }).click()
  await expect(page.getByText(`Rejected ${count} articles`)).toBeVisible()
  await expectCounts(page, { Undecided: 60 - count, Rejected: count })
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByText(`Undone: rejected ${count} articles`)).toBeVisible()
  await expectCounts(page, { Undecided: 60, Rejected: 0 })
})

test('is operable by thumb at 390 px', async ({ page, collect }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await collect({ count: 12 })
  await articles(page).getByRole('checkbox').nth(0).click()
  await articles(page).getByRole('checkbox').nth(1).click()
  for (const name of ['Keep 2 articles', 'Maybe 2 articles', 'Reject 2 articles', 'Mark read 2 articles'])
    await expectReachable(page, name)
  for (const name of ['Label 2 articles', 'Copy 2 articles as Markdown', 'Add 2 articles to a list'])
    await expectReachable(page, name)
  await expectReachable(page, 'Clear selection')
  await expectNoViolations(page, 'list')
  await page.getByRole('button', { name: 'Keep 2 articles' }).click()
  await expect(page.getByRole('status', { name: 'Kept 2 articles' })).toBeVisible()
  await expectReachable(page, 'Maybe 2 articles')

  await articles(page).locator('p > a').nth(2).click()
  for (const name of ['Keep', 'Maybe', 'Reject', 'Previous', 'Next', 'Copy text', 'Close article'])
    await expectReachable(page, name)
  await note(page).fill('Ask again in spring')
  await page.getByRole('button', { name: 'Reject', exact: true }).click()
  await expect(note(page)).toHaveValue('')
  await page.getByRole('button', { name: 'Previous' }).click()
  await expect(note(page)).toHaveValue('Ask again in spring')
  await expectNoViolations(page, 'reader')
  const title = (await page.locator('#article-title').boundingBox())!
  const text = (await page.getByRole('article').locator('p[dir=auto]').first().boundingBox())!
  expect(text.y - title.y - title.height, 'between title and text').toBeLessThan(844 / 4)
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
})

test('axe finds no problem on a screen with many decisions', async ({ page, collect }) => {
  await collect({ keywords: ['water'], count: 8 })
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    await press(page, 'jvbdx')
    await expect(page.getByRole('button', { name: /^Keep \d/ })).toBeVisible()
    await expectNoViolations(page, `list, ${colorScheme}`)
    // axe does not see it: words that are selected, say to copy them, have the background of a selection.
    const words = page.getByText('Rejected 1 article', { exact: true })
    const selected = await words.evaluate((message) => getComputedStyle(message, '::selection').color)
    expect(selected).toBe(await page.evaluate(() => getComputedStyle(document.body).color))
    await press(page, 'o')
    await expect(note(page)).toBeEnabled()
    await press(page, '.')
    await expectNoViolations(page, `reader, ${colorScheme}`)
    await page.keyboard.press('Escape')
    await page.keyboard.press('Escape')
  }
})

/** Expects the control in the lower half of the screen and large enough for a thumb. */
async function expectReachable(page: Page, name: string): Promise<void> {
  const button = page.getByRole('button', { name, exact: true })
  await expect(button).toBeInViewport({ ratio: 1 })
  const box = await button.boundingBox()
  expect(Math.min(box?.width ?? 0, box?.height ?? 0), name).toBeGreaterThanOrEqual(44)
  expect(box?.y ?? 0, name).toBeGreaterThan(422)
}
