import { render, screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { NothingShown } from './nothing-shown.tsx'

it.each([
  ['undecided', 'is undecided'],
  ['keep', 'is kept'],
  ['maybe', 'is a maybe'],
  ['reject', 'is rejected'],
] as const)('says which decision no article has: %s', (choice, words) => {
  render(<NothingShown total={12} query="" choice={choice} label="" index={undefined} onShowAll={() => {}} />)
  expect(screen.getByText(`None of the 12 articles of this job ${words}.`)).toBeVisible()
})
