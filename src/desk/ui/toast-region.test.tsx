import { render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it, onTestFinished } from 'vitest'
import { ToastProvider, useToast } from './toast.tsx'

function Keep() {
  const toast = useToast()
  return <button onClick={() => toast({ id: 'step', message: 'Kept 1 article' })}>Keep</button>
}

it('announces a message again that has the words of the one before, since only what changes is read aloud', async () => {
  render(
    <ToastProvider>
      <Keep />
    </ToastProvider>,
  )
  const user = userEvent.setup()
  await user.click(screen.getByRole('button', { name: 'Keep' }))
  const region = await screen.findByRole('status', { name: 'Kept 1 article' })
  const added: (string | null)[] = []
  const observer = new MutationObserver((changes) =>
    added.push(...changes.flatMap(({ addedNodes }) => [...addedNodes].map((node) => node.textContent))),
  )
  onTestFinished(() => observer.disconnect())
  observer.observe(region, { subtree: true, childList: true, characterData: true })
  await user.click(screen.getByRole('button', { name: 'Keep' }))
  await waitFor(() => expect(added).toEqual(['Kept 1 article']))
  expect(screen.getByRole('status', { name: 'Kept 1 article' })).toBe(region)
})

it('shows a name that runs from right to left, or reverses text, without moving the words around it', async () => {
  function Create() {
    const toast = useToast()
    return <button onClick={() => toast({ message: 'Renamed “Sent” to “Sent \u202Edaily”' })}>Create</button>
  }
  render(
    <ToastProvider>
      <Create />
    </ToastProvider>,
  )
  await userEvent.setup().click(screen.getByRole('button', { name: 'Create' }))
  expect(await screen.findByText('Renamed “Sent” to “\u2068Sent \u202Edaily\u2069”')).toBeVisible()
})
