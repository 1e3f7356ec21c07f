import { screen } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { renderApp } from './render-app.tsx'
import { createStubService, json, stubArticles } from './stub-service.ts'
import { testCredentials } from './test-worker-api.ts'

describe('the whole desk', () => {
  it('watches a job to its end, and shows its articles after a reload without asking again', async () => {
    const service = createStubService()
    service.addJob(5, { state: 'success', articles: stubArticles(3) })
    const first = renderApp({ service, at: '/jobs', signedIn: testCredentials })
    await first.user.type(await screen.findByLabelText('Job number'), '5')
    await first.user.click(screen.getByRole('button', { name: 'Open job' }))
    await screen.findByRole('heading', { name: 'Job 5' })
    await screen.findAllByText(/Ready: 3 articles/)
    const asked = service.requests.length
    first.unmount()

    renderApp({ service, at: '/jobs/5', signedIn: testCredentials, indexedDB: first.indexedDB })
    await screen.findByRole('article', { name: 'Article 3' })
    expect(service.requests).toHaveLength(asked)
  })

  it('stops asking after a refused key, and resumes the same job afterwards', async () => {
    const service = createStubService()
    service.addJob(5, { state: 'running' }, { state: 'success', articles: stubArticles(1) })
    service.failNext(json({}, 401))
    const { user } = renderApp({ service, at: '/jobs', signedIn: testCredentials })
    await user.type(await screen.findByLabelText('Job number'), '5')
    await user.click(screen.getByRole('button', { name: 'Open job' }))
    const signIn = await screen.findByRole('button', { name: /Sign in again/ })
    expect(service.requests).toHaveLength(1)

    await user.click(signIn)
    await user.type(await screen.findByLabelText('API key'), 'key-1')
    await user.click(screen.getByRole('button', { name: 'Sign in' }))
    await screen.findAllByText(/Ready: 1 article/)
  })
})
