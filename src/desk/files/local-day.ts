/**
 * The day in local time, "2026-01-31", as in date fields and addresses: what came this evening should not have
 * tomorrow's date. Blank if the time is invalid.
 */
export function localDay(time: number): string {
  const date = new Date(time)
  if (Number.isNaN(date.getTime())) return ''
  const two = (part: number) => String(part).padStart(2, '0')
  return `${String(date.getFullYear()).padStart(4, '0')}-${two(date.getMonth() + 1)}-${two(date.getDate())}`
}
