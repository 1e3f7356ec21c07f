import { refuseKey } from './fault-proxy.ts'
import { expect, launchOptions, test } from './fixtures.ts'

// The headless shell has no dialogs of its own.
test.use({ launchOptions })

test('a refused key opens no dialog of the browser, which would hold up the answer', async ({
  page,
  wire,
  service,
}) => {
  await page.goto(`${wire.address}/sign-in`)
  wire.inject(refuseKey)
  await page.getByLabel('E-mail').fill(service.email)
  await page.getByLabel('API key', { exact: true }).fill('not-the-key-at-all')
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page.getByRole('alert')).toContainText('does not accept this e-mail and key')
})
