import { expect, expectNoViolations, openSignedIn, test } from './fixtures.ts'
import { createGate } from '../src/testing/create-gate.ts'

test('finds screens, articles and commands by name, by keyboard alone', async ({ page, collect }) => {
  await collect({ keywords: ['water'], count: 4 })
  const articles = page.getByRole('list', { name: 'Articles' }).getByRole('article')
  const title = await articles.nth(2).getByRole('link').first().innerText()
  const palette = page.getByRole('dialog', { name: 'Commands' })

  // Type into a field, faster than the palette can open: no key may reach the page.
  await page.getByLabel('Search these articles').focus()
  await page.keyboard.press('Control+k')
  await page.keyboard.type(title.slice(0, 12))
  await expect(palette.getByRole('option').first()).toBeVisible()
  await expect(page.getByLabel('Search these articles')).toHaveValue('')
  await expectNoViolations(page, 'palette', { within: '[role=dialog]' })
  await expect(palette.getByRole('group', { name: 'Articles' })).toContainText(title)
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/articles\//)
  await expect(page.getByRole('button', { name: 'Copy text' })).toBeVisible()

  await page.keyboard.press('Control+k')
  await page.keyboard.type('close art')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/jobs\/\d+$/)
  // Don't wait: the row that was open regains the focus, but must not take it from a field chosen meanwhile.
  await page.keyboard.press('Control+k')
  await page.keyboard.type('search this')
  await page.keyboard.press('Enter')
  await expect(page.getByLabel('Search these articles')).toBeFocused()

  await page.keyboard.press('Control+k')
  await expect(palette).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByLabel('Search these articles')).toBeFocused()
  await page.keyboard.press('Control+k')
  await page.keyboard.type('library')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Library' })).toBeFocused()

  // The heading that had the focus goes with its screen.
  await page.keyboard.press('Control+k')
  await expect(palette).toBeVisible()
  await page.goBack()
  await expect(palette).toBeHidden()
  await expect(page.getByRole('heading', { name: 'water' })).toBeFocused()
})

test('names what closes it, which on a phone is no key', async ({ page, wire, service }) => {
  await openSignedIn(page, wire.address, service)
  const close = page.getByRole('dialog', { name: 'Commands' }).getByRole('button')
  await page.getByRole('button', { name: 'Commands' }).click()
  await expect(close).toHaveAccessibleName('Esc closes')
  await page.setViewportSize({ width: 390, height: 844 })
  await expect(close).toHaveAccessibleName('Close')
  await close.click()
  await expect(page.getByRole('dialog')).toBeHidden()
})

test('keeps typed keys from the page if it cannot be loaded', async ({ page, collect }) => {
  const [typed, refuse] = createGate()
  await page.route(/palette-content/, async (route) => {
    await typed
    await route.abort()
  })
  await collect({ keywords: ['water'], count: 4 })
  await page.keyboard.press('j')
  await page.keyboard.press('Control+k')
  await page.keyboard.type('bad')
  refuse()
  // Nothing has been prefetched, so the message has to come without these styles.
  await expect(page.getByText(/^This could not be loaded/)).toBeVisible()
  await expect(page.getByRole('radio', { name: 'Undecided 4' })).toBeVisible()

  // A second after the last letter, keys work as usual again; until then each letter restarts that second.
  const message = page.getByRole('status', { name: 'Rejected 1 article' })
  await expect(async () => {
    await page.keyboard.press('d')
    await expect(message).toBeVisible({ timeout: 1_200 })
  }).toPass()
  await expectNoViolations(page)
})

test.describe('prefetched', () => {
  test.use({ prefetches: true })

  test('continues if small parts cannot be loaded, and loads them when next needed', async ({
    page,
    wire,
    service,
  }) => {
    const parts = /(palette-content|toast-region|menu-popup|shortcuts-dialog)-[^/]*\.js/
    await page.route(parts, (route) => route.abort())
    const refusal = (part: string) =>
      page.waitForEvent('requestfailed', (request) => request.url().includes(`/${part}`))
    const refused = new Set<string | undefined>()
    page.on('requestfailed', (request) => refused.add(parts.exec(request.url())?.[1]))
    await page.clock.install()
    await openSignedIn(page, wire.address, service, '/jobs')
    // Fetched while the page is idle: from then on, only what the test does asks for one. It pauses after each failure.
    await expect.poll(() => page.clock.fastForward(30_000).then(() => refused.size)).toBe(4)
    const jobs = page.getByRole('heading', { name: 'Jobs', level: 1 })
    const account = page.getByRole('button', { name: service.email })
    await expect(jobs).toBeVisible()
    for (const [part, ask] of [
      ['shortcuts-dialog', () => page.keyboard.press('?')],
      ['menu-popup', () => account.click()],
      ['palette-content', () => page.keyboard.press('Control+k')],
    ] as const) {
      const refused = refusal(part)
      await ask()
      await refused
    }
    await expect(account).toHaveAttribute('aria-expanded', 'false')
    await expect(jobs).toBeVisible()

    await page.unroute(parts)
    await page.evaluate(() => dispatchEvent(new Event('online')))
    await expect(page.getByText(/^This could not be loaded/)).toBeVisible()
    await account.click()
    await page.getByRole('menuitem', { name: 'Keyboard shortcuts' }).click()
    await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible()
  })
})

test('keeps the screen if a dialog cannot be loaded, and opens it at the next try, with its styles', async ({
  page,
  collect,
}) => {
  const parts = /\/(labels-dialog-[^/]*\.js|dialog-[^/]*\.css)$/
  await page.route(parts, (route) => route.abort())
  await collect({ keywords: ['water'], count: 4 })
  await page.keyboard.press('j')
  await page.keyboard.press('l')
  await expect(page.getByText(/^This could not be loaded/)).toBeVisible()
  await expect(page.getByText('Ready: 4 articles', { exact: true })).toBeVisible()

  await page.unroute(parts)
  const dialog = page.getByRole('dialog', { name: 'Labels' })
  await expect(async () => {
    await page.keyboard.press('l')
    await expect(dialog).toBeVisible({ timeout: 1_200 })
  }).toPass()
  await expect(dialog).toHaveCSS('position', 'fixed')
})
