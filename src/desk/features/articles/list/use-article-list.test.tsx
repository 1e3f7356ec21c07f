import { act, fireEvent, render, renderHook, screen, waitFor } from '@testing-library/react'
import { useState } from 'react'
import { BrowserRouter, Link, Route, Routes } from 'react-router-dom'
import { beforeEach, describe, expect, it } from 'vitest'
import type { Card } from '../../../library/records.ts'
import { ToastProvider } from '../../../ui/toast.tsx'
import type { ArticleSource } from '../../../worker-client/article-source.ts'
import { fullOrdering } from './ordering.ts'
import { createRowOffsets } from './row-offsets.ts'
import { useArticleList } from './use-article-list.ts'
import { overscan, useVisibleRows } from './visible-rows.ts'

/** Each resolves one requested card, by position. */
let loads: (() => void)[]
let failures: (() => void)[]

const slowSource: ArticleSource = {
  peek: () => undefined,
  watch: () => () => {},
  card: (position) =>
    new Promise((resolve, reject) => {
      loads[position] = () => resolve({ id: position } as Card)
      failures[position] = () => reject(new Error('not readable'))
    }),
  prefetch: () => {},
  passages: () => Promise.resolve([]),
  ids: () => Promise.resolve({ ids: [], unsafe: 0 }),
  articlePath: (id) => `/list/articles/${id}`,
  listPath: '/list',
}
const ordering = fullOrdering(9)

function ListScreen({ reading }: { reading: number | undefined }) {
  const list = useArticleList({
    source: slowSource,
    ordering,
    total: 9,
    search: '?q=bread',
    reading: { open: reading !== undefined, position: reading },
  })
  return (
    <>
      {[5, 6].map((position) => (
        <button key={position} onClick={() => void list.open(position)}>{`open ${position}`}</button>
      ))}
      <button onClick={() => list.step(1)}>next</button>
      <button onClick={({ currentTarget }) => (currentTarget.value = String(list.here()))}>here</button>
      <button onClick={() => list.close()}>close</button>
      <Link to="/list">list</Link>
      <Link to="/other">other</Link>
    </>
  )
}

/** The reader shows an article later than the address changes. */
function ReadingScreen() {
  const [reading, setReading] = useState(4)
  return (
    <>
      <ListScreen reading={reading} />
      <button onClick={() => setReading(5)}>show 5</button>
      <button onClick={() => setReading(6)}>show 6</button>
    </>
  )
}

const here = () => {
  click('here')
  return screen.getByText<HTMLButtonElement>('here').value
}
const click = (name: string) => fireEvent.click(screen.getByText(name))
const load = (position: number) => act(async () => loads[position]?.())
const address = () => window.location.pathname + window.location.search

beforeEach(() => {
  loads = []
  failures = []
})

function open(at: string): void {
  window.history.replaceState(null, '', at)
  render(
    <ToastProvider>
      <BrowserRouter>
        <Routes>
          <Route path="/list" element={<ListScreen reading={undefined} />} />
          <Route path="/list/articles/:id" element={<ReadingScreen />} />
          <Route path="/other" element={<Link to="/list?q=bread">found</Link>} />
        </Routes>
      </BrowserRouter>
    </ToastProvider>,
  )
}

describe('an article that is slow to read from the device', () => {
  it('is opened, and the filters of the list are kept', async () => {
    open('/list')
    click('open 5')
    await load(5)
    expect(address()).toBe('/list/articles/5?q=bread')
  })

  it('is not opened if another was requested since, whichever comes first', async () => {
    open('/list/articles/4')
    click('open 5')
    click('open 6')
    await load(6)
    await load(5)
    expect(address()).toBe('/list/articles/6?q=bread')
  })

  it.each([
    ['has gone on to another screen', 'other', '/other'],
    ['has gone back to the list', 'list', '/list'],
  ])('does not pull back an editor who %s', async (_case, link, path) => {
    open('/list/articles/4')
    click('open 5')
    click(link)
    await load(5)
    expect(address()).toBe(path)
  })

  it('is not opened after returning to the list, and the open article closes', async () => {
    open('/list/articles/4')
    click('open 5')
    click('close')
    await load(5)
    expect(address()).toBe('/list')
    click('open 6')
    click('close')
    await load(6)
    expect(address()).toBe('/list')
  })
})

it('is passed by “back” and “forward” once it is closed: they would show the same list twice', async () => {
  open('/other')
  const place = () => (window.history.state as { idx: number }).idx
  click('found')
  click('open 5')
  await load(5)
  click('close')
  expect(address()).toBe('/list?q=bread')
  click('other')
  await expect.poll(place).toBe(3)
  window.history.back()
  await expect.poll(place).toBe(2)
  expect(address()).toBe('/list?q=bread')
  window.history.back()
  await expect.poll(place).toBe(0)
  window.history.forward()
  await expect.poll(place).toBe(1)
  window.history.forward()
  await expect.poll(place).toBe(3)
})

it('receives keys meant for the article requested last, while earlier ones are still being shown', async () => {
  open('/list/articles/4')
  click('next')
  expect(here()).toBe('5')
  await load(5)
  expect(here()).toBe('5')
  click('next')
  click('show 5')
  expect(here()).toBe('6')
  await load(6)
  click('show 6')
  click('next')
  expect(here()).toBe('7')
})

it('says that an article cannot be read, and leaves keys to the one on screen', async () => {
  open('/list/articles/4')
  click('next')
  await act(async () => failures[5]?.())
  expect(here()).toBe('4')
  expect(await screen.findByText('Not opened: the article could not be read. Try again.')).toBeVisible()
})

it('draws the rows in view first, and those beyond it once they have been painted', async () => {
  const offsets = createRowOffsets(1_000, 100)
  const { result } = renderHook(() => useVisibleRows(1_000, offsets, 0, 0))
  const inView = Math.ceil(window.innerHeight / 100)
  expect(result.current).toEqual([0, inView + 1])
  await waitFor(() => expect(result.current).toEqual([0, inView + overscan]))
})
