import { describe, expect, it } from 'vitest'
import { fullWords, momentWords, whenWords } from './when.ts'

const now = new Date(2026, 2, 29, 15, 0).getTime()

describe('when a job was made', () => {
  it.each([
    [new Date(2026, 2, 29, 14, 59, 30), 'just now'],
    [new Date(2026, 2, 29, 14, 55), '5 minutes ago'],
    [new Date(2026, 2, 29, 12, 30), '2 hours ago'],
    [new Date(2026, 2, 28, 23, 59), 'yesterday'],
    [new Date(2026, 2, 26, 23, 59), '3 days ago'],
    [new Date(2026, 2, 1, 9, 0), 'Mar 1'],
    [new Date(2025, 11, 31, 9, 0), 'Dec 31, 2025'],
    [new Date(2026, 2, 29, 16, 0), 'just now'],
  ])('%s is %s', (at, words) => {
    expect(whenWords(at.getTime(), now)).toBe(words)
  })
})

describe('the moment itself', () => {
  it.each([
    [new Date(2026, 2, 29, 14, 59, 30), 'at 14:59', 'Mar 29, 14:59'],
    [new Date(2026, 2, 29, 0, 5), 'at 00:05', 'Mar 29, 00:05'],
    [new Date(2026, 2, 28, 23, 59), 'Mar 28, 23:59', 'Mar 28, 23:59'],
    [new Date(2025, 11, 31, 9, 0), 'Dec 31, 2025, 09:00', 'Dec 31, 2025, 09:00'],
  ])('%s is %s', (at, moment, full) => {
    expect(momentWords(at.getTime(), now)).toBe(moment)
    expect(fullWords(at.getTime(), now)).toBe(full)
  })
})
