import { screen } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { createMemoryLibrary } from '../../testing/memory-library.ts'
import { renderDesk } from '../../testing/render-desk.tsx'
import { testWorkerApi } from '../../testing/test-worker-api.ts'
import { useSignOut } from './use-sign-out.ts'

it('asks before a sign-out ends the work on a file', async () => {
  const worker = testWorkerApi({ library: { ...createMemoryLibrary({ now: Date.now }), kept: 'on-device' } })
  vi.spyOn(worker, 'makeBackup').mockReturnValue(new Promise(() => {}))
  const signOut = vi.fn<() => Promise<void>>(() => Promise.resolve())
  const SignOut = () => <button onClick={useSignOut()}>Sign out</button>
  const { user } = renderDesk(worker, { at: '/preferences', session: { signOut }, beside: <SignOut /> })
  await user.click(await screen.findByRole('button', { name: 'Download backup' }))
  await user.click(screen.getByRole('button', { name: 'Sign out' }))
  expect(await screen.findByText('Not signed out: work on a file has not finished.')).toBeVisible()
  expect(signOut).not.toHaveBeenCalled()
  await user.click(screen.getByRole('button', { name: 'Sign out anyway' }))
  expect(signOut).toHaveBeenCalledOnce()
})
