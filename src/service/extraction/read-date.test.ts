import { afterAll, beforeAll, expect, test } from 'vitest'
import { readDate } from './read-date.ts'

// Where this machine's zone is UTC, what is read as local time would look right.
const { TZ } = process.env
beforeAll(() => void (process.env.TZ = 'America/New_York'))
afterAll(() => {
  if (TZ === undefined) delete process.env.TZ
  else process.env.TZ = TZ
})

test.each([
  ['Mon, 06 May 2024 10:00:00 +0200', '2024-05-06T08:00:00Z'],
  ['Mo, 06 May 2024 10:00:00 CEST', '2024-05-06T08:00:00Z'],
  ['06 May 2024 10:00:00 GMT', '2024-05-06T10:00:00Z'],
  ['Mon, 06 May 2024 10:00:00 EST', '2024-05-06T15:00:00Z'],
  ['2024-05-06T10:00:00.5+02:00', '2024-05-06T08:00:00.5Z'],
  ['Mon May 06 2024 10:00:00 GMT+0200 (Central European Summer Time)', '2024-05-06T08:00:00Z'],
  ['2024-05-06', '2024-05-06T00:00:00Z'],
  ['2024-05', '2024-05-01T00:00:00Z'],
  ['2024-05-06 10:00:00', '2024-05-06T10:00:00Z'],
  ['2024-05-06T10:00:00', '2024-05-06T10:00:00Z'],
  ['2024-05-06 10:00:00+02', '2024-05-06T08:00:00Z'],
  ['2024-05-06 3:04 PM', '2024-05-06T15:04:00Z'],
  ['2024-05-06 9:30', '2024-05-06T09:30:00Z'],
  ['2024-05-06  10:00:00', '2024-05-06T10:00:00Z'],
  ['Thu May 06 2024 10:00:00 GMT+2', '2024-05-06T08:00:00Z'],
  ['May 6, 2024 5:00 pm UTC+2', '2024-05-06T15:00:00Z'],
  ['Mon May 06 10:00:00 +0200 2024', '2024-05-06T08:00:00Z'],
  ['Mon May 06 10:00:00 GMT 2024', '2024-05-06T10:00:00Z'],
  ['5-Mar-2024', '2024-03-05T00:00:00Z'],
  ['06.05.2024', '2024-05-06T00:00:00Z'],
  ['Mo, 6.5.2024 10:00 CEST', '2024-05-06T08:00:00Z'],
  ['31.12.2024, 18:30', '2024-12-31T18:30:00Z'],
  ['2024-05-06T10:00:00+02', '2024-05-06T08:00:00Z'],
  ['06-05-2024', '2024-06-05T00:00:00Z'],
  ['May 6, 2024', '2024-05-06T00:00:00Z'],
])('%s is read as %s, in any time zone', (written, expected) => {
  expect(readDate(written)).toEqual(new Date(expected))
})

test.each(['', 'yesterday', '1970-01-01', '0000-00-00', 'x'.repeat(1_000)])('%s is not a date', (written) => {
  expect(readDate(written)).toBeUndefined()
})
