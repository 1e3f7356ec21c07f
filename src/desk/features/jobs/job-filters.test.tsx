import { render, screen } from '@testing-library/react'
import { MemoryRouter } from 'react-router-dom'
import { expect, it } from 'vitest'
import type { JobRecord } from '../../library/records.ts'
import { filterJobs, useJobFilter } from './job-filters.tsx'

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

it.each([
  ['waiting', ['sending', 'watched']],
  ['stopped', ['unconfirmed', 'failed', 'not-found', 'stopped', 'resting']],
] as const)('the jobs shown as %s are those with such a state', (show, shown) => {
  const phases = ['sending', 'unconfirmed', 'watched', 'ready', 'failed', 'not-found', 'stopped', 'resting']
  const jobs = phases.map((phase) => ({ key: phase, phase, startedAt: 0, articleCount: 0 }) as JobRecord)
  const filtered = filterJobs(jobs, { query: '', show, period: 'any' }, { decided: undefined, now: 0 })
  expect(filtered.map(({ phase }) => phase)).toEqual(shown)
})
