import type { Page } from '@playwright/test'
import { respondWithJobs } from './fault-proxy.ts'
import {
  createJob,
  createList,
  expect,
  expectNoViolations,
  firstArticleDrawn,
  openScreen,
  openSignedIn,
  test,
} from './fixtures.ts'

function popupsOf(page: Page) {
  const button = (name: string | RegExp) => page.getByRole('button', { name }).first()
  const close = async () => {
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog').or(page.getByRole('menu'))).toBeHidden()
  }
  return {
    button,
    item: (name: string) => page.getByRole('menuitem', { name }),
    close,
    /** Opens the menu; nothing may move. */
    expectMenu: async (name: string | RegExp) => {
      const title = page.getByRole('heading', { level: 1 }).first()
      // A trigger that appears late narrows the title's box beside it.
      await expect(button(name)).toBeVisible()
      const before = await title.boundingBox()
      await button(name).click()
      await expect(page.getByRole('menu')).toBeVisible()
      expect(await title.boundingBox(), `the title below menu ${name}`).toEqual(before)
      await expectNoViolations(page, `menu ${name}`, { within: '[role=menu]' })
    },
    /** Also closes the dialog. */
    expectDialog: async (name: string | RegExp) => {
      await expect(page.getByRole('dialog', { name })).toBeVisible()
      await expectNoViolations(page, `dialog ${name}`, { within: '[role=dialog]' })
      await close()
    },
  }
}

test.describe('axe finds no problem in any menu or dialog', () => {
  test.beforeEach(async ({ page, collect }) => {
    await page.emulateMedia({ reducedMotion: 'reduce' })
    await collect({ keywords: ['water'], count: 4 })
  })

  test('of a job and its articles', async ({ page, service }) => {
    const { button, close, expectMenu, expectDialog } = popupsOf(page)
    await expectMenu(service.email)
    await close()
    await page.keyboard.press('Control+k')
    await expectDialog('Commands')
    await page.keyboard.press('?')
    await expectDialog(/shortcuts/i)
    await page.keyboard.press('j')
    await page.keyboard.press('l')
    await expectDialog('Labels')
    await button(/^Export/).click()
    await expectDialog(/^Export/)
    await page.getByRole('list', { name: 'Articles' }).locator('p > a').first().click()
    await button('Reading settings').click()
    await expectDialog('Reading settings')
  })

  test('of the jobs and the form', async ({ page }) => {
    const { button, item, expectMenu, expectDialog } = popupsOf(page)
    await openScreen(page, 'Jobs')
    await expectMenu(/^Actions for job/)
    await item('Rename').click()
    await expectDialog(/^Rename/)
    await button(/^Remove job/).click()
    await expectDialog(/^Remove job/)

    await openScreen(page, 'New job')
    await expectMenu('Presets')
    await item('Save this request').click()
    await expect(page.getByRole('dialog', { name: 'Save this request' })).toBeVisible()
    await expectNoViolations(page, 'dialog Save this request', { within: '[role=dialog]' })
    await page.getByRole('textbox', { name: 'Name' }).fill('Weekly')
    await button('Save preset').click()
    await button('Presets').click()
    await item('Rename or delete').click()
    await expectDialog('Presets')
  })

  test('of the library', async ({ page, wire }) => {
    const { button, close, expectMenu, expectDialog } = popupsOf(page)
    await page.goto(`${wire.address}/library?read=no`)
    await button('Save this view').click()
    await page.getByRole('textbox', { name: 'Name of the view' }).fill('Unread')
    await page.keyboard.press('Enter')
    await expectMenu('Actions for Unread')
    await close()
    await button(/^Export/).click()
    await expectDialog(/^Export/)
    await page.setViewportSize({ width: 390, height: 844 })
    await button('Filters').click()
    await expectDialog('Filters')
  })

  test('of the skipped articles', async ({ page }) => {
    const { button, item, close, expectMenu, expectDialog } = popupsOf(page)
    await openScreen(page, 'Skipped articles')
    await expectMenu('Export Articles you already have')
    await close()
    await button('Add ids').click()
    await expectDialog('Add ids')
    await button('New list').click()
    await expectDialog('New list')
    for (const name of ['One', 'Two']) await createList(page, name)
    await page.getByRole('checkbox', { name: 'Choose One' }).check()
    await page.getByRole('checkbox', { name: 'Choose Two' }).check()
    await button('Combine 2').click()
    await expectDialog('Combine 2 lists')
    await expectMenu('Actions for One')
    await item('Rename or add ids').click()
    await expectDialog('Change list')
  })

  test('of the preferences, of decisions and of versions', async ({ page, wire }) => {
    const { button, item, expectMenu, expectDialog } = popupsOf(page)
    await openScreen(page, 'Preferences')
    await button('Forget this device').click()
    await expectDialog(/Forget/)
    await page.getByLabel('Reasons for rejecting').fill('Off topic')
    // Navigate by links: leaving a page at once would end its worker, which may not have started yet.
    await page.getByRole('link', { name: 'Jobs', exact: true }).click()
    await page.getByRole('link', { name: /water/ }).first().click()
    await firstArticleDrawn(page)
    await page.keyboard.press('j')
    await page.keyboard.press('x')
    await button('Add 1 article to a list').click()
    await expectDialog('Add to a list')
    await expectMenu(/for a reason$/)
    await item('Off topic').click()
    await page.getByRole('list', { name: 'Articles' }).locator('p > a').first().click()
    await expect(page.getByRole('group', { name: 'Reason for rejecting' })).toBeVisible()
    await expectNoViolations(page, 'reasons in the reader')

    for (const metres of [2, 3]) {
      // So long that the dialog scrolls.
      const text = `The river rose by ${metres} metres. `.repeat(300)
      wire.inject(respondWithJobs('success', [{ id: 900_001, title: 'The level', text }]))
      await createJob(page, { keywords: ['water'] })
      await expect(page.getByText('Ready: 1 article', { exact: true })).toBeVisible()
    }
    await page.goto(`${wire.address}/library/articles/900001`)
    await button('2 versions').click()
    await expectDialog('2 versions')
  })
})

test('a menu opened by keyboard starts at its first item', async ({ page, wire, service }) => {
  await openSignedIn(page, wire.address, service)
  const account = page.getByRole('button', { name: service.email })
  for (const key of ['Enter', ' ', 'ArrowDown']) {
    await account.focus()
    await page.keyboard.press(key)
    await expect(page.getByRole('menuitem', { name: 'Preferences' })).toBeFocused()
    await page.keyboard.press('ArrowDown')
    await expect(page.getByRole('menuitem', { name: 'Keyboard shortcuts' })).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(account).toBeFocused()
  }
})
