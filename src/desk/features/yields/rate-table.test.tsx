import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it } from 'vitest'
import { RateTable } from './rate-table.tsx'

const rates = Array.from({ length: 10 }, (_, index) => ({
  name: `Keyword ${index}`,
  decided: 10,
  kept: 5,
  low: 0.2,
  high: 0.8,
  reasons: [],
}))

it('shows all rates and then fewer again, by a button that keeps the focus', async () => {
  const user = userEvent.setup()
  render(<RateTable of="Keyword" rates={rates} />)
  expect(screen.getAllByRole('row')).toHaveLength(1 + 8)
  await user.click(screen.getByRole('button', { name: 'Show all 10' }))
  expect(screen.getAllByRole('row')).toHaveLength(1 + 10)
  const fewer = screen.getByRole('button', { name: 'Show fewer' })
  expect(fewer).toHaveFocus()
  await user.click(fewer)
  expect(screen.getAllByRole('row')).toHaveLength(1 + 8)
})

it.each([
  ['Keyword', 'Keywords'],
  ['Category', 'Categories'],
] as const)('is named by all it lists: %s', (of, name) => {
  render(<RateTable of={of} rates={rates} />)
  expect(screen.getByRole('table', { name })).toBeVisible()
})

it('shows the beginning of a category that the service states at length', () => {
  render(<RateTable of="Category" rates={[{ ...rates[0]!, name: 'Rivers, '.repeat(1_000) }]} />)
  expect(screen.getByRole('rowheader').textContent).toMatch(/^(Rivers, ){24}.{1,10}…$/)
})
