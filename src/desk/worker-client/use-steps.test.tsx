import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it } from 'vitest'
import { testWorkerApi } from '../testing/test-worker-api.ts'
import { ToastProvider } from '../ui/toast.tsx'
import { useSteps } from './use-steps.ts'
import { WorkerProvider } from './worker-context.tsx'

it('says that a step failed even if a later one has begun', async () => {
  let fail = () => {}
  const first = new Promise<undefined>((_, reject) => (fail = () => reject(new Error('no worker'))))
  function Steps() {
    const { say } = useSteps()
    return (
      <>
        <button onClick={() => say(first)}>Reject all</button>
        <button onClick={() => say(new Promise(() => {}))}>Keep one</button>
      </>
    )
  }
  render(
    <WorkerProvider worker={testWorkerApi()}>
      <ToastProvider>
        <Steps />
      </ToastProvider>
    </WorkerProvider>,
  )
  const user = userEvent.setup()
  await user.click(await screen.findByRole('button', { name: 'Reject all' }))
  await user.click(screen.getByRole('button', { name: 'Keep one' }))
  fail()
  expect(await screen.findByText(/^Nothing was changed/)).toBeVisible()
})
