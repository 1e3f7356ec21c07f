import { fireEvent, render, screen, waitFor } from '@testing-library/react'
import { act } from 'react'
import { BrowserRouter, Link, type Navigator, Route, Router, Routes, type To } from 'react-router-dom'
import { beforeEach, describe, expect, it } from 'vitest'
import { WorkerProvider } from '../../../worker-client/worker-context.tsx'
import type { Card } from '../../../library/records.ts'
import { testWorkerApi } from '../../../testing/test-worker-api.ts'
import { ArticleCard } from '../list/article-card.tsx'
import { useSearchText } from './use-search-text.ts'

const card: Card = {
  id: 1,
  position: 0,
  title: 'Kitchens',
  excerpt: '',
  wordCount: 1,
  hitCount: 0,
}

/** Shows the results for "kit" while more has been typed. */
function LaggingList() {
  const { text, setText } = useSearchText()
  return (
    <>
      <input aria-label="Search" value={text} onChange={(event) => setText(event.target.value)} />
      <ArticleCard
        card={card}
        highlighting={{ keywords: [], query: 'kit' }}
        to={{ pathname: '/list/1', search: '?q=kit' }}
      />
      <Link to="/list?q=salt">a saved view</Link>
    </>
  )
}

/** @returns draws the page at an address, as a slow device does some time after it was written */
function renderSlowly(): (search: string) => void {
  const navigator = {
    createHref: () => '',
    go() {},
    push() {},
    replace: (to: To) => window.history.replaceState(null, '', typeof to === 'string' ? to : to.search),
  } satisfies Navigator
  const at = (search: string) => (
    <WorkerProvider worker={testWorkerApi()}>
      <Router location={`/list${search}`} navigator={navigator}>
        <LaggingList />
      </Router>
    </WorkerProvider>
  )
  const { rerender } = render(at(''))
  return (search) => rerender(at(search))
}

const field = () => screen.getByRole('textbox', { name: 'Search' })
const address = () => window.location.pathname + window.location.search

describe('the text of a search field', () => {
  beforeEach(() => {
    window.history.replaceState(null, '', '/list')
    render(
      <WorkerProvider worker={testWorkerApi()}>
        <BrowserRouter>
          <Routes>
            <Route path="/list/*" element={<LaggingList />} />
          </Routes>
        </BrowserRouter>
      </WorkerProvider>,
    )
    fireEvent.change(field(), { target: { value: 'kitchen' } })
  })

  it('keeps every letter if a card is opened before the list has caught up', async () => {
    fireEvent.click(screen.getByRole('link', { name: 'Kitchens' }))
    expect(address()).toBe('/list/1?q=kit')
    await waitFor(() => expect(address()).toBe('/list/1?q=kitchen'))
    expect(field()).toHaveValue('kitchen')
  })

  it('also keeps every letter if its beginning was already in the address', async () => {
    await waitFor(() => expect(address()).toBe('/list?q=kitchen'))
    fireEvent.click(screen.getByRole('link', { name: 'Kitchens' }))
    await waitFor(() => expect(address()).toBe('/list/1?q=kitchen'))
    expect(field()).toHaveValue('kitchen')
  })

  it('follows the address on any other link, and on the way back', async () => {
    fireEvent.click(screen.getByRole('link', { name: 'Kitchens' }))
    await waitFor(() => expect(address()).toBe('/list/1?q=kitchen'))
    fireEvent.click(screen.getByRole('link', { name: 'a saved view' }))
    expect(field()).toHaveValue('salt')
    act(() => window.history.back())
    await waitFor(() => expect(field()).toHaveValue('kitchen'))
  })
})

it('keeps every letter if the page is drawn for an address that was written before the latest', async () => {
  window.history.replaceState(null, '', '/list')
  const draw = renderSlowly()
  for (const typed of ['kit', 'kitchen']) {
    fireEvent.change(field(), { target: { value: typed } })
    await waitFor(() => expect(address()).toBe(`/list?q=${typed}`))
  }
  draw('?q=kit')
  expect(field()).toHaveValue('kitchen')
  draw('?q=kitchen')
  expect(field()).toHaveValue('kitchen')
  draw('?q=kit')
  expect(field()).toHaveValue('kit')
})
