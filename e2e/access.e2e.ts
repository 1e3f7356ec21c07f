import type { Page } from '@playwright/test'
import { holdJobs } from './fault-proxy.ts'
import {
  createJob,
  expect,
  expectNoViolations,
  firstArticleDrawn,
  openScreen,
  openSignedIn,
  test,
} from './fixtures.ts'

test('axe finds no problem on any screen, light or dark', async ({ page, wire, service }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  const expectNoViolationsIn = async (where: string, within?: string) => {
    await expectNoViolations(page, where, { within })
    await page.emulateMedia({ colorScheme: 'dark' })
    // Everything else is the same in both themes.
    const rules = ['color-contrast', 'link-in-text-block']
    await expectNoViolations(page, `${where}, dark`, { within, rules })
    await page.emulateMedia({ colorScheme: 'light' })
  }

  await page.goto(`${wire.address}/sign-in`)
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible()
  await expectNoViolationsIn('sign-in')

  await openSignedIn(page, wire.address, service, '/jobs')
  await expect(page.getByRole('heading', { level: 1, name: 'Jobs' })).toBeVisible()
  await expectNoViolationsIn('jobs, empty')

  await page.getByRole('link', { name: 'New job' }).first().click()
  await page.getByLabel('Keywords').fill('water')
  await page.getByLabel('Keywords').press('Enter')
  await page.getByText('Request', { exact: true }).click()
  await expectNoViolationsIn('new job')

  await createJob(page, { count: 4 })
  await expect(page.getByText('Ready: 4 articles', { exact: true })).toBeVisible()
  await expectNoViolationsIn('job')
  await page.getByRole('button', { name: 'Export' }).click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await expectNoViolationsIn('export', '[role=dialog]')
  await page.keyboard.press('Escape')

  await page.getByRole('list', { name: 'Articles' }).getByRole('link').first().click()
  await expect(page.getByRole('button', { name: 'Copy text' })).toBeVisible()
  await expectNoViolationsIn('reader')

  wire.inject(holdJobs)
  await createJob(page, { keywords: ['bread'] })
  await expect(page.getByText('Service says: running')).toBeVisible()
  await expectNoViolationsIn('job, watched')

  for (const name of ['Library', 'Skipped articles', 'Preferences']) {
    await openScreen(page, name)
    await expectNoViolationsIn(name)
  }
})

test('leaves room for rows, fields and the text of an article at 400% zoom, and covers no title', async ({
  page,
  wire,
  collect,
}) => {
  await collect({ keywords: ['water'], count: 4 })
  await page.setViewportSize({ width: 320, height: 256 })
  await page.getByRole('list', { name: 'Articles' }).locator('p > a').first().click()
  const title = page.locator('#article-title')
  await title.scrollIntoViewIfNeeded()
  expect(await title.evaluate(isInSight)).toBe(true)
  // Go to the end of the text, so that everything that scrolls away has done so.
  await page.getByRole('article').locator('p').last().scrollIntoViewIfNeeded()
  const room = await title.evaluate((heading) => {
    const text = heading.closest('header')?.parentElement?.parentElement
    const rows = Array.from({ length: innerHeight }, (_, y) => document.elementFromPoint(innerWidth / 2, y))
    return rows.filter((element) => text?.contains(element)).length
  })
  expect(room).toBeGreaterThan(200)
  await expectFits(page, 'reader')
  const bars = [page.getByRole('banner'), page.getByRole('navigation', { name: 'Main' })]
  for (const bar of bars) await expect(bar, 'covered by the article').toBeHidden()

  await page.goto(`${wire.address}/jobs`)
  await page.getByRole('button', { name: /^Remove job/ }).click()
  await expect(page.getByRole('button', { name: 'Remove, keep skipping' })).toBeInViewport({ ratio: 1 })

  await page.goto(`${wire.address}/jobs/new`)
  await expect(page.getByLabel('Keywords')).toBeFocused()
  await expect(
    page.getByRole('button', { name: 'Create job' }),
    'in the way of the fields',
  ).not.toBeInViewport()
  await page.getByRole('button', { name: 'Create job' }).focus()
  for (const bar of bars) await expect(bar).not.toBeInViewport()
  for (let presses = 0; presses < 15; presses += 1) {
    await page.keyboard.press('Shift+Tab')
    const control = await page
      .locator(':focus')
      .evaluateHandle((element) => element.closest('label') ?? element)
    await expect.poll(() => control.evaluate(isInSight), await control.innerText()).toBe(true)
  }
  await expect(bars[0]!.locator(':focus'), 'reached').toHaveCount(1)
})

test('shows the whole link to go on with wide text spacing', async ({ page, collect }) => {
  await collect({ keywords: ['water'], count: 4 })
  await page.keyboard.press('j')
  await page.keyboard.press('v')
  await page.keyboard.press('j')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: 'Copy text' })).toBeVisible()
  // Announced once it is written, and so is what was opened before.
  await page.keyboard.press('b')
  await expect(page.getByRole('status', { name: 'Marked 1 article as maybe' })).toBeVisible()
  await page.getByRole('button', { name: 'Close article' }).click()
  await page.reload()
  const link = page.getByRole('link', { name: 'Continue reading' })
  await expect(link).toBeVisible()
  // The text spacing of WCAG 1.4.12.
  await page.evaluate(() => {
    const spacing = new CSSStyleSheet()
    const text =
      'line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important'
    spacing.replaceSync(`* { ${text} } p { margin-block-end: 2em !important }`)
    document.adoptedStyleSheets.push(spacing)
  })
  const lines = await link.evaluate((element) => {
    const range = document.createRange()
    range.selectNodeContents(element)
    return Array.from(range.getClientRects(), ({ left, top, width, height }) =>
      element.contains(document.elementFromPoint(left + width / 2, top + height / 2)),
    )
  })
  expect(lines.length).toBeGreaterThan(0)
  expect(lines).not.toContain(false)
})

test('signs in, collects and reads by keyboard alone', async ({ page, wire, service }) => {
  await page.goto(`${wire.address}/sign-in`)
  // Otherwise the first article would open at some time between the keys.
  await page.evaluate(() => localStorage.setItem('article-desk/first-article', 'yes'))
  await tabTo(page, 'E-mail')
  await page.keyboard.type(service.email)
  await tabTo(page, 'API key')
  await page.keyboard.type(service.apiKey)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible()

  await page.keyboard.press('n')
  await expect(page.getByRole('heading', { name: 'New job' })).toBeVisible()
  await tabTo(page, 'Keywords')
  await page.keyboard.type('bread,')
  await tabTo(page, 'Number of articles')
  await page.keyboard.type('3')
  await tabTo(page, 'Create job')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Ready: 3 articles', { exact: true })).toBeVisible()

  await page.keyboard.press('j')
  await page.keyboard.press('j')
  await page.keyboard.press('x')
  await expect(page.getByText('1 selected').first()).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/articles\//)
  await page.keyboard.press('Escape')
  await expect(page).toHaveURL(/\/jobs\/\d+$/)
  await page.keyboard.press('/')
  await expect(page.getByLabel('Search these articles')).toBeFocused()
})

test('keeps what the Tab key reaches clear of the bars above and below it', async ({ page, collect }) => {
  test.slow()
  const expectInSight = async (key: string, presses: number) => {
    for (let press = 0; press < presses; press += 1) {
      await page.keyboard.press(key)
      if (await page.evaluate(isInSight, undefined)) continue
      const name = await page.locator('main :focus').ariaSnapshot()
      await expect.poll(() => page.evaluate(isInSight, undefined), `${key} to ${name}`).toBe(true)
    }
  }
  await collect({ keywords: ['water', 'bread', 'city'], count: 20 })
  for (const viewport of [
    { width: 1440, height: 900 },
    { width: 390, height: 844 },
  ]) {
    await page.setViewportSize(viewport)
    await page.getByRole('searchbox', { name: 'Search these articles' }).focus()
    await expectInSight('Tab', 40)
    await expectInSight('Shift+Tab', 30)
  }

  await openScreen(page, 'New job')
  await expect(page.getByLabel('Keywords')).toBeFocused()
  await expectInSight('Tab', 10)
})

test('fits 390 px without horizontal scrolling, with targets large enough for a thumb', async ({
  page,
  collect,
}) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await collect({ keywords: ['water'], count: 4 })
  await expectFits(page, 'job')
  await page.getByRole('list', { name: 'Articles' }).getByRole('link').first().click()
  await expect(page.getByRole('button', { name: 'Copy text' })).toBeVisible()
  await expectFits(page, 'reader')
  // The heading of the job, which the article covers.
  await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1)
  await page.keyboard.press('Escape')
  for (const name of ['Jobs', 'New job', 'Library', 'Skipped articles', 'Preferences']) {
    await openScreen(page, name)
    await expectFits(page, name)
    const tooSmall = await page.getByRole('button').evaluateAll((buttons) =>
      buttons.flatMap((button) => {
        button.scrollIntoView({ block: 'center' })
        const { left, top, width, height } = button.getBoundingClientRect()
        /** What responds to a touch may be larger than the box. */
        const reach = (x: number, y: number) => {
          for (let px = 1; px < 44; px += 1) {
            const there = document.elementFromPoint(left + width / 2 + x * px, top + height / 2 + y * px)
            if (!button.contains(there)) return px
          }
          return 44
        }
        const isLarge = reach(-1, 0) + reach(1, 0) >= 44 && reach(0, -1) + reach(0, 1) >= 44
        return isLarge ? [] : [button.outerHTML]
      }),
    )
    expect(tooSmall, name).toEqual([])
  }
  const links = page.getByRole('navigation', { name: 'Main' }).getByRole('link')
  for (const link of await links.all()) {
    const box = await link.boundingBox()
    expect(Math.min(box?.width ?? 0, box?.height ?? 0)).toBeGreaterThanOrEqual(44)
  }
  // At 400% zoom, the longest of their names takes two lines.
  await page.setViewportSize({ width: 320, height: 640 })
  await expect(links.last()).toHaveCSS('text-align', 'center')
})

test('fits every width if the text of the browser is twice as large', async ({
  playwright,
  wire,
  service,
}, testInfo) => {
  const options = testInfo.project.use.launchOptions ?? {}
  const args = [...(options.args ?? []), '--blink-settings=defaultFontSize=32']
  const browser = await playwright.chromium.launch({ ...options, args })
  const page = await browser.newPage({ serviceWorkers: 'block', viewport: { width: 1440, height: 900 } })
  await openSignedIn(page, wire.address, service)
  await createJob(page, { keywords: ['water'], count: 4 })
  await firstArticleDrawn(page)
  await page.getByRole('list', { name: 'Articles' }).getByRole('link').first().click()
  await expect(page.getByRole('button', { name: 'Copy text' })).toBeVisible()
  const article = new URL(page.url()).pathname
  for (const path of ['/jobs', '/jobs/new', article, '/library', '/skip-lists', '/preferences']) {
    await page.goto(wire.address + path)
    await expect(page.getByRole('main').getByRole('heading').first()).toBeVisible()
    for (const [width, height] of [
      [1440, 900],
      [820, 1180],
      [390, 844],
    ] as const) {
      await page.setViewportSize({ width, height })
      await expectFits(page, `${path} at ${width} px`)
      if (path === '/jobs') {
        const name = page.getByRole('main').getByRole('link', { name: /^water/ })
        expect(
          (await name.boundingBox())?.height,
          'the name of a job, in a column too narrow for it',
        ).toBeLessThan(60)
      }
      if (path === article) {
        const state = page.locator('main').getByText('Ready: 4 articles', { exact: true })
        expect(
          (await state.boundingBox())?.height,
          'the state of a job, in what a button leaves',
        ).toBeLessThan(60)
      }
      if (path === '/preferences')
        for (const link of await page.getByRole('navigation', { name: 'Main' }).getByRole('link').all())
          expect(await link.evaluate((element) => element.scrollHeight - element.clientHeight)).toBe(0)
    }
  }
  await browser.close()
})

test('marks only what is selected, shown or decided on, also in forced colors', async ({ page, collect }) => {
  await page.emulateMedia({ forcedColors: 'active', reducedMotion: 'reduce' })
  await collect({ keywords: ['water'], count: 4 })
  await page.keyboard.press('j')
  await page.keyboard.press('v')
  const articles = page.getByRole('list', { name: 'Articles' }).getByRole('article')
  await expect(articles.getByText('Kept', { exact: true })).toBeVisible()
  const edges = await articles.evaluateAll((cards) =>
    cards.map((card) => getComputedStyle(card, '::after').content !== 'none'),
  )
  expect(edges).toEqual([true, false, false, false])
  const dots = await articles.evaluateAll((cards) =>
    cards
      .flatMap((card) => [...card.children].map((part) => getComputedStyle(part, '::before')))
      .filter(({ content }) => content !== 'none')
      .map(({ backgroundColor }) => backgroundColor),
  )
  expect(dots, 'what marks unread articles').toEqual(Array(4).fill('rgb(0, 0, 0)'))
  // Forced colours remove shadows, so anything over other content needs an edge.
  await page.keyboard.press('x')
  const over = [
    page.getByRole('toolbar', { name: 'Selected articles' }),
    page.locator('[role=status]:has(button)'),
  ]
  for (const place of over) await expect(place.first()).toHaveCSS('border-top-width', '1px')

  await openScreen(page, 'Skipped articles')
  const filters = page.getByRole('button', { name: /^(All|Received|Kept) \d/ })
  await expect(filters).toHaveCount(3)
  const lines = await filters.evaluateAll((buttons) =>
    buttons.map((button) => getComputedStyle(button).borderBlockEndColor),
  )
  expect(lines.map((color) => color === lines[0])).toEqual([true, false, false])
  const shown = page.getByRole('listitem').filter({ hasText: 'Articles you already have' })
  await expect(shown).toHaveCSS('outline-style', 'solid')

  await openScreen(page, 'Preferences')
  const storage = page.getByRole('meter', { name: 'Storage used' })
  await expect(storage, 'keeps its colors').toHaveCSS('forced-color-adjust', 'none')
})

test('no border of a button strikes out words of the article’s head in forced colors', async ({
  page,
  collect,
}) => {
  await page.emulateMedia({ forcedColors: 'active' })
  await collect({ keywords: ['water'], count: 1 })
  await page.getByRole('list', { name: 'Articles' }).getByRole('link').first().click()
  for (const width of [1440, 390, 320]) {
    await page.setViewportSize({ width, height: 800 })
    const buttons = page.getByRole('article').locator('header').getByRole('button')
    await expect(buttons).toHaveText(['Copy as Markdown', 'Add label'])
    const struck = await buttons.evaluateAll((buttons) =>
      buttons.flatMap((button) => {
        const border = button.getBoundingClientRect()
        const others = Array.from(
          button.closest('header')!.querySelectorAll('h2, p > span, a, label, button'),
        )
        return others.flatMap((other) => {
          if (other === button) return []
          const words = document.createRange()
          words.selectNodeContents(other)
          const isStruck = Array.from(words.getClientRects()).some(
            ({ left, right, top, bottom }) =>
              left < border.right && right > border.left && top < border.bottom && bottom > border.top,
          )
          return isStruck ? [`${other.textContent} by ${button.textContent}`] : []
        })
      }),
    )
    expect(struck, `at ${width} px`).toEqual([])
  }
})

/** Runs in the page: whether nothing covers the centre of the element, by default of what has the focus. */
function isInSight(element: Element | null = document.querySelector('main :focus')): boolean {
  const control = element?.closest('label') ?? element
  if (!control) return true
  const { left, top, width, height } = control.getBoundingClientRect()
  const there = document.elementFromPoint(left + width / 2, top + height / 2)
  return there !== null && (control.contains(there) || there.contains(control))
}

async function expectFits(page: Page, where: string): Promise<void> {
  const overflow = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  )
  expect(overflow, where).toBe(0)
}

/** Presses Tab until the control with that name has the focus. Fails the test if it can't be reached. */
async function tabTo(page: Page, name: string): Promise<void> {
  for (let presses = 0; presses < 40; presses += 1) {
    await page.keyboard.press('Tab')
    const focused = await page.evaluate(() => {
      const element = document.activeElement as HTMLInputElement | null
      return (
        element?.labels?.[0]?.textContent ?? element?.getAttribute('aria-label') ?? element?.textContent ?? ''
      )
    })
    if (focused.trim().startsWith(name)) return
  }
  throw new Error(`"${name}" can't be reached with Tab`)
}
