import { expect, it } from 'vitest'
import { type Choice, chooseShown } from './choices.ts'

const choice = (group: Choice['group'], label: string, detail?: string): Choice => ({
  id: label,
  group,
  label,
  detail,
})

const jobs = Array.from({ length: 12 }, (_, index) => choice('Jobs', `Job ${12 - index}`, 'solar, Energy'))
const choices = [
  choice('This screen', 'Copy ids'),
  choice('Go to', 'New job'),
  choice('Go to', 'Jobs'),
  ...jobs,
  choice('Desk', 'Sign out'),
]
const article = choice('Articles', 'A job for two')

const shown = (query: string, recent: readonly string[] = [], found: readonly Choice[] = []) =>
  chooseShown(query, { choices, found, recent }).map(({ group, choices }) => [
    group,
    ...choices.map(({ label }) => label),
  ])

it('shows everything by group, with only the latest jobs', () => {
  expect(shown(' ')).toEqual([
    ['This screen', 'Copy ids'],
    ['Go to', 'New job', 'Jobs'],
    ['Jobs', 'Job 12', 'Job 11', 'Job 10', 'Job 9', 'Job 8'],
    ['Desk', 'Sign out'],
  ])
})

it('lists recently used choices first, once, and only those that still exist', () => {
  expect(shown('', ['Job 3', 'gone', 'Jobs'])).toEqual([
    ['Recently used', 'Job 3', 'Jobs'],
    ['This screen', 'Copy ids'],
    ['Go to', 'New job'],
    ['Jobs', 'Job 12', 'Job 11', 'Job 10', 'Job 9', 'Job 8'],
    ['Desk', 'Sign out'],
  ])
})

it.each([
  ['job 7', ['Jobs', 'Job 7']],
  ['sign', ['Desk', 'Sign out']],
  ['jobs', ['Go to', 'Jobs']],
])('puts the best group first for "%s"', (query, first) => {
  expect(shown(query)[0]).toEqual(first)
})

it('finds at most eight jobs by keywords and category', () => {
  expect(shown('ener sol')).toEqual([['Jobs', ...jobs.slice(0, 8).map(({ label }) => label)]])
})

it('puts recently used choices before equal matches', () => {
  expect(shown('job', ['Job 2'])[0]?.[1]).toBe('Job 2')
})

it('shows articles last, however late they arrive, and nothing if nothing matches', () => {
  expect(shown('new job', [], [article])).toEqual([
    ['Go to', 'New job'],
    ['Articles', 'A job for two'],
  ])
  expect(shown('xyz')).toEqual([])
})
