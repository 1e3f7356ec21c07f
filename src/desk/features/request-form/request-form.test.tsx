import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { createMemoryRouter, RouterProvider, useParams } from 'react-router-dom'
import { beforeEach, describe, expect, it } from 'vitest'
import { packIds } from '../../../contract/ids.ts'
import { blankRequest, type JobRequest, type WireRequest } from '../../../contract/job-request.ts'
import { IntakeProvider } from '../../intake/intake-context.tsx'
import { NewJobScreen } from '../../screens/new-job.tsx'
import { SessionContext, type Session } from '../../session/session-context.tsx'
import { json, networkError, stubArticles } from '../../testing/stub-service.ts'
import { testCredentials, testIntake } from '../../testing/test-intake.ts'
import { ToastProvider } from '../../ui/toast.tsx'

let intake: ReturnType<typeof testIntake>
let signInsAsked: number

beforeEach(() => {
  intake = testIntake()
  signInsAsked = 0
})

const created = () => intake.service.requests.filter(({ path }) => path === '/api/v1.0/jobs')
const createButton = () => screen.findByRole('button', { name: 'Create job' })

describe('a request', () => {
  it('sends only what was filled in, and the signature switch as it stands', async () => {
    const user = await openForm()
    await user.click(await createButton())
    expect(await screen.findByText('the page of job 17')).toBeVisible()
    expect(created().map(({ body }) => body)).toEqual([{ remove_signature: false }])
  })

  it('sends every field, and what is still being written in "Keywords"', async () => {
    const user = await openForm()
    await user.type(screen.getByLabelText('Keywords'), 'bread, "sour dough"{Enter}yeast')
    await user.type(screen.getByLabelText('Category'), ' Food ')
    await user.type(screen.getByLabelText('Number of articles'), '12')
    await user.click(screen.getByRole('switch', { name: 'Remove signatures' }))
    await user.type(screen.getByLabelText('Article ids'), '3, 1 3 x')
    expect(screen.getByText(/^2 ids, 1 repeated/)).toHaveTextContent(
      '2 ids, 1 repeated, 1 not an id: line 1 “x”',
    )
    expect(screen.getByText('2 articles will be skipped')).toBeVisible()
    await user.keyboard('{Control>}{Enter}{/Control}')
    await screen.findByText('the page of job 17')
    expect(created()[0]?.body).toEqual({
      keywords: ['bread', '"sour dough"', 'yeast'],
      category: 'Food',
      article_count: 12,
      remove_signature: true,
      ids_to_skip: [3, 1],
    })
  })

  it('makes one job of a double click', async () => {
    const user = await openForm()
    await user.dblClick(await createButton())
    await screen.findByText('the page of job 17')
    expect(created()).toHaveLength(1)
  })

  it('is shown exactly as it will be sent, the key as a variable', async () => {
    const user = await openForm()
    await user.type(screen.getByLabelText('Keywords'), 'bread')
    expect(JSON.parse(screen.getByLabelText('JSON').textContent)).toEqual({
      keywords: ['bread'],
      remove_signature: false,
    })
    expect(screen.getByLabelText('curl')).toHaveTextContent(`--user 'editor@example.org':"$API_KEY"`)
    expect(document.body).not.toHaveTextContent(testCredentials.apiKey)
  })

  it('is not sent with a number that is none, and says so at the field', async () => {
    const user = await openForm()
    await user.type(screen.getByLabelText('Number of articles'), 'ten')
    await user.click(await createButton())
    const field = screen.getByLabelText('Number of articles')
    expect(field).toHaveFocus()
    expect(field).toHaveAccessibleDescription(/Enter a whole number/)
    expect(created()).toHaveLength(0)
  })
})

describe('when no job was made', () => {
  it("shows the service's words as plain text and keeps the form", async () => {
    const user = await openForm()
    intake.service.failNext(json({ detail: 'No <b>bread</b> today' }, 422))
    await user.type(screen.getByLabelText('Category'), 'Food')
    await user.click(await createButton())
    const alert = await screen.findByRole('alert')
    expect(alert).toHaveTextContent('No <b>bread</b> today')
    expect(within(alert).queryByText('bread')).toBeNull()
    expect(screen.getByLabelText('Category')).toHaveValue('Food')
  })

  it('asks for the key again on a 401 and keeps the form', async () => {
    const user = await openForm()
    intake.service.accounts.clear()
    await user.type(screen.getByLabelText('Category'), 'Food')
    await user.click(await createButton())
    await waitFor(() => expect(signInsAsked).toBe(1))
    expect(screen.getByLabelText('Category')).toHaveValue('Food')
    expect(created()).toHaveLength(1)
  })

  it('goes to the unconfirmed job where the answer never came', async () => {
    const user = await openForm()
    intake.service.failNext(networkError())
    await user.click(await createButton())
    expect(await screen.findByText(/^the page of job sent-/)).toBeVisible()
  })
})

describe('the draft', () => {
  it('comes back after the form was left, and is gone once a job was made', async () => {
    const user = await openForm()
    await user.type(screen.getByLabelText('Keywords'), 'bread,ye')
    await user.type(screen.getByLabelText('Article ids'), '7 x')
    const again = await reopen()
    expect(screen.getByText('bread')).toBeVisible()
    expect(screen.getByLabelText('Keywords')).toHaveValue('ye')
    expect(screen.getByLabelText('Article ids')).toHaveValue('7 x')
    await again.click(await createButton())
    await screen.findByText('the page of job 17')
    expect(await intake.library.draft()).toBeUndefined()
  })

  it('is cleared with a way back', async () => {
    const user = await openForm()
    await user.type(screen.getByLabelText('Category'), 'Food')
    await user.click(screen.getByRole('button', { name: 'Clear form' }))
    expect(screen.getByLabelText('Category')).toHaveValue('')
    await user.click(await screen.findByRole('button', { name: 'Undo' }))
    expect(screen.getByLabelText('Category')).toHaveValue('Food')
  })
})

describe('what earlier jobs offer', () => {
  it('is their categories, and another may be written', async () => {
    await finishedJob({ ...blankRequest, category: 'Food' }, 1)
    const user = await openForm()
    await user.click(await screen.findByRole('combobox', { name: 'Category' }))
    await user.click(await screen.findByRole('option', { name: 'Food' }))
    expect(screen.getByLabelText('Category')).toHaveValue('Food')
    await user.type(screen.getByLabelText('Category'), ' and drink')
    await user.click(await createButton())
    await screen.findByText('the page of job 18')
    expect(created().at(-1)?.body).toMatchObject({ category: 'Food and drink' })
  })

  it('is the articles they brought, from some of them or from all', async () => {
    const first = await finishedJob({ ...blankRequest, keywords: ['bread'] }, 3)
    await finishedJob(blankRequest, 2, first)
    const user = await openForm()
    await user.click(await screen.findByText('Earlier jobs'))
    await user.click(screen.getByRole('checkbox', { name: 'Job 17' }))
    expect(await screen.findByText('3 articles will be skipped')).toBeVisible()
    await user.click(screen.getByRole('checkbox', { name: 'Job 17' }))
    expect(await screen.findByText('No articles will be skipped')).toBeVisible()
    await user.click(screen.getByRole('checkbox', { name: 'Everything in my library' }))
    expect(await screen.findByText('5 articles will be skipped')).toBeVisible()
    expect(screen.getByRole('group', { name: 'Articles to skip' })).toBeVisible()
  })
})

describe('a form made from a job', () => {
  it('collects more: the same request, with what that job and its chain brought skipped', async () => {
    const first = await finishedJob({ ...blankRequest, keywords: ['bread'], idsToSkip: packIds([900]) }, 3)
    const second = await finishedJob(blankRequest, 2, first)
    const user = await openForm(`/jobs/new?from=${second}`)
    expect(await screen.findByText(/^From job 18/)).toHaveTextContent(
      'From job 18: skips the 5 articles that 2 jobs in a row brought',
    )
    expect(await screen.findByText('5 articles will be skipped')).toBeVisible()
    await user.click(await createButton())
    await screen.findByText('the page of job 19')
    const body = created().at(-1)?.body as WireRequest | undefined
    expect(new Set(body?.ids_to_skip)).toEqual(new Set([1, 2, 3, 101, 102]))
    expect(await intake.library.job('19')).toMatchObject({ madeFrom: second, chain: first })
  })

  it('creates again: the same request, and nothing more', async () => {
    const key = await finishedJob({ ...blankRequest, keywords: ['bread'], idsToSkip: packIds([900]) }, 3)
    const user = await openForm(`/jobs/new?again=${key}`)
    await user.click(await createButton())
    await screen.findByText('the page of job 18')
    const [once, again] = created()
    expect(again?.body).toEqual(once?.body)
  })

  it('gives the half-filled form back that it took the place of', async () => {
    const key = await finishedJob({ ...blankRequest, category: 'Food' }, 1)
    const before = await openForm()
    await before.type(screen.getByLabelText('Category'), 'Sport')
    const user = await reopen(`/jobs/new?again=${key}`)
    expect(screen.getByLabelText('Category')).toHaveValue('Food')
    await user.click(await screen.findByRole('button', { name: 'Bring it back' }))
    expect(await screen.findByLabelText('Category')).toHaveValue('Sport')
  })
})

async function finishedJob(request: JobRequest, articleCount: number, madeFrom?: string): Promise<string> {
  const firstId = madeFrom ? 101 : 1
  intake.service.nextJobStates({ state: 'success', articles: stubArticles(articleCount, firstId) })
  const outcome = await intake.createJob(request, madeFrom)
  if (outcome.kind === 'refused') throw new Error('the stub refused')
  await intake.checkJob(outcome.key)
  return outcome.key
}

let leave = () => {}

async function reopen(address?: string) {
  leave()
  return openForm(address)
}

async function openForm(address = '/jobs/new') {
  const router = createMemoryRouter(
    [
      { path: '/jobs/new', element: <NewJobScreen /> },
      { path: '/jobs/:jobId', Component: JobPage },
    ],
    { initialEntries: [address] },
  )
  leave = render(
    <QueryClientProvider client={new QueryClient()}>
      <IntakeProvider intake={intake}>
        <SessionContext value={session}>
          <ToastProvider>
            <RouterProvider router={router} />
          </ToastProvider>
        </SessionContext>
      </IntakeProvider>
    </QueryClientProvider>,
  ).unmount
  await createButton()
  return userEvent.setup({ delay: null })
}

function JobPage() {
  return <p>the page of job {useParams().jobId}</p>
}

const session: Session = {
  account: { email: testCredentials.email, serviceAddress: testCredentials.serviceAddress },
  needsSignIn: false,
  signInRequests: 0,
  signedOut: undefined,
  cannotRemember: undefined,
  signIn: () => Promise.resolve(),
  findTrouble: () => Promise.reject(new Error('not asked here')),
  signOut: () => Promise.resolve(),
  requireSignIn: () => {
    signInsAsked += 1
  },
}
