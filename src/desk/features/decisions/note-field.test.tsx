import { act, fireEvent, render, screen, within } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { WorkerProvider } from '../../worker-client/worker-context.tsx'
import { testWorkerApi, type TestWorkerApi } from '../../testing/test-worker-api.ts'
import { ToastProvider } from '../../ui/toast.tsx'
import { NoteField } from './note-field.tsx'
import { askForNote } from './note-request.ts'
import { createGate } from '../../../testing/create-gate.ts'

let worker: TestWorkerApi

beforeEach(async () => {
  worker = testWorkerApi()
  render(
    <WorkerProvider worker={worker}>
      <ToastProvider>
        <NoteField id={1} />
      </ToastProvider>
    </WorkerProvider>,
  )
  await vi.waitUntil(() => field().matches(':enabled'), 15_000)
  vi.useFakeTimers()
})

afterEach(() => void vi.useRealTimers())

const field = () => screen.getByRole('textbox', { name: 'Note' })
const type = (note: string) => fireEvent.change(field(), { target: { value: note } })
const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))
const noteOf = async (id: number) => (await worker.library.annotations([id]))[0]?.[1]?.note

/** Renders the note on article 2 with a library that writes in this way. */
async function renderOver(annotate: typeof worker.library.annotate) {
  const other = { ...worker, library: { ...worker.library, annotate } }
  const page = (field?: ReactNode) => (
    <WorkerProvider worker={other}>
      <ToastProvider>{field}</ToastProvider>
    </WorkerProvider>
  )
  const { container, rerender } = render(page())
  rerender(page(<NoteField id={2} />))
  await pass(0)
  return { container, leave: () => rerender(page()) }
}

describe('a note field', () => {
  it('saves before a reload, while the page can still write', async () => {
    type('Call')
    window.dispatchEvent(new Event('beforeunload'))
    await pass(0)
    expect(await noteOf(1)).toBe('Call')
  })

  it('keeps the note for the next page if only pagehide says that the page is left, as on phones', async () => {
    const { container } = await renderOver(() => new Promise<never>(() => {}))
    fireEvent.change(within(container).getByRole('textbox'), { target: { value: 'Last words' } })
    window.dispatchEvent(new PageTransitionEvent('pagehide'))
    expect(Object.values(localStorage)).toEqual([expect.stringContaining('"note":"Last words"')])
    localStorage.clear()
  })

  it('keeps what is typed after leaving and re-entering it, during a save', async () => {
    const [writes, write] = createGate()
    const annotate: typeof worker.library.annotate = async (...given) => {
      await writes
      return worker.library.annotate(...given)
    }
    const slow = within((await renderOver(annotate)).container).getByRole('textbox')
    fireEvent.change(slow, { target: { value: 'abc' } })
    fireEvent.blur(slow)
    fireEvent.change(slow, { target: { value: 'abcd' } })
    write()
    await pass(0)
    expect(await noteOf(2)).toBe('abc')
    expect(slow).toHaveValue('abcd')
    await pass(600)
    expect(await noteOf(2)).toBe('abcd')
  })

  it('keeps the note for the next page if the worker could not save it', async () => {
    const annotate = vi.fn<typeof worker.library.annotate>(() => Promise.reject(new Error('no worker')))
    const { container } = await renderOver(annotate)
    fireEvent.change(within(container).getByRole('textbox'), { target: { value: 'Call' } })
    await pass(600)
    expect(within(container).getByText('Not saved: reload the page')).toBeVisible()
    window.dispatchEvent(new PageTransitionEvent('pagehide'))
    expect(Object.values(localStorage)).toEqual([expect.stringContaining('"note":"Call"')])
    expect(annotate.mock.lastCall?.[1]).toEqual({ kind: 'note' })
    localStorage.clear()
  })

  it('says that a note was not saved if the article was left by then', async () => {
    const { container, leave } = await renderOver(() => Promise.reject(new Error('no worker')))
    fireEvent.change(within(container).getByRole('textbox'), { target: { value: 'Call' } })
    leave()
    vi.useRealTimers()
    expect(await screen.findByText(/^A note was not saved/)).toBeVisible()
    const clipboard = { writeText: vi.fn<Clipboard['writeText']>(() => Promise.reject(new Error('refused'))) }
    const former = Object.getOwnPropertyDescriptor(navigator, 'clipboard')
    Object.defineProperty(navigator, 'clipboard', { value: clipboard, configurable: true })
    onTestFinished(() => {
      if (former) Object.defineProperty(navigator, 'clipboard', former)
      else Reflect.deleteProperty(navigator, 'clipboard')
    })
    fireEvent.click(screen.getByRole('button', { name: 'Copy note' }))
    expect(await screen.findByText('Not copied: the browser does not allow it here.')).toBeVisible()
    clipboard.writeText.mockResolvedValue()
    fireEvent.click(screen.getByRole('button', { name: 'Copy note' }))
    expect(await screen.findByText('Copied the note')).toBeVisible()
    expect(clipboard.writeText).toHaveBeenCalledWith('Call')
  })

  it('does not replace the note with an earlier part that could not be saved', async () => {
    const refuse: (() => void)[] = []
    const annotate: typeof worker.library.annotate = (...given) =>
      refuse.length > 0
        ? worker.library.annotate(...given)
        : new Promise((_, reject) => refuse.push(() => reject(new Error('no worker'))))
    const field = within((await renderOver(annotate)).container).getByRole('textbox')
    fireEvent.change(field, { target: { value: 'Call' } })
    await pass(600)
    fireEvent.change(field, { target: { value: 'Call Ann' } })
    await pass(600)
    refuse[0]?.()
    await pass(0)
    fireEvent.blur(field)
    await pass(0)
    expect(await noteOf(2)).toBe('Call Ann')
  })

  it('saves while the editor types without a pause, and says so after one', async () => {
    for (const note of ['A', 'A l', 'A lo', 'A lon', 'A long']) {
      type(note)
      await pass(200)
    }
    expect(await noteOf(1)).toBe('A lo')
    expect(screen.queryByText('Saved')).toBeNull()
    await pass(600)
    expect(await noteOf(1)).toBe('A long')
    expect(screen.getByText('Saved')).toBeVisible()
  })

  it('lets an undo bring back what another tab has written in between', async () => {
    type('From here')
    await pass(600)
    await worker.library.annotate([{ ids: [1], set: { note: 'From another tab' } }], { kind: 'note' })
    type('From here, and more')
    await pass(600)
    type('From here, and even more')
    await pass(600)
    expect(await noteOf(1)).toBe('From here, and even more')
    await worker.library.undo()
    expect(await noteOf(1)).toBe('From another tab')
  })
})

describe('keys for a note whose field is still on its way', () => {
  const isForPage = () => fireEvent.keyDown(document.body, { key: 'v' })

  it('are for the page again a second after the last one if it never comes', async () => {
    askForNote(7)
    await pass(900)
    expect(isForPage()).toBe(false)
    await pass(900)
    expect(isForPage()).toBe(false)
    await pass(1_000)
    expect(isForPage()).toBe(true)
  })

  it('reach the note that was asked for last', async () => {
    askForNote(7)
    askForNote(2)
    fireEvent.keyDown(document.body, { key: 'a' })
    await renderOver(() => Promise.reject(new Error('disk')))
    await pass(0)
    expect(within(document.body).getAllByRole('textbox', { name: 'Note' }).at(-1)).toHaveValue('a')
    expect(isForPage()).toBe(true)
  })
})
