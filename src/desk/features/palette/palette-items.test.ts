import { expect, it } from 'vitest'
import { type PaletteItem, itemsToShow } from './palette-items.ts'

const item = (group: PaletteItem['group'], label: string, detail?: string): PaletteItem => ({
  id: label,
  group,
  label,
  detail,
})

const jobs = Array.from({ length: 12 }, (_, index) => item('Jobs', `Job ${12 - index}`, 'solar, Energy'))
const items = [
  item('This screen', 'Copy ids'),
  item('Go to', 'New job'),
  item('Go to', 'Jobs'),
  ...jobs,
  item('Desk', 'Sign out'),
]
const article = item('Articles', 'A job for two')

const shown = (query: string, recent: readonly string[] = [], found: readonly PaletteItem[] = []) =>
  itemsToShow(query, { items, found, recent }).map(({ group, items }) => [
    group,
    ...items.map(({ label }) => label),
  ])

it('shows everything by group, with only the latest jobs', () => {
  expect(shown(' ')).toEqual([
    ['This screen', 'Copy ids'],
    ['Go to', 'New job', 'Jobs'],
    ['Jobs', 'Job 12', 'Job 11', 'Job 10', 'Job 9', 'Job 8'],
    ['Desk', 'Sign out'],
  ])
})

it('lists recently used items first, once, and only those that still exist', () => {
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

it('puts recently used items before equal matches', () => {
  expect(shown('job', ['Job 2'])[0]?.[1]).toBe('Job 2')
})

it('shows articles last, however late they arrive, and nothing if nothing matches', () => {
  expect(shown('new job', [], [article])).toEqual([
    ['Go to', 'New job'],
    ['Articles', 'A job for two'],
  ])
  expect(shown('xyz')).toEqual([])
})
