const second = 1000
const minute = 60 * second
const hour = 60 * minute
const day = 24 * hour

const relative = new Intl.RelativeTimeFormat('en', { numeric: 'auto' })
const dated = new Intl.DateTimeFormat('en', { day: 'numeric', month: 'short' })
const datedWithYear = new Intl.DateTimeFormat('en', { day: 'numeric', month: 'short', year: 'numeric' })
const clock = new Intl.DateTimeFormat('en', { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' })

/** How long ago, as people say it: "just now", "5 minutes ago", "yesterday", then the date. Never in the future. */
export function whenWords(at: number, now: number): string {
  const ago = Math.max(0, now - at)
  if (ago < minute) return 'just now'
  if (ago < hour) return relative.format(-Math.floor(ago / minute), 'minute')
  const days = daysBetween(at, now)
  if (days === 0) return relative.format(-Math.floor(ago / hour), 'hour')
  if (days < 7) return relative.format(-days, 'day')
  return dateWords(at, now)
}

/** When it was, to the minute: "at 14:55" today, else "Mar 1, 14:55". It stays true however long it is looked at. */
export function momentWords(at: number, now: number): string {
  const minute = clock.format(at)
  return daysBetween(at, now) === 0 ? `at ${minute}` : `${dateWords(at, now)}, ${minute}`
}

/** Date and minute, today too: "Mar 1, 14:55". */
export const fullWords = (at: number, now: number): string => `${dateWords(at, now)}, ${clock.format(at)}`

const dateWords = (at: number, now: number): string =>
  (new Date(at).getFullYear() === new Date(now).getFullYear() ? dated : datedWithYear).format(at)

/** Midnights passed: rounding forgives the day of 23 or 25 hours. */
function daysBetween(at: number, now: number): number {
  const midnight = (time: number) => new Date(time).setHours(0, 0, 0, 0)
  return Math.max(0, Math.round((midnight(now) - midnight(at)) / day))
}
