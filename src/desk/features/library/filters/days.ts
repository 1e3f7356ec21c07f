import { localDay } from '../../../files/local-day.ts'

/**
 * The first moment of a day, in milliseconds since the epoch; undefined if there is no such day.
 *
 * @param later number of days after it; days differ in length, and some begin at one o'clock
 */
export function startOfDay(day: string, later = 0): number | undefined {
  const [, year, month, date] = /^(\d{4})-(\d\d)-(\d\d)$/.exec(day) ?? []
  if (!year) return undefined
  const start = (later: number) => new Date(Number(year), Number(month) - 1, Number(date) + later).getTime()
  // Date turns 31 February into 3 March.
  return localDay(start(0)) === day ? start(later) : undefined
}
