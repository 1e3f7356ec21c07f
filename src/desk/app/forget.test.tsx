import { screen, within } from '@testing-library/react'
import { IDBFactory } from 'fake-indexeddb'
import { expect, it } from 'vitest'
import { accountName } from '../api/credentials.ts'
import { openLibrary } from '../library/open-library.ts'
import { renderApp } from '../testing/render-app.tsx'
import { createStubService } from '../testing/stub-service.ts'
import { testCredentials } from '../testing/test-worker-api.ts'

it('leaves no trace of a forgotten account on the device, not even its name, and says so', async () => {
  const indexedDB = new IDBFactory()
  const name = accountName(testCredentials)
  const library = await openLibrary({ name, now: () => 1, indexedDB })
  await library.openByNumber(17, 1)
  library.close()
  expect((await indexedDB.databases()).map((database) => database.name)).toEqual([`article-desk ${name}`])

  const { user } = renderApp({
    service: createStubService(),
    at: '/preferences',
    signedIn: testCredentials,
    indexedDB,
  })
  await user.click(await screen.findByRole('button', { name: 'Forget this device' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Forget this device' }))
  await user.click(dialog.getByRole('button', { name: 'Forget' }))

  expect(await screen.findByText('Your data was deleted from this device.')).toBeVisible()
  expect(screen.queryByText(/stays here/)).toBeNull()
  expect(screen.getByLabelText('E-mail')).toHaveValue('')
  expect(JSON.stringify(window.history.state)).not.toContain(testCredentials.email)
  expect(JSON.stringify(window.history.state)).not.toContain('preferences')
  await expect.poll(async () => (await indexedDB.databases()).length).toBe(0)
})
