import type { SkipCount } from '../../../worker-protocol/worker-api.ts'
import type { SkipPart } from '../../../library/skips/skip-scope.ts'
import { capitalized, pluralize, figure } from '../../../ui/number-words.ts'

/** "312 ids will be skipped: 290 you already have, 30 from Solar 2025, 8 in both". */
export function skipWords({
  count,
  parts,
  sharedCount,
}: Pick<SkipCount, 'count' | 'parts' | 'sharedCount'>): string {
  const total = `${capitalized(pluralize(count, 'id'))} will be skipped`
  const filled = parts.filter(({ count }) => count > 0)
  if (filled.length < 2) return total
  const shared =
    sharedCount > 0 ? [`${figure(sharedCount)} in ${filled.length === 2 ? 'both' : 'several'}`] : []
  return `${total}: ${[...filled.map(partWords), ...shared].join(', ')}`
}

function partWords({ kind, name, count }: SkipPart): string {
  if (kind === 'everything') return `${figure(count)} you already have`
  return `${figure(count)} from ${kind === 'pasted' ? '“Article ids”' : sources[kind](name ?? '')}`
}

const sources: Readonly<
  Record<Exclude<SkipPart['kind'], 'everything' | 'pasted'>, (name: string) => string>
> = {
  reasons: () => 'articles you already have',
  chain: () => 'this chain',
  category: (name) => `category ${isolated(name)}`,
  jobs: () => 'earlier jobs',
  list: isolated,
}

/** Else the number after a Hebrew or Arabic name, or one with marks that reverse text, is shown in front of it. */
function isolated(name: string): string {
  return /[\u0590-\u08FF\u202A-\u202E]/.test(name) ? `\u2068${name}\u2069` : name
}

/** The number of un-skipped ids, which explains why an article may come again; blank for none. */
export function releasedWords({ releasedCount }: Pick<SkipCount, 'releasedCount'>): string {
  if (releasedCount === 0) return ''
  return `${capitalized(pluralize(releasedCount, 'id'))} no longer skipped may come again.`
}
