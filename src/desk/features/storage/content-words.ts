import { counted } from '../../ui/counted.ts'
import type { Inventory } from '../../library/records.ts'

/** What a library holds, in words. */
export function contentWords(inventory: Inventory): string {
  const list = contentList(inventory)
  return list === '' ? 'Nothing is kept here yet.' : `${list}.`
}

/** "3 articles, 1 job, and 1 decision"; what there is none of is left out. */
export function contentList({ jobs, articles, decided, notes, lists, presets, views }: Inventory): string {
  const counts = [
    [articles, 'article'],
    [jobs, 'job'],
    [decided, 'decision'],
    [notes, 'note'],
    [lists, 'skip list'],
    [presets, 'preset'],
    [views, 'saved view'],
  ] as const
  return new Intl.ListFormat('en').format(
    counts.flatMap(([count, one]) => (count > 0 ? [counted(count, one)] : [])),
  )
}
