import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { localDay } from '../../../files/local-day.ts'
import { startOfDay } from './days.ts'

// On 7 September 2025 its clocks were set from midnight to one o'clock.
beforeAll(() => void vi.stubEnv('TZ', 'America/Santiago'))
afterAll(() => void vi.unstubAllEnvs())

it('starts a day at midnight, even after one that started at one o’clock', () => {
  const start = (day: string, later?: number) => new Date(startOfDay(day, later) ?? Number.NaN)
  expect(start('2025-09-07').getHours()).toBe(1)
  expect(start('2025-09-07', 1)).toEqual(start('2025-09-08'))
  expect(start('2025-09-08').getHours()).toBe(0)
  expect(localDay((startOfDay('2025-09-07', 1) ?? 0) - 1)).toBe('2025-09-07')
})

it('rejects dates that do not exist', () => {
  expect(startOfDay('2026-02-31')).toBeUndefined()
  expect(startOfDay('2026-2-3')).toBeUndefined()
})
