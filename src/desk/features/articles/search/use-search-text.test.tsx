import { fireEvent, render, screen, waitFor } from '@testing-library/react'
import { act } from 'react'
import { BrowserRouter, Link, Route, Routes } from 'react-router-dom'
import { beforeEach, describe, expect, it } from 'vitest'
import { WorkerProvider } from '../../../worker-client/worker-context.tsx'
import type { Card } from '../../../library/records.ts'
import { testWorkerApi } from '../../../testing/test-worker-api.ts'
import { ArticleCard } from '../list/article-card.tsx'
import { useSearchText } from './use-search.ts'

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

const field = () => screen.getByRole('textbox', { name: 'Search' })
const address = () => window.location.pathname + window.location.search

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

describe('the text of a search field', () => {
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
