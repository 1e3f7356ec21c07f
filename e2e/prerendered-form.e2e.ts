import { expect, signIn, test } from './fixtures.ts'
import { createGate } from '../src/testing/create-gate.ts'

test('a form that is filled in and sent before the script has loaded signs in afterwards', async ({
  page,
  wire,
  service,
}) => {
  let letThrough = () => {}
  const hold = () => new Promise<void>((resolve) => (letThrough = resolve))
  let held = hold()
  await page.route('**/assets/desk-*.js', async (route) => {
    await held
    await route.continue()
  })
  await page.goto(`${wire.address}/sign-in`, { waitUntil: 'commit' })
  await page.getByLabel('E-mail').fill(service.email)
  await page.getByLabel('API key', { exact: true }).fill(service.apiKey)
  await page.getByLabel('API key', { exact: true }).press('Enter')
  await expect(page).toHaveURL(`${wire.address}/sign-in`)
  expect(wire.calls).toEqual([])

  letThrough()
  await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible()
  held = hold()
  await page.reload({ waitUntil: 'commit' })
  // A signed-in editor never sees the form, not even before the script has loaded.
  await expect(page.getByText('Article Desk', { exact: true }).filter({ visible: true })).toHaveCount(1)
  expect(await page.getByLabel('E-mail').isVisible()).toBe(false)

  letThrough()
  await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible()
})

test('the worker of a signed-in editor starts before the script has loaded, and no other does', async ({
  page,
  wire,
  service,
}) => {
  await signIn(page, wire.address, service)
  const [held, letThrough] = createGate()
  await page.route(/\/assets\/(?:early|desk)-[^/]*\.js$/, async (route) => {
    await held
    await route.continue()
  })
  const started = page.waitForEvent('worker')
  await page.reload({ waitUntil: 'commit' })
  await started

  letThrough()
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  expect(page.workers()).toHaveLength(1)
})
