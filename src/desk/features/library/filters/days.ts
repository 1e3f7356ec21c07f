/** A day as in date fields and addresses, "2026-01-31", in the editor's time zone. */
export function dayOf(time: number): string {
  const date = new Date(time)
  const two = (part: number) => String(part).padStart(2, '0')
  return `${String(date.getFullYear()).padStart(4, '0')}-${two(date.getMonth() + 1)}-${two(date.getDate())}`
}

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
  return dayOf(start(0)) === day ? start(later) : undefined
}
