import type { Inventory } from '../../library/stored-inventory.ts'
import { counted } from '../../ui/counted.ts'

/** What a library holds, in words; what there is none of is left out. */
export function contentWords(inventory: Inventory): string {
  const { jobs, articles, decided, notes, lists, presets, views } = inventory
  const counts = [
    [articles, 'article'],
    [jobs, 'job'],
    [decided, 'decision'],
    [notes, 'note'],
    [lists, 'skip list'],
    [presets, 'preset'],
    [views, 'saved view'],
  ] as const
  const parts = counts.flatMap(([count, one]) => (count > 0 ? [counted(count, one)] : []))
  if (parts.length === 0) return 'Nothing is kept here yet.'
  return `${new Intl.ListFormat('en').format(parts)}.`
}
