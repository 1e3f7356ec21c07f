import { act, fireEvent, render, screen, within } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { WorkerProvider } from '../../worker-client/worker-context.tsx'
import { testWorkerApi } from '../../testing/test-worker-api.ts'
import { NoteField } from './note-field.tsx'

let worker: ReturnType<typeof testWorkerApi>

beforeEach(async () => {
  worker = testWorkerApi()
  render(
    <WorkerProvider worker={worker}>
      <NoteField id={1} />
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

describe('a note that is being typed', () => {
  it('is saved on a reload while there is still somebody to write it: before the page goes', async () => {
    type('Call')
    window.dispatchEvent(new Event('beforeunload'))
    await pass(0)
    expect(await noteOf(1)).toBe('Call')
  })

  it('is kept for the next page where only its end announces that a page is left, as on phones', async () => {
    const annotate = () => new Promise<never>(() => {})
    const ending = { ...worker, library: { ...worker.library, annotate } }
    const page = (field?: ReactNode) => <WorkerProvider worker={ending}>{field}</WorkerProvider>
    const { container, rerender } = render(page())
    rerender(page(<NoteField id={2} />))
    await pass(0)
    fireEvent.change(within(container).getByRole('textbox'), { target: { value: 'Last words' } })
    window.dispatchEvent(new PageTransitionEvent('pagehide'))
    expect(Object.values(localStorage)).toEqual([expect.stringContaining('"note":"Last words"')])
    localStorage.clear()
  })

  it('is saved also where the hand never rests, and said to be once it does', async () => {
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
})
