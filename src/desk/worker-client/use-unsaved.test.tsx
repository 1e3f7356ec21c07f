import { fireEvent, render, screen } from '@testing-library/react'
import { expect, it, onTestFinished } from 'vitest'
import type { Unsaved } from '../library/records.ts'
import { DeskProviders } from '../testing/desk-providers.tsx'
import { createFakeLocks } from '../testing/fake-locks.ts'
import { createMemoryLibrary } from '../testing/memory-library.ts'
import { testWorkerApi } from '../testing/test-worker-api.ts'
import { isUnsavedInTabs, useHoldUnsaved, useUnsaved } from './use-unsaved.ts'

function Notice() {
  const { unsaved, tryAgain, hasFailedAgain } = useUnsaved()
  if (!unsaved) return 'All is saved'
  return <button onClick={tryAgain}>{hasFailedAgain ? 'Not saved: try again' : 'Try again'}</button>
}

it('forgets a try that failed once all has been saved by other means', async () => {
  let unsaved: Unsaved | undefined = { reason: 'unavailable', articles: [], hasChanges: true }
  const announce = new Set<() => void>()
  const device = createMemoryLibrary()
  const library = {
    ...device,
    unsaved: () => Promise.resolve(unsaved),
    saveUnsaved: () => Promise.reject(new Error('disk')),
    subscribe(listener: Parameters<typeof device.subscribe>[0]) {
      announce.add(() => listener({ unsaved: true }))
      return device.subscribe(listener)
    },
  }
  const becomes = (next: Unsaved | undefined) => {
    unsaved = next
    for (const tell of announce) tell()
  }
  render(
    <DeskProviders worker={testWorkerApi({ library })}>
      <Notice />
    </DeskProviders>,
  )
  fireEvent.click(await screen.findByRole('button', { name: 'Try again' }))
  expect(await screen.findByRole('button', { name: 'Not saved: try again' })).toBeVisible()
  const { ...again } = unsaved
  becomes(undefined)
  expect(await screen.findByText('All is saved')).toBeVisible()
  becomes(again)
  expect(await screen.findByRole('button', { name: 'Try again' })).toBeVisible()
})

it('tells what is unsaved in one library from what is in another whose name begins like it', async () => {
  const locks = createFakeLocks()
  Object.defineProperty(navigator, 'locks', { value: locks, configurable: true })
  onTestFinished(() => void Reflect.deleteProperty(navigator, 'locks'))
  const name = 'editor@example.org https://service.example'
  const Holder = () => {
    useHoldUnsaved(true)
    return null
  }
  render(
    <DeskProviders worker={testWorkerApi({ library: createMemoryLibrary({ name: `${name}/two` }) })}>
      <Holder />
    </DeskProviders>,
  )
  await expect.poll(async () => (await locks.query()).held).toHaveLength(1)
  expect(await isUnsavedInTabs(name)).toBe(false)
  expect(await isUnsavedInTabs(`${name}/two`)).toBe(true)
  expect(await isUnsavedInTabs()).toBe(true)
})
