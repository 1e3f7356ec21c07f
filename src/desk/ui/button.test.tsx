import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it, vi } from 'vitest'
import { Button } from './button.tsx'

it.each([
  ['an action of its own is running', { busy: true }],
  ['there is nothing to do', { 'aria-disabled': true }],
])('takes the focus but does nothing while %s', async (_, state) => {
  const onClick = vi.fn<() => void>()
  const onSubmit = vi.fn<() => void>()
  const user = userEvent.setup()
  render(
    <form onSubmit={onSubmit}>
      <Button type="submit" onClick={onClick} {...state}>
        Save
      </Button>
    </form>,
  )
  const button = screen.getByRole('button', { name: 'Save' })
  await user.click(button)
  await user.keyboard('{Enter}')
  expect(button).toHaveFocus()
  expect(button).toHaveAttribute('aria-disabled', 'true')
  expect(onClick).not.toHaveBeenCalled()
  expect(onSubmit).not.toHaveBeenCalled()
})
