import type { Page } from '@playwright/test'
import { createJob, expect, signIn, test } from './fixtures.ts'
import { makeNextVersion } from './next-version.ts'
import { startService } from './service-process.ts'

test.use({ serviceWorkers: 'allow' })

test('opens, reads and searches without a network and without the service', async ({
  page,
  wire,
  service,
  context,
}) => {
  await signIn(page, wire.address, service)
  await createJob(page, { keywords: ['water'], count: 4 })
  await expect(page.getByText('Ready: 4 articles', { exact: true })).toBeVisible()
  await keptForOffline(page)
  const title = await articles(page).first().getByRole('link').first().innerText()

  await wire.dispose()
  await context.setOffline(true)
  const response = await page.reload()
  expect(response?.fromServiceWorker()).toBe(true)
  expect(response?.headers()['content-security-policy']).toContain("require-trusted-types-for 'script'")
  expect(response?.headers()['x-content-type-options']).toBe('nosniff')
  await expect(page.getByText(/You are offline/)).toBeVisible()
  await expect(articles(page)).toHaveCount(4)

  await articles(page).getByRole('link', { name: title }).click()
  await expect(page.getByRole('heading', { name: title })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Copy text' })).toBeVisible()
  await page.keyboard.press('Escape')
  await page.getByLabel('Search these articles').fill(`"${title}"`)
  await expect(articles(page)).toHaveCount(1)

  await page.getByRole('link', { name: 'Jobs', exact: true }).click()
  await expect(page.getByRole('link', { name: /water/ })).toBeVisible()
  await page.goto(`${wire.address}/library`)
  await expect(page.getByRole('heading', { name: 'Library' })).toBeVisible()
  await page.goto(`${wire.address}/preferences`)
  await expect(page.getByRole('heading', { name: 'Preferences' })).toBeVisible()
})

test('says that nothing responds when an editor tries to sign in offline', async ({
  page,
  wire,
  service,
  context,
}) => {
  await signIn(page, wire.address, service)
  await keptForOffline(page)
  await page.getByRole('button', { name: service.email }).click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible()

  await wire.dispose()
  await context.setOffline(true)
  await page.goto(`${wire.address}/sign-in`)
  await page.getByLabel('E-mail').fill(service.email)
  await page.getByLabel('API key', { exact: true }).fill(service.apiKey)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page.getByRole('alert')).toContainText(/network|offline/i)
})

test('asks before a new version takes over; until then a tab continues unchanged, then all switch', async ({
  page,
  context,
  service,
}) => {
  test.slow()
  const next = await makeNextVersion()
  // The desk alone, which takes a fraction of the time to start.
  const own = await startService({ remote: service.address, key: service.apiKey })
  try {
    await signIn(page, own.address, own)
    await createJob(page, { keywords: ['bread'], count: 2 })
    await expect(page.getByText('Ready: 2 articles', { exact: true })).toBeVisible()
    await keptForOffline(page)
    const other = await context.newPage()
    await other.goto(`${own.address}/library`)
    const typing = await context.newPage()
    await typing.goto(`${own.address}/jobs`)
    await typing.getByLabel('Job number').fill('4')

    await own.kill()
    await own.restart(next.folder)
    await page.reload()
    for (const tab of [page, other, typing]) {
      await expect(tab.getByText('A new version of Article Desk is ready')).toBeVisible({ timeout: 60_000 })
      await expect(version(tab)).toHaveCount(0)
    }
    // A chunk that this tab hasn't loaded and the server no longer has.
    await page.keyboard.press('?')
    await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible()
    await page.keyboard.press('Escape')

    await page.getByRole('button', { name: 'Reload now' }).click()
    await expect(version(page)).toHaveCount(1)
    await expect(articles(page)).toHaveCount(2)
    await expect(version(other)).toHaveCount(1)
    await expect(version(typing)).toHaveCount(0)
    await expect(typing.getByLabel('Job number')).toHaveValue('4')
    await typing.getByRole('link', { name: 'Skip to main content' }).focus()
    await typing.keyboard.press('?')
    await expect(typing.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible()
    await typing.keyboard.press('Escape')
    await typing.getByRole('button', { name: 'Reload now' }).click()
    await expect(version(typing)).toHaveCount(1)
    await expect(typing.getByText('A new version of Article Desk is ready')).toHaveCount(0)
  } finally {
    await own.dispose()
    next.dispose()
  }
})

test('responses of the service never come from the cache', async ({ page, wire, service }) => {
  await signIn(page, wire.address, service)
  await keptForOffline(page)
  await createJob(page, { keywords: ['trees'], count: 2 })
  await expect(page.getByText('Ready: 2 articles', { exact: true })).toBeVisible()
  expect((await page.goto(`${wire.address}/settings`))?.fromServiceWorker()).toBe(false)
  expect((await page.goto(`${wire.address}/jobs`))?.fromServiceWorker()).toBe(true)

  const kept = await page.evaluate(async () => {
    const names = await caches.keys()
    const requests = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()))
    return requests.flat().map(({ url }) => new URL(url).pathname)
  })
  expect(kept).toContain('/')
  // "/active" marks the build that is in use.
  expect(kept.filter((path) => !/^\/(active|assets\/.+|[\w-]+\.(js|svg))?$/.test(path))).toEqual([])

  const ping = () => page.evaluate(async () => (await fetch('/api/v1.0/ping')).status)
  expect(await ping()).toBe(200)
  await wire.dispose()
  await expect(ping()).rejects.toThrow('Failed to fetch')
})

/** Waits until the service worker has cached everything and controls this page. */
async function keptForOffline(page: Page): Promise<void> {
  await page.waitForFunction(() => navigator.serviceWorker.controller?.state === 'activated', undefined, {
    timeout: 90_000,
  })
}

const articles = (page: Page) => page.getByRole('list', { name: 'Articles' }).getByRole('article')

const version = (page: Page) => page.locator('meta[name=version][content=next]')
