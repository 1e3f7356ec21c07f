import type { Scope } from '../features/articles/list/selection.ts'

/** A scope of a list, or all that was kept, whether it is shown or not; for a file. */
export interface FileScope extends Omit<Scope, 'kind'> {
  readonly kind: Scope['kind'] | 'kept'
  /** What narrows the list, where it is that which is exported. */
  readonly words?: string | undefined
}

/** What narrows a list, filters and search, each as it stands within a sentence. */
export const narrowedBy = (filters: readonly string[], query: string): string[] =>
  query === '' ? [...filters] : [...filters, `“${query}”`]

/**
 * What can be exported from a list, the one that its tools are about first.
 *
 * @param filters what narrows the list, each as it stands within a sentence; none where all is shown
 * @param kept positions of those kept, in the order of the source
 */
export function exportScopes(
  scopes: readonly Scope[],
  filters: readonly string[],
  kept: readonly number[],
): FileScope[] {
  // Under the filter "Kept" alone the list says what the scope says, unless something was decided since.
  const isKeptAlone = filters.length === 1 && filters[0] === keptFilter
  const own = scopes.map((scope): FileScope => {
    if (scope.kind !== 'matching') return scope
    return isKeptAlone && isSame(scope.positions, kept)
      ? { ...scope, kind: 'kept' }
      : { ...scope, words: filters.join(', ') }
  })
  if (kept.length === 0 || own.some(({ kind }) => kind === 'kept')) return own
  const everything = own.findIndex(({ kind }) => kind === 'everything')
  return own.toSpliced(Math.max(1, everything), 0, { kind: 'kept', count: kept.length, positions: kept })
}

/** As lists and filters call it, within a sentence. */
const keptFilter = 'kept'

function isSame(positions: Scope['positions'], kept: readonly number[]): boolean {
  if (positions === 'all' || positions.length !== kept.length) return false
  const all = new Set(kept)
  return positions.every((position) => all.has(position))
}
