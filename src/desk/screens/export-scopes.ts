import type { Scope } from '../features/articles/list/selection.ts'
import type { ExportScope } from '../features/exports/scope-words.ts'

/** What narrows a list, filters and search, each worded for use within a sentence. */
export const narrowedBy = (filters: readonly string[], query: string): string[] =>
  query === '' ? [...filters] : [...filters, quoted(query)]

/** A search within a sentence. A phrase brings its own quotation marks. */
export const quoted = (query: string): string => (/["“”„«»]/.test(query) ? query : `“${query}”`)

/**
 * What can be exported from a list, the default first.
 *
 * @param filters what narrows the list, each worded for use within a sentence; empty if all is shown
 * @param kept positions of the kept articles, in source order
 */
export function exportScopes(
  scopes: readonly Scope[],
  filters: readonly string[],
  kept: readonly number[],
): ExportScope[] {
  // With "Kept" as the only filter, both scopes are the same, unless something was decided since.
  const isKeptAlone = filters.length === 1 && filters[0] === keptFilter
  const own = scopes.map((scope): ExportScope => {
    if (scope.kind !== 'matching') return scope
    return isKeptAlone && isSame(scope.positions, kept)
      ? { ...scope, kind: 'kept' }
      : { ...scope, words: filters.join(', ') }
  })
  if (kept.length === 0 || own.some(({ kind }) => kind === 'kept')) return own
  const everything = own.findIndex(({ kind }) => kind === 'everything')
  return own.toSpliced(Math.max(1, everything), 0, { kind: 'kept', count: kept.length, positions: kept })
}

/** The filter's name within a sentence. */
const keptFilter = 'kept'

function isSame(positions: Scope['positions'], kept: readonly number[]): boolean {
  if (positions === 'all' || positions.length !== kept.length) return false
  const all = new Set(kept)
  return positions.every((position) => all.has(position))
}
