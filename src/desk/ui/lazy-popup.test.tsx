import { act, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { useState, type ComponentType } from 'react'
import { BrowserRouter } from 'react-router-dom'
import { expect, it, onTestFinished, vi } from 'vitest'
import { lazyPopup } from './lazy-popup.tsx'
import { ToastProvider } from './toast.tsx'
import { useShortcut } from './use-shortcut.ts'

type Names = ComponentType<{ onClose: () => void }>

/** As dialogs do, it takes the focus at once. */
const Names: Names = ({ onClose }) => (
  <form
    role="dialog"
    aria-label="Names"
    onSubmit={(event) => {
      event.preventDefault()
      onClose()
    }}
  >
    <input ref={(field) => field?.focus()} aria-label="Name" />
  </form>
)

/** A screen that opens a dialog, rejects on a letter and is left with Escape. */
function open(load: () => Promise<Names>) {
  const Popup = lazyPopup(load)
  function Screen() {
    const [isOpen, setOpen] = useState(false)
    const [done, setDone] = useState('')
    useShortcut('reject', () => setDone((done) => `${done} rejected`))
    useShortcut('back', () => setDone((done) => `${done} left`))
    return (
      <>
        <output>{done}</output>
        <button type="button" onClick={() => setOpen(true)}>
          Open
        </button>
        {isOpen ? <Popup onClose={() => setOpen(false)} /> : null}
      </>
    )
  }
  render(
    <BrowserRouter>
      <ToastProvider>
        <Screen />
      </ToastProvider>
    </BrowserRouter>,
  )
  fireEvent.click(screen.getByRole('button'))
  return Popup
}

const press = (...keys: string[]) => {
  for (const key of keys) fireEvent.keyDown(document.body, { key })
}

it('keeps keys meant for a dialog from the page below until it opens or Escape cancels it', () => {
  open(() => new Promise(() => {}))
  press('d', 'Escape')
  expect(document.querySelector('output')).toHaveTextContent('')
  press('d', 'Escape')
  expect(document.querySelector('output')).toHaveTextContent('rejected left')
})

it('passes on to a dialog what was typed before it was there', async () => {
  let arrive = (): void => {}
  const code = new Promise<Names>((resolve) => (arrive = () => resolve(Names)))
  open(() => code)
  press('b', 'a', 'x', 'Backspace', 'd')
  arrive()
  await waitFor(() => expect(screen.getByLabelText('Name')).toHaveValue('bad'))
  expect(document.querySelector('output')).toHaveTextContent('')
})

it('is submitted by Enter pressed before it was there, and the next keys are for the page again', async () => {
  let arrive = (): void => {}
  const code = new Promise<Names>((resolve) => (arrive = () => resolve(Names)))
  open(() => code)
  press('a', 'Enter', 'd')
  arrive()
  await waitFor(() => expect(document.querySelector('output')).toHaveTextContent(/^rejected$/))
  expect(screen.queryByRole('dialog')).toBeNull()
})

it('keeps keys from the page for a second after the last one if a dialog cannot be loaded', async () => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  open(() => Promise.reject(new TypeError('offline')))
  const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))
  await pass(900)
  press('b')
  await pass(900)
  press('d')
  expect(document.querySelector('output')).toHaveTextContent('')
  await pass(1_000)
  press('d')
  expect(document.querySelector('output')).toHaveTextContent('rejected')
})

it('says that a dialog cannot be loaded, and fetches it at the next opening', async () => {
  let isOnline = false
  open(() => (isOnline ? Promise.resolve(Names) : Promise.reject(new TypeError('offline'))))
  expect(await screen.findByText(/^This could not be loaded/)).toBeVisible()
  isOnline = true
  fireEvent.click(screen.getByRole('button', { name: 'Open' }))
  expect(await screen.findByRole('dialog')).toBeVisible()
})

it('closes a dialog that throws, says so, and leaves the rest of the screen', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
  onTestFinished(() => void vi.restoreAllMocks())
  let isBroken = true
  open(() =>
    Promise.resolve((props) => {
      if (isBroken) throw new Error('not drawn')
      return <Names {...props} />
    }),
  )
  expect(await screen.findByText(/^Something went wrong here/)).toBeVisible()
  isBroken = false
  fireEvent.click(screen.getByRole('button', { name: 'Open' }))
  expect(await screen.findByRole('dialog')).toBeVisible()
})

it('is drawn at once if its code is there', async () => {
  const Popup = lazyPopup(() => Promise.resolve(Names))
  await Popup.prefetch()
  render(
    <ToastProvider>
      <Popup onClose={() => {}} />
    </ToastProvider>,
  )
  expect(screen.getByRole('dialog')).toBeVisible()
})

it('closed while it saves, leaves alone the one that is open once it has saved', async () => {
  let finishSaving = (): void => {}
  open(() =>
    Promise.resolve(({ onClose }) => (
      <div role="dialog">
        <button type="button" onClick={() => (finishSaving = onClose)}>
          Save
        </button>
        <button type="button" onClick={onClose}>
          Cancel
        </button>
      </div>
    )),
  )
  fireEvent.click(await screen.findByRole('button', { name: 'Save' }))
  fireEvent.click(screen.getByRole('button', { name: 'Cancel' }))
  expect(screen.queryByRole('dialog')).toBeNull()
  fireEvent.click(screen.getByRole('button', { name: 'Open' }))
  expect(await screen.findByRole('dialog')).toBeVisible()
  act(finishSaving)
  expect(screen.getByRole('dialog')).toBeVisible()
})
