import { act, screen, waitFor, within } from '@testing-library/react'
import { Link } from 'react-router-dom'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { blankRequest } from '../../../contract/testing/blank-request.ts'
import { Palette } from '../../app/palette.tsx'
import type { Library } from '../../library/library.ts'
import { createMemoryLibrary } from '../../testing/memory-library.ts'
import { renderDesk } from '../../testing/render-desk.tsx'
import { json, networkError } from '../../testing/stub-service.ts'
import { testWorkerApi, type TestWorkerApi } from '../../testing/test-worker-api.ts'

let library: Library
let worker: TestWorkerApi
/** Resolves the pending request to the device or the service. */
let finish: () => void

beforeEach(() => {
  const device = createMemoryLibrary()
  const atLength = async <Result,>(work: () => Promise<Result>): Promise<Result> => {
    await new Promise<void>((resolve) => (finish = resolve))
    return work()
  }
  library = {
    ...device,
    openByNumber: (...given) => atLength(() => device.openByNumber(...given)),
    removeJob: (...given) => atLength(() => device.removeJob(...given)),
  }
  worker = testWorkerApi({ library })
})

const beside = (
  <>
    <Link to="/skip-lists">Elsewhere</Link>
    <Palette />
  </>
)

const openDesk = (at: string) => renderDesk(worker, { at, beside })
type Desk = ReturnType<typeof openDesk>

async function unconfirmed(): Promise<Desk & { key: string }> {
  worker.service.failNext(networkError())
  const { key } = (await worker.createJob(blankRequest)) as { key: string }
  return { key, ...openDesk(`/jobs/${key}`) }
}

async function goOn({ user }: Desk): Promise<void> {
  await user.click(screen.getByRole('link', { name: 'Elsewhere' }))
  await screen.findByRole('heading', { name: 'Skipped articles' })
}

/** Long enough for the screen that was left to have navigated. */
const rest = () => act(() => new Promise((resolve) => setTimeout(resolve, 50)))

describe('an editor who has left the screen hears', () => {
  it('of a request that the service has refused', async () => {
    const desk = openDesk('/jobs/new')
    worker.service.failNext(() => new Promise((resolve) => (finish = () => resolve(json({}, 429)))))
    await desk.user.click(await screen.findByRole('button', { name: 'Create job' }))
    await waitFor(() => expect(worker.service.requests).toHaveLength(1))
    await goOn(desk)
    finish()
    expect(await screen.findByText('No job was made. The service asks you to slow down (429).')).toBeVisible()
    expect(desk.address()).toBe('/skip-lists')
  })

  it('of a request that the device could not save', async () => {
    const device = library
    library = {
      ...device,
      addSending: async () => {
        await new Promise<void>((resolve) => (finish = resolve))
        throw new DOMException('', 'QuotaExceededError')
      },
    }
    worker = testWorkerApi({ library })
    const desk = openDesk('/jobs/new')
    await desk.user.click(await screen.findByRole('button', { name: 'Create job' }))
    await goOn(desk)
    finish()
    expect(await screen.findByText('This device could not save the request.')).toBeVisible()
  })
})

/** Saving fails once `finish` is called. */
const failLate = () =>
  new Promise<never>((_, reject) => (finish = () => reject(new DOMException('', 'QuotaExceededError'))))

describe('an editor who has closed a dialog while it was saving hears that it failed', () => {
  const closeAndFail = async ({ user }: Desk) => {
    await user.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    finish()
  }
  const notKept = /^This device could not save it\. Nothing was changed/

  it('for a list', async () => {
    library.saveList = failLate
    const desk = openDesk('/skip-lists')
    await desk.user.click(await screen.findByRole('button', { name: 'New list' }))
    await desk.user.type(await screen.findByLabelText('Name'), 'Solar{Enter}')
    await closeAndFail(desk)
    expect(await screen.findByText(notKept)).toBeVisible()
  })

  it('for ids to skip', async () => {
    const changeLedger = vi.spyOn(library, 'changeLedger').mockImplementation(failLate)
    const desk = openDesk('/skip-lists')
    await desk.user.click(await screen.findByRole('button', { name: 'Add ids' }))
    const dialog = within(await screen.findByRole('dialog'))
    await desk.user.type(dialog.getByLabelText('Article ids'), '7')
    await desk.user.click(dialog.getByRole('button', { name: 'Add ids' }))
    await waitFor(() => expect(changeLedger).toHaveBeenCalled())
    await closeAndFail(desk)
    expect(await screen.findByText(notKept)).toBeVisible()
  })

  it('for a preset', async () => {
    library.saveNamed = failLate
    const desk = openDesk('/jobs/new')
    await desk.user.click(await screen.findByRole('button', { name: 'Presets' }))
    await desk.user.click(await screen.findByRole('menuitem', { name: 'Save this request' }))
    await desk.user.type(await screen.findByLabelText('Name'), 'Weekly{Enter}')
    await closeAndFail(desk)
    expect(await screen.findByText(notKept)).toBeVisible()
  })

  it('for the name of a job', async () => {
    await worker.createJob(blankRequest)
    library.editJob = failLate
    const desk = openDesk('/jobs')
    await desk.user.click(await screen.findByRole('button', { name: 'Actions for job 17' }))
    await desk.user.click(await screen.findByRole('menuitem', { name: 'Rename' }))
    await desk.user.type(await screen.findByLabelText('Name'), 'Weekly{Enter}')
    await closeAndFail(desk)
    expect(await screen.findByText(notKept)).toBeVisible()
  })
})

describe('an editor who has left the form gets back', () => {
  const category = () => screen.findByLabelText('Category')
  const openForm = () =>
    renderDesk(worker, {
      at: '/jobs/new',
      beside: (
        <>
          <Link to="/skip-lists">Elsewhere</Link>
          <Link to="/jobs/new">New job</Link>
          <Link to="/jobs/new?again=17">Again</Link>
        </>
      ),
    })

  async function clearForm(): Promise<Desk> {
    const desk = openForm()
    await desk.user.type(await category(), 'Food')
    await desk.user.click(screen.getByRole('button', { name: 'Clear form' }))
    await screen.findByText('Form cleared')
    await goOn(desk)
    return desk
  }

  it('what was cleared in it', async () => {
    const desk = await clearForm()
    await desk.user.click(screen.getByRole('button', { name: 'Undo' }))
    expect(await category()).toHaveValue('Food')
    expect(desk.address()).toBe('/jobs/new')
    await goOn(desk)
    await desk.user.click(screen.getByRole('link', { name: 'New job' }))
    expect(await category()).toHaveValue('Food')
  })

  it('what was cleared in it, also once another is open', async () => {
    const desk = await clearForm()
    await desk.user.click(screen.getByRole('link', { name: 'New job' }))
    expect(await category()).toHaveValue('')
    await desk.user.click(screen.getByRole('button', { name: 'Undo' }))
    await waitFor(async () => expect(await category()).toHaveValue('Food'))
    expect(desk.address()).toBe('/jobs/new')
  })

  it('what another request has replaced', async () => {
    await worker.createJob({ ...blankRequest, category: 'Sport' })
    const desk = openForm()
    await desk.user.type(await category(), 'Food')
    await goOn(desk)
    await desk.user.click(screen.getByRole('link', { name: 'Again' }))
    await waitFor(async () => expect(await category()).toHaveValue('Sport'))
    await goOn(desk)
    await desk.user.click(screen.getByRole('button', { name: 'Restore it' }))
    expect(await category()).toHaveValue('Food')
  })

  it('a word if it could not be saved', async () => {
    const desk = await clearForm()
    library.saveDraft = () => Promise.reject(new DOMException('', 'QuotaExceededError'))
    await desk.user.click(screen.getByRole('button', { name: 'Undo' }))
    expect(await screen.findByText('This device could not save the request.')).toBeVisible()
  })
})

describe('an editor who has left the screen is not pulled back', () => {
  it('by a job that the device was slow to open', async () => {
    const desk = openDesk('/jobs')
    await desk.user.type(await screen.findByLabelText('Job number'), '42{Enter}')
    await goOn(desk)
    finish()
    await waitFor(async () => expect(await library.job('42')).toBeDefined())
    await rest()
    expect(desk.address()).toBe('/skip-lists')
  })

  it('by a job with the number of an earlier one, opened from the palette', async () => {
    const opened = library.openByNumber(17, 0)
    finish()
    await opened
    await library.noticeService('one')
    await library.noticeService('two')
    const desk = openDesk('/jobs')
    await desk.user.keyboard('{Control>}k{/Control}')
    await desk.user.type(await screen.findByRole('combobox', { name: 'Commands' }), '17')
    await desk.user.click(await screen.findByRole('option', { name: /^Open job 17/ }))
    await goOn(desk)
    finish()
    await waitFor(async () => expect(await library.job('17-2')).toBeDefined())
    await rest()
    expect(desk.address()).toBe('/skip-lists')
  })

  it('by an unconfirmed request that has become a job', async () => {
    const desk = await unconfirmed()
    worker.service.failNext(() => new Promise((resolve) => (finish = () => resolve(json({ id: 17 }, 201)))))
    await desk.user.click(await screen.findByRole('button', { name: 'Send again' }))
    await waitFor(() => expect(worker.service.requests).toHaveLength(2))
    await goOn(desk)
    finish()
    await waitFor(async () => expect(await library.job('17')).toBeDefined())
    await rest()
    expect(desk.address()).toBe('/skip-lists')
  })

  it('by an unconfirmed request that the device was slow to discard, but is told of the outcome', async () => {
    const desk = await unconfirmed()
    await desk.user.click(await screen.findByRole('button', { name: 'Discard' }))
    await goOn(desk)
    finish()
    expect(await screen.findByText('Discarded the unconfirmed request')).toBeVisible()
    expect((await library.job(desk.key))?.removedAt).toBeDefined()
    await rest()
    expect(desk.address()).toBe('/skip-lists')
  })
})
