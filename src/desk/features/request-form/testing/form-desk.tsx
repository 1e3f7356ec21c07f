import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { Route, Routes, useParams } from 'react-router-dom'
import type { WireRequest } from '../../../../contract/job.ts'
import { NewJobScreen } from '../../../screens/new-job.tsx'
import { DeskProviders } from '../../../testing/desk-providers.tsx'
import { testWorkerApi } from '../../../testing/test-worker-api.ts'

export type FormDesk = ReturnType<typeof createFormDesk>

/** The "New job" form behind a router, with the stub service and a library in memory. */
export function createFormDesk(worker = testWorkerApi()) {
  let signInsAsked = 0
  let leave = () => {}
  const requireSignIn = () => {
    signInsAsked += 1
  }
  const created = () => worker.service.requests.filter(({ path }) => path === '/api/v1.0/jobs')
  const createButton = () => screen.findByRole('button', { name: 'Create job' })

  return {
    worker,
    signInsAsked: () => signInsAsked,
    /** The requests sent. */
    created,
    createButton,
    lastSkipped: () => new Set((created().at(-1)?.body as WireRequest | undefined)?.ids_to_skip),

    /** Opens the form, leaving it first if it is open. */
    async open(address = '/jobs/new') {
      leave()
      window.history.replaceState(null, '', address)
      leave = render(
        <DeskProviders worker={worker} session={{ requireSignIn }}>
          <Routes>
            <Route path="/jobs/new" element={<NewJobScreen />} />
            <Route path="/jobs/:jobId" element={<JobPage />} />
          </Routes>
        </DeskProviders>,
      ).unmount
      await createButton()
      return userEvent.setup({ delay: null })
    },
  }
}

function JobPage() {
  return <p>the page of job {useParams().jobId}</p>
}
