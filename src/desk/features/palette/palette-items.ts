import type { Command } from '../../ui/commands.tsx'
import { type Matchable, matchable, matchWords } from './match-words.ts'

export type Group = 'Recently used' | 'This screen' | 'Go to' | 'Saved views' | 'Jobs' | 'Desk' | 'Articles'

/** One line of the palette: a link or a command. */
export interface PaletteItem extends Pick<Command, 'id' | 'label' | 'shortcut'> {
  readonly group: Exclude<Group, 'Recently used'>
  /** Shown beside the label, and searched too. */
  readonly detail?: string | undefined
  readonly to?: string | undefined
  readonly run?: (() => void) | undefined
}

export interface PaletteGroup {
  readonly group: Group
  readonly items: readonly PaletteItem[]
}

export const most = { recent: 5, unasked: 5, found: 8 }

/**
 * What to show for a query. Without a query: recent items, then the rest in order. With one: matches, best group
 * first. Articles go last whatever their score: they arrive late and must not move what is about to be chosen.
 *
 * @param recent ids of items, the latest first
 * @param found articles, as the library ranks them
 */
export function itemsToShow(
  query: string,
  {
    items,
    found,
    recent,
  }: { items: readonly PaletteItem[]; found: readonly PaletteItem[]; recent: readonly string[] },
): PaletteGroup[] {
  const terms = matchable(query)
  if (query.trim() === '') return unasked(items, recent)
  return [
    ...asked(terms, items, recent),
    { group: 'Articles' as const, items: found.slice(0, most.found) },
  ].filter((group) => group.items.length > 0)
}

function unasked(items: readonly PaletteItem[], recent: readonly string[]): PaletteGroup[] {
  const byId = new Map(items.map((item) => [item.id, item]))
  const used = recent.flatMap((id) => byId.get(id) ?? []).slice(0, most.recent)
  const rest = items.filter((item) => !used.includes(item))
  const groups = grouped(rest).map(({ group, items }) =>
    group === 'Jobs' || group === 'Saved views'
      ? { group, items: items.slice(0, most.unasked) }
      : { group, items },
  )
  return used.length > 0 ? [{ group: 'Recently used', items: used }, ...groups] : groups
}

/** Recent use outweighs a better match of the same kind. */
const recentBonus = 0.75

function asked(terms: Matchable, items: readonly PaletteItem[], recent: readonly string[]): PaletteGroup[] {
  const scored = items
    .flatMap((item) => {
      const score = matchWords(terms, matchable(`${item.label} ${item.detail ?? ''}`))
      return score === undefined ? [] : { item, score: score - (recent.includes(item.id) ? recentBonus : 0) }
    })
    .sort((a, b) => a.score - b.score)
  return grouped(scored.map(({ item }) => item)).map(({ group, items }) => ({
    group,
    items: items.slice(0, most.found),
  }))
}

/** Groups in the order of their first item. */
function grouped(items: readonly PaletteItem[]): { group: PaletteItem['group']; items: PaletteItem[] }[] {
  const groups = new Map<PaletteItem['group'], PaletteItem[]>()
  for (const item of items) groups.set(item.group, [...(groups.get(item.group) ?? []), item])
  return [...groups].map(([group, items]) => ({ group, items }))
}
