const second = 1000
const minute = 60 * second
const hour = 60 * minute
const day = 24 * hour

// The date format of all screens: "1 Mar", "31 Dec 2025", "1 Mar, 14:55".
const relative = new Intl.RelativeTimeFormat('en', { numeric: 'auto' })
const dated = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short' })
const datedWithYear = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', year: 'numeric' })
const clock = new Intl.DateTimeFormat('en', { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' })

/** Relative time: "just now", "5 minutes ago", "yesterday", then the date. Never in the future. */
export function agoWords(at: number, now: number): string {
  const ago = Math.max(0, now - at)
  if (ago < minute) return 'just now'
  if (ago < hour) return relative.format(-Math.floor(ago / minute), 'minute')
  const days = daysBetween(at, now)
  if (days === 0) return relative.format(-Math.floor(ago / hour), 'hour')
  if (days < 7) return relative.format(-days, 'day')
  return dateWords(at, now)
}

/** The day: "1 Mar"; with the year if it isn't the current one: "31 Dec 2025". */
export const dateWords = (at: number, now: number = Date.now()): string =>
  (new Date(at).getFullYear() === new Date(now).getFullYear() ? dated : datedWithYear).format(at)

/** The day with its year, for dates that may be compared across years. */
export const fullDateWords = (at: number): string => datedWithYear.format(at)

/** The day of an ISO date or date-time as it is written, whatever its time zone: "31 Jan 2026". Other text is unchanged. */
export function writtenDayWords(written: string, words: (at: number) => string = fullDateWords): string {
  const at = Date.parse(`${written.slice(0, 10)}T00:00`)
  return Number.isNaN(at) ? written : words(at)
}

/** Day and minute: "1 Mar, 14:55". Absolute, so it doesn't become outdated on screen. */
export const momentWords = (at: number, now: number = Date.now()): string =>
  `${dateWords(at, now)}, ${clock.format(at)}`

/** Midnights passed. Rounding absorbs days of 23 or 25 hours. */
function daysBetween(at: number, now: number): number {
  const midnight = (time: number) => new Date(time).setHours(0, 0, 0, 0)
  return Math.max(0, Math.round((midnight(now) - midnight(at)) / day))
}
