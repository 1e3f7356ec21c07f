import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { expect, it } from 'vitest'
import { EmptyState } from './empty-state.tsx'

function Found() {
  const [filters, setFilters] = useState(true)
  const [query, setQuery] = useState(true)
  return (
    <main>
      <h1>Library</h1>
      {query ? (
        <EmptyState
          title="Nothing found"
          actions={
            <>
              {filters ? <button onClick={() => setFilters(false)}>Clear filters</button> : null}
              <button onClick={() => setQuery(false)}>Show all</button>
            </>
          }
        />
      ) : null}
    </main>
  )
}

it('has a heading, so that it is found by those who go from heading to heading', () => {
  render(<Found />)
  expect(screen.getByRole('heading', { level: 2, name: 'Nothing found' })).toBeVisible()
})

it('passes the focus of a button that goes away on to the next, and in the end to the heading', async () => {
  const user = userEvent.setup()
  render(<Found />)
  await user.click(screen.getByRole('button', { name: 'Clear filters' }))
  expect(screen.getByRole('button', { name: 'Show all' })).toHaveFocus()
  await user.click(screen.getByRole('button', { name: 'Show all' }))
  expect(screen.getByRole('heading', { name: 'Library' })).toHaveFocus()
})
