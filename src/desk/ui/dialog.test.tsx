import { render, screen, waitFor } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { Dialog } from './dialog.tsx'

const form = (
  <form>
    <input aria-label="Name" />
  </form>
)

it('leaves the focus on the heading of the page if the button that opened it has gone', async () => {
  const page = (isButtonThere: boolean, isOpen: boolean) => (
    <>
      <h1>Jobs</h1>
      {isButtonThere ? <button>Rename</button> : null}
      {isOpen ? (
        <Dialog title="Names" onClose={() => {}}>
          {form}
        </Dialog>
      ) : null}
    </>
  )
  const { rerender } = render(page(true, false))
  screen.getByRole('button', { name: 'Rename' }).focus()
  rerender(page(true, true))
  await waitFor(() => expect(screen.getByLabelText('Name')).toHaveFocus())
  rerender(page(false, true))
  rerender(page(false, false))

  await waitFor(() => expect(screen.getByRole('heading', { name: 'Jobs' })).toHaveFocus())
})

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
