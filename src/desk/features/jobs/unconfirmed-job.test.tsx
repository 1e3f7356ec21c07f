import { screen, waitFor } from '@testing-library/react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { packIds } from '../../../contract/ids.ts'
import { blankRequest } from '../../../contract/testing/blank-request.ts'
import { renderDesk } from '../../testing/render-desk.tsx'
import { networkError } from '../../testing/stub-service.ts'
import { testWorkerApi, type TestWorkerApi } from '../../testing/test-worker-api.ts'

let worker: TestWorkerApi
const request = { ...blankRequest, keywords: ['solar'], articleCount: 8, idsToSkip: packIds([2, 90]) }

beforeEach(() => {
  worker = testWorkerApi()
})

describe('an unconfirmed request', () => {
  async function unconfirmed(response: Response | Error = networkError(), session = {}) {
    worker.service.failNext(response)
    const outcome = await worker.createJob(request)
    if (outcome.kind !== 'unconfirmed') throw new Error('The request was to stay unconfirmed')
    return renderDesk(worker, { at: `/jobs/${outcome.key}`, session })
  }

  it('is shown exactly and not sent automatically', async () => {
    await unconfirmed()
    expect(await screen.findByText('Unconfirmed request')).toBeVisible()
    expect(await screen.findByLabelText('Request as JSON')).toHaveTextContent('"solar"')
    // The service is on another origin, so the browser may have repeated the request.
    expect(screen.getByText(/a browser can repeat a request on its own/)).toBeVisible()
    expect(worker.service.requests).toHaveLength(1)
  })

  it('says what the service answered, which leaves open whether it made the job', async () => {
    await unconfirmed(new Response('{"detail":"The database is unavailable."}', { status: 503 }))
    const words =
      'The service is busy (503): The database is unavailable. The service may or may not have made the job.'
    expect(await screen.findByText(words)).toBeVisible()
    expect(screen.queryByText(/no answer/)).toBeNull()
  })

  it('becomes a job if it is sent again', async () => {
    const { user, address } = await unconfirmed()
    await user.click(await screen.findByRole('button', { name: 'Send again' }))
    expect(await screen.findByText('Job 17')).toBeVisible()
    expect(address()).toBe('/jobs/17')
    expect(worker.service.requests).toHaveLength(2)
  })

  it('leads to its job if another tab has sent it again', async () => {
    const { address } = await unconfirmed()
    await screen.findByText('Unconfirmed request')
    await worker.resend(address().slice('/jobs/'.length))
    expect(await screen.findByText('Job 17')).toBeVisible()
    expect(address()).toBe('/jobs/17')
  })

  it('stays if the service refuses it, with the service’s words', async () => {
    const { user } = await unconfirmed()
    worker.service.failNext(new Response('{"detail":"Quota used up."}', { status: 403 }))
    await user.click(await screen.findByRole('button', { name: 'Send again' }))
    expect(await screen.findByRole('alert')).toHaveTextContent('Quota used up.')
  })

  it('explains a refusal for which the service has no words', async () => {
    const { user } = await unconfirmed()
    worker.service.failNext(new Response('', { status: 429 }))
    await user.click(await screen.findByRole('button', { name: 'Send again' }))
    expect(screen.getByRole('heading', { level: 1 })).toHaveFocus()
    expect(await screen.findByRole('alert')).toHaveTextContent('The service is busy (429).')
    expect(screen.getByRole('heading', { level: 1 })).toHaveFocus()
  })

  it.each<[string, Response | Error, string]>([
    ['an error', new Response('', { status: 500 }), 'The service reported an error (500).'],
    ['a page', new Response('<p>Welcome</p>'), "The service's answer could not be read (200)."],
    [
      'a redirect',
      // As `fetch` hides it from a page.
      Object.defineProperty(Response.error(), 'type', { value: 'opaqueredirect' }),
      'The service redirects to another host, where your key is not sent.',
    ],
    ['nothing', networkError(), 'The service gave no answer this time either.'],
  ])('stays unconfirmed if it is sent again and %s comes back', async (_what, response, words) => {
    const { user } = await unconfirmed()
    worker.service.failNext(response)
    await user.click(await screen.findByRole('button', { name: 'Send again' }))
    const alert = await screen.findByRole('alert')
    expect(alert).toHaveTextContent(words)
    // It may have created a job.
    expect(alert).not.toHaveTextContent('did not create')
  })

  it('speaks of a key that was refused when it was sent again as of that attempt alone', async () => {
    const requireSignIn = vi.fn<() => void>()
    const { user } = await unconfirmed(networkError(), { requireSignIn })
    worker.service.failNext(new Response('{}', { status: 401 }))
    await user.click(await screen.findByRole('button', { name: 'Send again' }))
    const words = 'The service did not accept your key (401). The service may or may not have made the job.'
    expect(await screen.findByText(words)).toBeVisible()
    expect(requireSignIn).toHaveBeenCalledOnce()
    expect(screen.queryByRole('alert')).not.toBeInTheDocument()
  })

  it('is not sent again, and asks for the key, while the service does not accept it', async () => {
    const requireSignIn = vi.fn<() => void>()
    const { user } = await unconfirmed(networkError(), { needsSignIn: true, requireSignIn })
    await user.click(await screen.findByRole('button', { name: 'Send again' }))
    expect(requireSignIn).toHaveBeenCalledOnce()
    expect(screen.queryByRole('alert')).not.toBeInTheDocument()
    expect(worker.service.requests).toHaveLength(1)
  })

  it('stays unconfirmed if it is unknown whether it was sent again', async () => {
    const { user } = await unconfirmed()
    vi.spyOn(worker, 'resend').mockRejectedValue(new Error('no worker'))
    await user.click(await screen.findByRole('button', { name: 'Send again' }))
    expect(await screen.findByRole('alert')).toHaveTextContent('the request may have been sent')
  })

  it('stays if the device cannot discard it', async () => {
    const { user, address } = await unconfirmed()
    const at = address()
    vi.spyOn(worker.library, 'removeJob').mockRejectedValue(new Error('disk'))
    await user.click(await screen.findByRole('button', { name: 'Discard' }))
    expect(await screen.findByText('Not removed: this device could not save the change.')).toBeVisible()
    expect(address()).toBe(at)
  })

  it('is gone if discarded, and back with its exact request if that is undone', async () => {
    const { user, address } = await unconfirmed()
    await user.click(await screen.findByRole('button', { name: 'Discard' }))
    await waitFor(() => expect(address()).toBe('/jobs'))
    expect(await screen.findByText('No jobs yet')).toBeVisible()
    await user.click(await screen.findByRole('button', { name: 'Undo' }))
    await user.click(await screen.findByRole('link', { name: /Unconfirmed request/ }))
    expect(await screen.findByLabelText('Request as JSON')).toHaveTextContent('"solar"')
    expect(worker.service.requests).toHaveLength(1)
  })
})
