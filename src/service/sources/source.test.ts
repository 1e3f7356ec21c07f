import { expect, test } from 'vitest'
import type { Source } from './source.ts'
import { shareKnown, problemOf } from './source.ts'

const now = new Date('2026-03-01T12:00:00Z')
const daysAgo = (days: number): Date => new Date(now.getTime() - days * 86_400_000)

const source = (facts: Partial<Source> = {}): Source => ({
  id: 1,
  kind: 'feed',
  address: 'https://news.test/feed',
  title: 'News',
  category: 'News',
  addedAt: daysAgo(100),
  pausedAt: null,
  pausedBecause: '',
  movedFrom: null,
  movedAt: null,
  dueAt: now,
  succeededAt: now,
  renewedAt: daysAgo(1),
  importState: null,
  errors: 0,
  error: '',
  added: 3,
  known: 1,
  refused: 0,
  pending: 0,
  refusals: [],
  ...facts,
})

test.each<[string, Partial<Source>, string | undefined]>([
  ['that works', {}, undefined],
  ['that its owner paused', { pausedAt: now, errors: 3, error: 'x' }, undefined],
  ['that is gone', { pausedAt: now, pausedBecause: 'is gone (410)' }, 'is gone (410)'],
  ['that asks for a login', { errors: 1, error: 'asks for a login (401)' }, 'asks for a login (401)'],
  [
    'that moved lately',
    { movedFrom: 'https://former.test/feed', movedAt: daysAgo(2) },
    'moved here from https://former.test/feed',
  ],
  ['that moved long ago', { movedFrom: 'https://former.test/feed', movedAt: daysAgo(40) }, undefined],
  ['that fell silent', { renewedAt: daysAgo(40), added: 0, known: 0 }, 'no new article for 40 days'],
  ['that never said anything', { renewedAt: null, added: 0, known: 0 }, 'no new article for 100 days'],
  ['that was added just now', { renewedAt: null, addedAt: now, added: 0, known: 0 }, undefined],
  [
    'whose pages are no articles',
    { added: 0, known: 0, refused: 7 },
    'brought 7 pages in the last week, none of which is an article',
  ],
  ['of a folder', { kind: 'folder', renewedAt: null }, undefined],
  ['of a folder being imported', { kind: 'folder', importState: 'running' }, undefined],
  [
    'of a folder whose import was cut short',
    { kind: 'folder', importState: 'interrupted' },
    'was not imported to the end, since the service stopped; refresh it to read the rest',
  ],
])('of a source %s', (_, facts, expected) => {
  expect(problemOf(source(facts), now)).toBe(expected)
})

test('the share of known articles is that of the whole week', () => {
  expect(shareKnown(source({ added: 3, known: 1 }))).toBe(0.25)
  expect(shareKnown(source({ added: 0, known: 0 }))).toBeUndefined()
})
