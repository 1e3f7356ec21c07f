import { act, render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it } from 'vitest'
import { DeskProviders } from '../../testing/desk-providers.tsx'
import { createMemoryLibrary } from '../../testing/memory-library.ts'
import { testWorkerApi } from '../../testing/test-worker-api.ts'
import { VersionsDialog } from './versions-dialog.tsx'

const choose = (select: HTMLElement, place: number) =>
  userEvent.setup().selectOptions(select, within(select).getAllByRole('option')[place]!)

it('keeps the focus on the choice of a version while its text is compared', async () => {
  const device = createMemoryLibrary()
  let compared = 0
  let finish = () => {}
  const library: typeof device = {
    ...device,
    async compareTexts(...texts) {
      compared += 1
      if (compared === 2) await new Promise<void>((resolve) => (finish = resolve))
      return device.compareTexts(...texts)
    },
  }
  const worker = testWorkerApi({ library })
  for (const text of ['Roofs.\n\nBy Ann Author', 'Roofs.', 'Roofs.\n\nThe end.'])
    await worker.collect([{ id: 1, title: 'Roofs', text }])
  render(
    <DeskProviders worker={worker}>
      <VersionsDialog id={1} onClose={() => {}} />
    </DeskProviders>,
  )
  const first = await screen.findByRole('combobox', { name: 'First text' })
  await choose(first, 2)
  await waitFor(() => expect(compared).toBe(2))
  expect(screen.getByRole('combobox', { name: 'First text' })).toHaveFocus()
  finish()
  expect(await screen.findByText('By Ann Author')).toHaveProperty('tagName', 'DEL')
  expect(screen.getByRole('combobox', { name: 'First text' })).toHaveFocus()
})

it('keeps comparing what was chosen when a version comes in, and the newest ones when one has gone', async () => {
  const worker = testWorkerApi()
  const collect = (text: string) => worker.collect([{ id: 1, title: 'Roofs', text }])
  const oldest = await collect('One roof.')
  await collect('Two roofs.')
  await collect('Three roofs.')
  render(
    <DeskProviders worker={worker}>
      <VersionsDialog id={1} onClose={() => {}} />
    </DeskProviders>,
  )
  const cells = () => screen.getAllByRole('cell').map(({ textContent }) => textContent)
  const compared = () => cells().filter(Boolean).join(' ')
  const first = await screen.findByRole('combobox', { name: 'First text' })
  expect(compared()).toBe('Two roofs. Three roofs.')
  await choose(first, 2)
  await waitFor(() => expect(compared()).toBe('One roof. Three roofs.'))
  await act(() => collect('Four roofs.'))
  expect(await screen.findByRole('heading', { name: '4 versions' })).toBeVisible()
  expect(compared()).toBe('One roof. Three roofs.')
  await act(() => worker.library.removeJob(oldest, Date.now()))
  await waitFor(() => expect(compared()).toBe('Three roofs. Four roofs.'))
  await choose(first, 2)
  await waitFor(() => expect(compared()).toBe('Two roofs. Four roofs.'))
})
