import { positionsBetween, type Ordering } from './ordering.ts'

/** The selected articles, by position. A search that changes what is shown leaves it unchanged. */
export interface Selection {
  readonly positions: ReadonlySet<number>
  /** Start of a range: the last article selected or deselected on its own. */
  readonly anchor?: number | undefined
}

export type SelectionChange =
  | { readonly kind: 'toggle'; readonly position: number }
  | { readonly kind: 'extend'; readonly to: number; readonly within: Ordering }
  | { readonly kind: 'add-all'; readonly of: Ordering }
  | { readonly kind: 'clear' }

export const nothingSelected: Selection = { positions: new Set() }

export function changeSelection(selection: Selection, change: SelectionChange): Selection {
  switch (change.kind) {
    case 'toggle':
      return toggle(selection, change.position)
    case 'extend':
      return extend(selection, change.to, change.within)
    case 'add-all':
      return add(selection, positionsBetween(change.of, 0, change.of.count - 1))
    case 'clear':
      return nothingSelected
  }
}

function toggle({ positions }: Selection, position: number): Selection {
  const changed = new Set(positions)
  if (!changed.delete(position)) changed.add(position)
  return { positions: changed, anchor: position }
}

/** Selects the shown articles from the anchor to this one, or only this one if the anchor is not shown. */
function extend(selection: Selection, to: number, within: Ordering): Selection {
  const anchorPlace = selection.anchor === undefined ? -1 : within.placeOf(selection.anchor)
  const toPlace = within.placeOf(to)
  if (toPlace < 0) return selection
  if (anchorPlace < 0) return { ...add(selection, [to]), anchor: to }
  return add(selection, positionsBetween(within, anchorPlace, toPlace))
}

function add(selection: Selection, added: readonly number[]): Selection {
  return { ...selection, positions: new Set([...selection.positions, ...added]) }
}

/** What an action applies to: the selection, else what the search found, else everything. */
export interface Scope {
  readonly kind: 'selected' | 'matching' | 'everything'
  readonly count: number
  /** In source order. */
  readonly positions: readonly number[] | 'all'
}

/** Every available scope, the default first. */
export function scopesOf(selection: Selection, shown: Ordering, total: number): Scope[] {
  const scopes: Scope[] = []
  if (selection.positions.size > 0)
    scopes.push({
      kind: 'selected',
      count: selection.positions.size,
      positions: [...selection.positions].sort((a, b) => a - b),
    })
  if (!shown.everything)
    scopes.push({
      kind: 'matching',
      count: shown.count,
      // Listed on demand: every keystroke in the search changes them, and few are followed by an action.
      get positions() {
        return positionsBetween(shown, 0, shown.count - 1)
      },
    })
  scopes.push({ kind: 'everything', count: total, positions: 'all' })
  return scopes
}
