import { screen } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { createFakeLocks } from '../../testing/fake-locks.ts'
import { UnsavedNotice } from '../../app/unsaved-notice.tsx'
import { createMemoryLibrary } from '../../testing/memory-library.ts'
import { renderDesk } from '../../testing/render-desk.tsx'
import { testWorkerApi } from '../../testing/test-worker-api.ts'
import { useSignOut } from './use-sign-out.ts'

afterEach(() => void Reflect.deleteProperty(navigator, 'locks'))

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

it('asks before a sign-out ends the work of another tab, unless it is that of another account', async () => {
  const locks = createFakeLocks()
  Object.defineProperty(navigator, 'locks', { value: locks, configurable: true })
  const never = () => new Promise<never>(() => {})
  const tabOf = (name: string) => {
    const library = { ...createMemoryLibrary({ name, now: Date.now }), kept: 'on-device' } as const
    const worker = testWorkerApi({ library })
    vi.spyOn(worker, 'makeBackup').mockImplementation(never)
    const signOut = vi.fn<() => Promise<void>>(() => Promise.resolve())
    const SignOut = () => <button onClick={useSignOut()}>Sign out</button>
    const beside = (
      <>
        <SignOut />
        <UnsavedNotice />
      </>
    )
    return { signOut, ...renderDesk(worker, { at: '/preferences', session: { signOut }, beside }) }
  }
  const other = tabOf('ann')
  await other.user.click(await screen.findByRole('button', { name: 'Download backup' }))
  await expect.poll(async () => (await locks.query()).held).toHaveLength(1)
  const [sameAccount, otherAccount] = [tabOf('ann'), tabOf('ben')]
  const buttons = await screen.findAllByRole('button', { name: 'Sign out' })
  await otherAccount.user.click(buttons[2]!)
  await expect.poll(() => otherAccount.signOut).toHaveBeenCalledOnce()
  await sameAccount.user.click(buttons[1]!)
  expect(await screen.findByText('Not signed out: another tab has unsaved work.')).toBeVisible()
  expect(sameAccount.signOut).not.toHaveBeenCalled()
})
