import { render, screen } from '@testing-library/react'
import { MemoryRouter } from 'react-router-dom'
import { expect, it } from 'vitest'
import { useJobFilter } from './job-filters.tsx'

function Shown() {
  const [{ show, period }] = useJobFilter()
  return <p>{`${show} ${period}`}</p>
}

it.each([
  ['?show=archived&period=7', 'archived 7'],
  ['?show=gone&period=8', 'current any'],
  ['?show=toString&period=length', 'current any'],
])('the address %s shows the jobs that are %s', (address, shown) => {
  render(
    <MemoryRouter initialEntries={[address]}>
      <Shown />
    </MemoryRouter>,
  )
  expect(screen.getByText(shown)).toBeVisible()
})
