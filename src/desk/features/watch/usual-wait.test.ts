import { describe, expect, it } from 'vitest'
import type { JobRecord } from '../../library/records.ts'
import { isLongWait, usualWaitMs } from './usual-wait.ts'

const job = (waitMs: number, byNumber = false) =>
  ({ startedAt: 1000, readyAt: 1000 + waitMs, ...(!byNumber && { request: {} }) }) as JobRecord

describe('the usual wait', () => {
  it('is not shown before there is any history', () => {
    expect(usualWaitMs([job(1000), job(2000)])).toBeUndefined()
  })

  it('is the median, so that one long night does not change it', () => {
    expect(usualWaitMs([job(40_000), job(3_600_000), job(38_000)])).toBe(40_000)
  })

  it('leaves out jobs opened by number, whose start is unknown', () => {
    expect(usualWaitMs([job(1), job(1), job(1, true)])).toBeUndefined()
  })

  it.each([
    [9 * 60_000, undefined, false],
    [11 * 60_000, undefined, true],
    [11 * 60_000, 8 * 60_000, false],
    [17 * 60_000, 8 * 60_000, true],
  ])('of %i ms against %s is long: %s', (elapsedMs, usualMs, long) => {
    expect(isLongWait(elapsedMs, usualMs)).toBe(long)
  })
})
