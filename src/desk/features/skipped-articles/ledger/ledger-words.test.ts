import { describe, expect, it } from 'vitest'
import { filtersOf, ledgerWords, reasonWords } from './ledger-words.ts'
import type { LedgerPage, LedgerRow } from '../../../library/skips/ledger-page.ts'

const row = (part: Partial<LedgerRow>): LedgerRow => ({
  id: 1,
  reasons: [],
  isReleased: false,
  jobs: [],
  ...part,
})

it.each<[Partial<LedgerRow>, string]>([
  [{ reasons: ['received'], jobs: ['4'] }, 'Received in job 4'],
  [{ reasons: ['received'], jobs: ['17-2', '4'] }, 'Received in job 17 and 1 more'],
  [
    { reasons: ['kept', 'exported', 'received'], jobs: ['9', '4', '2'] },
    'Kept, exported, received in job 9 and 2 more',
  ],
  [
    { reasons: ['duplicate', 'received'], duplicateOf: 118, jobs: ['4'] },
    'Duplicate of 118, received in job 4',
  ],
  [{ reasons: ['rejected', 'received'] }, 'Rejected, received in a job since removed'],
  [{ reasons: ['by-hand', 'imported'] }, 'Added by you, from a file'],
  [{}, 'No longer has a reason'],
])('%j is: %s', (part, words) => {
  expect(reasonWords(row(part))).toBe(words)
})

const page = (
  total: number,
  skippedCount: number,
  counts: Partial<LedgerPage['counts']> = {},
): LedgerPage => ({
  counts: {
    received: 0,
    kept: 0,
    rejected: 0,
    duplicate: 0,
    exported: 0,
    imported: 0,
    'by-hand': 0,
    released: 0,
    ...counts,
  },
  total,
  skippedCount,
  matchCount: total,
  rows: [],
})

describe('the ledger as a whole', () => {
  it.each([
    [1, 1, '1 id, each with the reason it is skipped.'],
    [
      1312,
      1309,
      '1,312 ids, each with the reason it is skipped. 3 of them are no longer skipped: a job may deliver them again.',
    ],
    [
      2,
      1,
      '2 ids, each with the reason it is skipped. 1 of them is no longer skipped: a job may deliver it again.',
    ],
  ])('of %i ids, %i of them skipped, reads %j', (total, skipped, words) => {
    expect(ledgerWords(page(total, skipped))).toBe(words)
  })

  it('offers the reasons that occur, and the selected one', () => {
    const shown = filtersOf(page(9, 9, { received: 9, kept: 2 }), 'imported')
    expect(shown.map(({ label, count }) => `${label} ${count}`)).toEqual([
      'All 9',
      'Received 9',
      'Kept 2',
      'From files 0',
    ])
  })
})
