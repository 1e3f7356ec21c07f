import { render, screen } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { Dialog } from './dialog.tsx'

const form = (
  <form>
    <input aria-label="Name" />
  </form>
)

it.each([
  ['the first field of its form', form, 'Name'],
  ['its first control', 'Nothing to type', 'Close'],
])('has the focus before the next frame, on %s', async (_, content, name) => {
  const frames = vi.spyOn(window, 'requestAnimationFrame').mockReturnValue(0)
  render(
    <>
      <a href="#article">Article</a>
      <Dialog title="Names" onClose={() => {}}>
        {content}
      </Dialog>
    </>,
  )
  await Promise.resolve()
  expect(screen.getByLabelText(name)).toHaveFocus()
  frames.mockRestore()
})
