import { act, fireEvent, render, screen } from '@testing-library/react'
import { BrowserRouter, Link, Route, Routes } from 'react-router-dom'
import { beforeEach, describe, expect, it } from 'vitest'
import type { Card } from '../../../library/records.ts'
import type { ArticleSource } from '../article-source.ts'
import { fullOrdering } from './ordering.ts'
import { useArticleList } from './use-article-list.ts'

/** Each resolves one requested card, by position. */
let answers: (() => void)[]

const slowSource: ArticleSource = {
  peek: () => undefined,
  watch: () => () => {},
  card: (position) => new Promise((resolve) => (answers[position] = () => resolve({ id: position } as Card))),
  prefetch: () => {},
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
      <button onClick={() => list.close()}>close</button>
      <Link to="/list">list</Link>
      <Link to="/other">other</Link>
    </>
  )
}

const click = (name: string) => fireEvent.click(screen.getByText(name))
const answer = (position: number) => act(async () => answers[position]?.())
const address = () => window.location.pathname + window.location.search

beforeEach(() => {
  answers = []
})

function open(at: string): void {
  window.history.replaceState(null, '', at)
  render(
    <BrowserRouter>
      <Routes>
        <Route path="/list" element={<ListScreen reading={undefined} />} />
        <Route path="/list/articles/:id" element={<ListScreen reading={4} />} />
        <Route path="/other" element={null} />
      </Routes>
    </BrowserRouter>,
  )
}

describe('an article that is read from the device at length', () => {
  it('is opened, with what narrows the list', async () => {
    open('/list')
    click('open 5')
    await answer(5)
    expect(address()).toBe('/list/articles/5?q=bread')
  })

  it('is not opened once another was asked for, whichever comes first', async () => {
    open('/list/articles/4')
    click('open 5')
    click('open 6')
    await answer(6)
    await answer(5)
    expect(address()).toBe('/list/articles/6?q=bread')
  })

  it.each([
    ['has gone on to another screen', 'other', '/other'],
    ['has gone back to the list', 'list', '/list'],
  ])('does not call back an editor who %s', async (_case, link, path) => {
    open('/list/articles/4')
    click('open 5')
    click(link)
    await answer(5)
    expect(address()).toBe(path)
  })

  it('is not opened any more once the list was asked for, and what is open goes', async () => {
    open('/list/articles/4')
    click('open 5')
    click('close')
    await answer(5)
    expect(address()).toBe('/list')
    click('open 6')
    click('close')
    await answer(6)
    expect(address()).toBe('/list')
  })
})
