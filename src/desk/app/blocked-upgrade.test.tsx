import { screen, waitFor } from '@testing-library/react'
import { IDBFactory } from 'fake-indexeddb'
import { expect, it } from 'vitest'
import { renderApp } from '../testing/render-app.tsx'
import { createStubService } from '../testing/stub-service.ts'
import { testCredentials } from '../testing/test-worker-api.ts'

it('asks for the other tabs to be closed if they keep the library from opening, until they are', async () => {
  const indexedDB = new IDBFactory()
  const older = indexedDB.open('article-desk editor@example.org https://service.example', 1)
  await waitFor(() => expect(older.readyState).toBe('done'))
  renderApp({ service: createStubService(), at: '/jobs', signedIn: testCredentials, indexedDB })
  const request = await screen.findByText(/^Close the other tabs of Article Desk/, {}, { timeout: 10_000 })
  expect(request).toHaveRole('alert')
  older.result.close()
  expect(await screen.findByText('No jobs yet')).toBeVisible()
  expect(request).not.toBeInTheDocument()
})
