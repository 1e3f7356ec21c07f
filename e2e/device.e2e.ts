import { appendFileSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import {
  createJob,
  expect,
  firstArticleDrawn,
  launchOptions as fullChromium,
  signIn,
  test,
} from './fixtures.ts'

test('reads articles on a full device, and saves them once there is room again', async ({
  page,
  wire,
  collect,
}) => {
  await collect({ keywords: ['water'], count: 2 })
  const saved = page.url()

  // Setting a quota through the browser has no effect in this Chromium, so its storage is made to refuse.
  const [worker] = page.workers()
  await worker!.evaluate(() => {
    const store = IDBObjectStore.prototype
    const put = Object.getOwnPropertyDescriptor(store, 'put') ?? {}
    Object.assign(globalThis, { makeRoom: () => Object.defineProperty(store, 'put', put) })
    store.put = () => {
      throw new DOMException('full', 'QuotaExceededError')
    }
  })
  await createJob(page, { keywords: ['bread'], count: 3 })
  await expect(page.getByText('Ready: 3 articles', { exact: true })).toBeVisible()
  const unsaved = page.url()
  await expect(page.getByText(/3 articles are not saved on this device: no space is left/)).toBeVisible()
  await page.getByRole('list', { name: 'Articles' }).getByRole('link').first().click()
  await expect(page.getByRole('button', { name: 'Copy text' })).toBeVisible()
  await page.keyboard.press('Escape')

  await worker!.evaluate(() => (globalThis as unknown as { makeRoom: () => void }).makeRoom())
  await page.getByRole('button', { name: 'Try again' }).first().click()
  await expect(page.getByText(/not saved on this device/i)).toHaveCount(0)
  // Each visit may ask which service it is; no articles are requested any more.
  const askedForJobs = () => wire.calls.filter((call) => call.includes('/jobs')).length
  const asked = askedForJobs()
  for (const [address, count] of [
    [unsaved, 3],
    [saved, 2],
  ] as const) {
    await page.goto(address)
    await expect(page.getByRole('list', { name: 'Articles' }).getByRole('article')).toHaveCount(count)
  }
  expect(askedForJobs()).toBe(asked)
})

test('says at once that the browser has deleted the library, and collects it again', async ({
  page,
  wire,
  context,
  collect,
}) => {
  await collect({ keywords: ['water'], count: 2 })
  await page.getByRole('link', { name: 'Library' }).click()
  await expect(page.getByText('2 articles from 1 job, stored on this device.')).toBeVisible()
  await expect.poll(() => page.evaluate(() => Object.values(localStorage).join())).toContain('{"articles":2,')
  const devTools = await context.newCDPSession(page)
  const deleteLibrary = async () => {
    await devTools.send('Storage.clearDataForOrigin', { origin: wire.address, storageTypes: 'indexeddb' })
    await expect(page.getByText(/^This browser has deleted the library it kept: 2 articles/)).toBeVisible()
    await expect(page.getByText(/stored on this device/)).toBeHidden()
  }
  await deleteLibrary()
  const collectAgain = page.getByRole('button', { name: 'Collect 1 job again' })
  await collectAgain.click()
  await expect(page.getByText('2 articles from 1 job, stored on this device.')).toBeVisible()
  await expect(collectAgain).toBeHidden()

  // Again, but during a transaction: the next one lasts until the browser ends it.
  const [worker] = page.workers()
  await worker!.evaluate(() => {
    const { prototype } = IDBDatabase
    const begin = Object.getOwnPropertyDescriptor(prototype, 'transaction') ?? {}
    const begun = new Promise<void>((resolve) => {
      prototype.transaction = function (...wanted) {
        Object.defineProperty(prototype, 'transaction', begin)
        const transaction = this.transaction(...wanted)
        const rows = transaction.objectStore(transaction.objectStoreNames[0]!)
        const goOn = () => (rows.count().onsuccess = goOn)
        goOn()
        resolve()
        return transaction
      }
    })
    Object.assign(globalThis, { begun })
  })
  await page.getByRole('list', { name: 'Articles' }).getByRole('link').first().click()
  await worker!.evaluate(() => (globalThis as unknown as { begun: Promise<void> }).begun)
  await deleteLibrary()
})

test('continues the same job at once when its worker dies', async ({ page, wire, watch }) => {
  await watch({ keywords: ['trees'], count: 2 })

  const [worker] = page.workers()
  // The crash may also lose the reply.
  await worker!.evaluate(() => close()).catch(() => {})
  wire.clear()
  // The desk gives up on a silent worker after 25 s.
  await expect(page.getByText('Ready: 2 articles', { exact: true })).toBeVisible({ timeout: 22_000 })
  await page.getByRole('link', { name: 'Jobs', exact: true }).click()
  await expect(page.getByRole('link', { name: /trees/ })).toBeVisible()
})

test('keeps the library, and later decisions, if the browser was killed while writing', async ({
  playwright,
  launchOptions,
  wire,
  service,
}, testInfo) => {
  const profile = testInfo.outputPath('profile')
  const startBrowser = async () => {
    const context = await playwright.chromium.launchPersistentContext(profile, launchOptions)
    return { context, page: await context.newPage() }
  }
  const first = await startBrowser()
  await signIn(first.page, wire.address, service, { remember: true })
  await createJob(first.page, { keywords: ['water'], count: 2 })
  await expect(first.page.getByText('Ready: 2 articles', { exact: true })).toBeVisible()
  const job = first.page.url()
  await first.context.close()

  // The log of the browser's databases ends with a record of 200 bytes of which only 20 were written.
  const databases = path.join(profile, 'Default', 'IndexedDB')
  const log = (readdirSync(databases, { recursive: true }) as string[]).find((file) => file.endsWith('.log'))
  appendFileSync(
    path.join(databases, log!),
    Buffer.from([1, 2, 3, 4, 200, 0, 1, ...Array<number>(20).fill(7)]),
  )

  const second = await startBrowser()
  await second.page.goto(job)
  await firstArticleDrawn(second.page)
  for (const key of ['j', 'v']) await second.page.keyboard.press(key)
  await expect(second.page.getByRole('status', { name: 'Kept 1 article' })).toBeVisible()
  await second.context.close()

  const third = await startBrowser()
  await third.page.goto(job)
  await firstArticleDrawn(third.page)
  await expect(third.page.getByRole('article').getByText('Kept', { exact: true })).toBeVisible()
  await third.context.close()
})

test('collects, decides and signs out where the browser is set to store nothing', async ({
  playwright,
  wire,
  service,
}, testInfo) => {
  const profile = testInfo.outputPath('profile')
  mkdirSync(path.join(profile, 'Default'), { recursive: true })
  const settings = { profile: { default_content_setting_values: { cookies: 2 } } }
  writeFileSync(path.join(profile, 'Default', 'Preferences'), JSON.stringify(settings))
  // The headless shell has no such setting.
  const context = await playwright.chromium.launchPersistentContext(profile, fullChromium)
  const page = await context.newPage()
  const uncaught: string[] = []
  page.on('pageerror', (error) => uncaught.push(String(error)))
  const enter = async () => {
    await page.getByLabel('E-mail').fill(service.email)
    await page.getByLabel('API key', { exact: true }).fill(service.apiKey)
    await page.getByRole('button', { name: 'Sign in' }).click()
  }
  await page.goto(wire.address)
  await expect(page.getByRole('checkbox', { name: 'Remember me on this device' })).toBeDisabled()
  await enter()
  await page.getByRole('button', { name: service.email }).click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  await enter()
  await expect(page.getByText(/^Not saved on this device/)).toBeVisible()
  await createJob(page, { keywords: ['water'], count: 2 })
  await firstArticleDrawn(page)
  for (const key of ['j', 'v']) await page.keyboard.press(key)
  await expect(page.getByRole('status', { name: 'Kept 1 article' })).toBeVisible()
  await page
    .getByRole('button', { name: /^Export/ })
    .first()
    .click()
  const download = page.waitForEvent('download')
  await page.getByRole('dialog').getByRole('button', { name: 'Export 2 articles' }).click()
  await download
  expect(uncaught).toEqual([])
  // Closing the browser would ask first, since all of this is lost.
  await page.close()
  await context.close()
})
