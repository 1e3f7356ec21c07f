import { pluralize, figure } from '../../ui/number-words.ts'
import type { KeepRate, KeepRates } from '../../library/view/keep-rates.ts'

/** With fewer decisions, a rate says little. */
const fewDecisions = 10

export function decidedWords({ decided, kept }: KeepRates): string {
  if (decided === 0)
    return 'Decide on some articles to see here which keywords and categories bring those you keep.'
  const all = `Of ${pluralize(decided, 'article')} decided on, you kept ${figure(kept)}.`
  if (decided < fewDecisions) return `${all} That is too few to be sure; decide on more for a better figure.`
  return `${all} The bar is what was kept; the line is where the true share may lie.`
}

/** "31 of 40 kept", with a remark if these are few. */
export function rateWords({ decided, kept }: KeepRate): string {
  return `${figure(kept)} of ${figure(decided)} kept${decided < fewDecisions ? ' (few)' : ''}`
}

/** "Rejected: Off topic 4, Too old 2"; blank if no reason was given. */
export function reasonWords({ reasons }: KeepRate): string {
  if (reasons.length === 0) return ''
  const named = reasons.slice(0, maxReasons).map(({ value, count }) => `${value} ${figure(count)}`)
  return `Rejected: ${[...named, ...(reasons.length > maxReasons ? ['…'] : [])].join(', ')}`
}

const maxReasons = 3
