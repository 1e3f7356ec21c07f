import type { Inventory } from '../../library/stored-inventory.ts'
import { counted } from '../../ui/counted.ts'

/** What a library holds, in words; what there is none of is left out, but for the articles. */
export function contentWords(inventory: Inventory): string {
  const { jobs, articles, decided, notes, lists, presets, views } = inventory
  const rest = [
    [decided, 'decision'],
    [notes, 'note'],
    [lists, 'skip list'],
    [presets, 'preset'],
    [views, 'saved view'],
  ] as const
  const parts = [
    `${counted(articles, 'article')} of ${counted(jobs, 'job')}`,
    ...rest.flatMap(([count, one]) => (count > 0 ? [counted(count, one)] : [])),
  ]
  return capitalised(parts.length === 1 ? parts[0]! : `${parts.slice(0, -1).join(', ')} and ${parts.at(-1)}`)
}

const capitalised = (words: string): string => words.charAt(0).toUpperCase() + words.slice(1)
