import { render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { BrowserRouter, Link, Route, Routes } from 'react-router-dom'
import { expect, it } from 'vitest'
import { Dialog } from './dialog.tsx'
import { Page } from './page.tsx'

function Desk({ shown, title = 'Jobs' }: { shown: boolean; title?: string }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <BrowserRouter>
      <Link to="/jobs">Jobs</Link>
      <button type="button" onClick={() => setOpen(true)}>
        Commands
      </button>
      <main>
        <Routes>
          <Route path="/" element={<Page key="new" title="New job" />} />
          <Route path="/jobs" element={shown ? <Page title={title} /> : 'Being fetched'} />
        </Routes>
      </main>
      {isOpen ? (
        <Dialog onClose={() => setOpen(false)} title="All commands">
          <input aria-label="Command" />
        </Dialog>
      ) : null}
    </BrowserRouter>
  )
}

it('focuses the heading of a screen, but not if a dialog was opened meanwhile', async () => {
  window.history.replaceState(null, '', '/')
  const user = userEvent.setup()
  const { rerender } = render(<Desk shown={false} />)
  await user.click(screen.getByRole('link', { name: 'Jobs' }))
  await user.click(screen.getByRole('button', { name: 'Commands' }))
  await user.click(await screen.findByLabelText('Command'))
  rerender(<Desk shown />)
  expect(document.querySelector('h1')).toHaveTextContent('Jobs')
  expect(screen.getByLabelText('Command')).toHaveFocus()
  await user.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  rerender(<Desk shown={false} />)
  await user.click(screen.getByRole('link', { name: 'Jobs' }))
  rerender(<Desk shown />)
  expect(screen.getByRole('heading', { name: 'Jobs' })).toHaveFocus()
})

it.each([
  ['opened', null],
  ['reloaded after others', { key: 'later', idx: 3 }],
])('leaves the focus alone on the first screen of a document that is %s', (_, state) => {
  window.history.replaceState(state, '', '/jobs')
  render(<Desk shown />)
  expect(screen.getByRole('heading', { name: 'Jobs' })).toBeVisible()
  expect(document.body).toHaveFocus()
})

it('focuses the heading of the first screen when the editor goes back to it', async () => {
  window.history.replaceState(null, '', '/')
  render(<Desk shown />)
  await userEvent.setup().click(screen.getByRole('link', { name: 'Jobs' }))
  expect(screen.getByRole('heading', { name: 'Jobs' })).toHaveFocus()
  window.history.back()
  const heading = await screen.findByRole('heading', { name: 'New job' })
  await waitFor(() => expect(heading).toHaveFocus())
})

it('focuses the heading of a screen that is opened while the tab says that a job has ended', async () => {
  window.history.replaceState(null, '', '/')
  render(<Desk shown />)
  // As the watch does while the tab is hidden, with a notification that leads to the job.
  document.title = 'Job 5: Ready: 3 articles'
  await userEvent.setup().click(screen.getByRole('link', { name: 'Jobs' }))
  expect(screen.getByRole('heading', { name: 'Jobs' })).toHaveFocus()
})

it('leaves the focus where it is when the title changes', async () => {
  window.history.replaceState(null, '', '/')
  const { rerender } = render(<Desk shown />)
  await userEvent.setup().click(screen.getByRole('link', { name: 'Jobs' }))
  expect(screen.getByRole('heading', { name: 'Jobs' })).toHaveFocus()
  screen.getByRole('link', { name: 'Jobs' }).focus()
  rerender(<Desk shown title="Rivers" />)
  expect(screen.getByRole('heading', { name: 'Rivers' })).toBeVisible()
  expect(document.title).toBe('Rivers - Article Desk')
  expect(screen.getByRole('link', { name: 'Jobs' })).toHaveFocus()
})
