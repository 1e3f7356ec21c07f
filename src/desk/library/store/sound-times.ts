/** Tells whether a number is a time that `Date` can represent, with room for adding days. */
export const isTime = (value: number): boolean => Math.abs(value) <= latest

const latest = Date.UTC(9999, 11, 31)

const requiredTimes = ['startedAt', 'createdAt', 'updatedAt', 'at']
const otherTimes = ['watchedSince', 'lastCheckAt', 'nextCheckAt', 'readyAt', 'removedAt']

/**
 * Replaces times that `Date` can't represent. An older desk restored any number from a backup, and one such record
 * broke every screen that shows it.
 */
export function withSoundTimes<T extends object>(record: T): T {
  const fields = record as Record<string, unknown>
  const isBad = (name: string) => name in fields && typeof fields[name] === 'number' && !isTime(fields[name])
  const bad = [...requiredTimes, ...otherTimes].filter(isBad)
  if (bad.length === 0) return record
  const sound = bad.map((name) => [name, requiredTimes.includes(name) ? 0 : undefined])
  return { ...record, ...Object.fromEntries(sound) } as T
}
