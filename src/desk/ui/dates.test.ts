import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { agoWords, dateWords, fullDateWords, momentWords, writtenDayWords } from './dates.ts'

const now = new Date(2026, 2, 29, 15, 0).getTime()

describe('when a job was made', () => {
  it.each([
    [new Date(2026, 2, 29, 14, 59, 30), 'just now'],
    [new Date(2026, 2, 29, 14, 55), '5 minutes ago'],
    [new Date(2026, 2, 29, 12, 30), '2 hours ago'],
    [new Date(2026, 2, 28, 23, 59), 'yesterday'],
    [new Date(2026, 2, 26, 23, 59), '3 days ago'],
    [new Date(2026, 2, 1, 9, 0), '1 Mar'],
    [new Date(2025, 11, 31, 9, 0), '31 Dec 2025'],
    [new Date(2026, 2, 29, 16, 0), 'just now'],
  ])('%s is %s', (at, words) => {
    expect(agoWords(at.getTime(), now)).toBe(words)
  })
})

it.each([
  ['2026-01-31', '31 Jan 2026'],
  ['2025-12-31T23:30:00-12:00', '31 Dec 2025'],
  ['2026-01-31T00:30:00+14:00', '31 Jan 2026'],
  ['soon', 'soon'],
])('the day %s is %s in every time zone', (written, words) => {
  expect(writtenDayWords(written)).toBe(words)
})

describe('a time', () => {
  it.each([
    [new Date(2026, 2, 29, 14, 59, 30), '29 Mar', '29 Mar, 14:59'],
    [new Date(2026, 2, 29, 0, 5), '29 Mar', '29 Mar, 00:05'],
    [new Date(2025, 11, 31, 9, 0), '31 Dec 2025', '31 Dec 2025, 09:00'],
  ])('%s is %s, or %s', (at, date, moment) => {
    expect(dateWords(at.getTime(), now)).toBe(date)
    expect(momentWords(at.getTime(), now)).toBe(moment)
  })

  it('shows its year if it may be compared', () => {
    expect(fullDateWords(now)).toBe('29 Mar 2026')
  })
})

it('is formatted for screens in this file only', () => {
  const desk = path.resolve('src/desk')
  const others = readdirSync(desk, { recursive: true, encoding: 'utf8' }).filter(
    (file) =>
      /(?<!\.test)\.tsx?$/.test(file) &&
      !file.endsWith(path.join('ui', 'dates.ts')) &&
      /Intl\.(DateTimeFormat|RelativeTimeFormat)|toLocale(Date|Time)String|new Date\([^)]*\)\.toLocaleString/.test(
        readFileSync(path.join(desk, file), 'utf8'),
      ),
  )
  expect(others).toEqual([])
})
