import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { MemoryRouter } from 'react-router-dom'
import { expect, it, onTestFinished, vi } from 'vitest'
import { Menu } from './menu.tsx'
import { ToastProvider } from './toast.tsx'

it('closes a menu that throws, says so, and leaves the rest of the page', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
  onTestFinished(() => void vi.restoreAllMocks())
  let isBroken = true
  function Icon() {
    if (isBroken) throw new Error('no icon')
    return null
  }
  render(
    <MemoryRouter>
      <ToastProvider>
        <header>
          <Menu label="Account" trigger="Account" items={[{ label: 'Sign out', icon: <Icon /> }]} />
        </header>
      </ToastProvider>
    </MemoryRouter>,
  )
  const user = userEvent.setup()
  await user.click(screen.getByRole('button', { name: 'Account' }))
  expect(await screen.findByText(/^Something went wrong here/)).toBeVisible()
  isBroken = false
  await user.click(screen.getByRole('button', { name: 'Account' }))
  expect(await screen.findByRole('menuitem', { name: 'Sign out' })).toBeVisible()
})
