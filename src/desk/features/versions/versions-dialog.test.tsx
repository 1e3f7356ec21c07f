import { render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it } from 'vitest'
import { DeskProviders } from '../../testing/desk-providers.tsx'
import { createMemoryLibrary } from '../../testing/memory-library.ts'
import { testWorkerApi } from '../../testing/test-worker-api.ts'
import { VersionsDialog } from './versions-dialog.tsx'

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
  await userEvent.setup().selectOptions(first, within(first).getAllByRole('option')[2]!)
  await waitFor(() => expect(compared).toBe(2))
  expect(screen.getByRole('combobox', { name: 'First text' })).toHaveFocus()
  finish()
  expect(await screen.findByText('By Ann Author')).toHaveProperty('tagName', 'DEL')
  expect(screen.getByRole('combobox', { name: 'First text' })).toHaveFocus()
})
