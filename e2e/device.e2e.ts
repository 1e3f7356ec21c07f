import { holdJobs } from './fault-proxy.ts'
import { createJob, expect, signIn, test } from './fixtures.ts'

test('reads and keeps articles once there is room again on a device that was full', async ({
  page,
  wire,
  service,
}) => {
  await signIn(page, wire.address, service)
  await createJob(page, { keywords: ['water'], count: 2 })
  await expect(page.getByText('Ready: 2 articles', { exact: true })).toBeVisible()
  const saved = page.url()

  // Setting a quota through the browser has no effect in this Chromium, so its storage is made to refuse.
  const [worker] = page.workers()
  await worker?.evaluate(() => {
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

  await worker?.evaluate(() => (globalThis as unknown as { makeRoom: () => void }).makeRoom())
  await page.getByRole('button', { name: 'Try again' }).first().click()
  await expect(page.getByText(/not saved on this device/i)).toHaveCount(0)
  // Who the service is may be asked at each visit; for the articles nothing is asked any more.
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

test('goes on with the same job at once when its worker dies', async ({ page, wire, service }) => {
  await signIn(page, wire.address, service)
  wire.inject(holdJobs)
  await createJob(page, { keywords: ['trees'], count: 2 })
  await expect(page.getByText('Service says: running')).toBeVisible()

  const [worker] = page.workers()
  await worker?.evaluate(() => close())
  wire.clear()
  // The desk gives up on a silent worker after 25 s.
  await expect(page.getByText('Ready: 2 articles', { exact: true })).toBeVisible({ timeout: 15_000 })
  await page.getByRole('link', { name: 'Jobs', exact: true }).click()
  await expect(page.getByRole('link', { name: /trees/ })).toBeVisible()
})
