import type { FormState } from './form-state.ts'

/** What a request would be called by what it asks for. */
export function suggestedName({ keywords, category }: FormState): string {
  const subject = keywords.slice(0, 3).join(', ')
  const place = category.trim()
  return subject && place ? `${subject} in ${place}` : subject || place
}

/** Names that a reader takes for the same. */
export const sameName = (one: string, other: string): boolean =>
  one.trim().normalize('NFC').toLowerCase() === other.trim().normalize('NFC').toLowerCase()
