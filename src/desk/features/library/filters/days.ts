/** A day as date fields and addresses have it, "2026-01-31", where the editor is. */
export function dayOf(time: number): string {
  const date = new Date(time)
  const two = (part: number) => String(part).padStart(2, '0')
  return `${String(date.getFullYear()).padStart(4, '0')}-${two(date.getMonth() + 1)}-${two(date.getDate())}`
}

/**
 * The first moment of a day, in milliseconds since the epoch; undefined where there is no such day.
 *
 * @param later days after it: they are not all of the same length
 */
export function startOfDay(day: string, later = 0): number | undefined {
  const [, year, month, date] = /^(\d{4})-(\d\d)-(\d\d)$/.exec(day) ?? []
  if (!year) return undefined
  const start = new Date(Number(year), Number(month) - 1, Number(date))
  // The 31st of February is the 3rd of March.
  if (dayOf(start.getTime()) !== day) return undefined
  start.setDate(start.getDate() + later)
  return start.getTime()
}
