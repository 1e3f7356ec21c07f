import { countIds } from '../../../contract/ids.ts'
import type { IdReading } from '../../intake/id-work.ts'
import { counted, figure } from '../../ui/counted.ts'

/** What was found: "312 ids, 4 repeated, 2 not ids: line 3 “x”". */
export function readingWords(reading: IdReading): string {
  if ('problem' in reading) return reading.problem
  const { ids, repeatedCount, invalidCount, invalid } = reading
  const parts = [counted(countIds(ids), 'id')]
  if (repeatedCount > 0) parts.push(`${figure(repeatedCount)} repeated`)
  if (invalidCount > 0) {
    const [first] = invalid
    const place = first
      ? `: ${invalidCount > 1 ? 'first in ' : ''}line ${figure(first.line)} “${first.text}”`
      : ''
    parts.push(`${figure(invalidCount)} not ${invalidCount === 1 ? 'an id' : 'ids'}${place}`)
  }
  const words = parts.join(', ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}
