import type { FormState } from './form-state.ts'

/** What a request would be called by what it asks for. */
export function suggestedName({ keywords, category }: FormState): string {
  const subject = keywords.slice(0, 3).join(', ')
  const place = category.trim()
  return subject && place ? `${subject} in ${place}` : subject || place
}
