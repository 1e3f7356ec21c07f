import { useLayoutEffect } from 'react'
import { createRoot } from 'react-dom/client'
import { expect, it, vi } from 'vitest'
import type { CreateOutcome } from '../../../worker-protocol/worker-api.ts'
import { DeskProviders } from '../../../testing/desk-providers.tsx'
import { testWorkerApi } from '../../../testing/test-worker-api.ts'
import { blankForm } from '../form-state.ts'
import { useCreateJob } from './use-create-job.ts'

it('tells the form of an outcome that arrives before React has run its effects', async () => {
  const worker = testWorkerApi()
  const told = vi.fn<(outcome?: CreateOutcome) => void>()
  const record = await worker.library.openByNumber(17, 0)
  const accepted: CreateOutcome = { kind: 'accepted', key: record.key, record }
  const quick = {
    ...worker,
    createJob: () => Promise.resolve(accepted),
  }

  function SentAtOnce() {
    const { createJob } = useCreateJob()
    useLayoutEffect(() => createJob(blankForm, { onOutcome: told, onError: told }), [createJob])
    return null
  }

  // Drawn without `act`, which runs effects before it returns.
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', false)
  const root = createRoot(document.createElement('div'))
  root.render(
    <DeskProviders worker={quick} session={{}}>
      <SentAtOnce />
    </DeskProviders>,
  )
  await expect.poll(() => told).toHaveBeenCalledExactlyOnceWith(accepted)
  root.unmount()
  vi.unstubAllGlobals()
})
