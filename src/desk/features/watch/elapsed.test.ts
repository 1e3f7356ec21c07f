import { describe, expect, it } from 'vitest'
import { aboutDuration, duration } from './elapsed.ts'

describe('a length of time', () => {
  it.each([
    [0, '0 s'],
    [-5000, '0 s'],
    [8_400, '8 s'],
    [59_400, '59 s'],
    [60_000, '1 min 00 s'],
    [125_000, '2 min 05 s'],
    [3_600_000, '1 h 00 min'],
    [11_520_000, '3 h 12 min'],
  ])('of %i ms reads %s', (ms, words) => {
    expect(duration(ms)).toBe(words)
  })

  it.each([
    [300, 'about 1 s'],
    [7_200, 'about 7 s'],
    [41_000, 'about 40 s'],
    [95_000, 'about 2 min'],
    [3_000_000, 'about 50 min'],
    [7_300_000, 'about 2 h'],
  ])('of about %i ms is rounded to %s', (ms, words) => {
    expect(aboutDuration(ms)).toBe(words)
  })
})
