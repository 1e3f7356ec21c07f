import type { SkipList } from '../../library/records.ts'
import { longestName } from './list-name.ts'

export type How = 'union' | 'intersection' | 'difference'

/** What can be made of lists, said with their names. */
export function waysOf(lists: readonly SkipList[]): { value: How; label: string; hint: string }[] {
  const [first = '', ...others] = lists.map(({ name }) => name)
  const two = others.length === 1
  return [
    { value: 'union', label: two ? 'In either list' : 'In any of the lists', hint: 'Union: every id, once.' },
    {
      value: 'intersection',
      label: two ? 'In both lists' : 'In all of the lists',
      hint: 'Intersection: only ids that every list has.',
    },
    {
      value: 'difference',
      label: two ? 'In the first, not in the other' : 'In the first, not in the others',
      hint: `Difference: ${first} without ${others.join(', ')}.`,
    },
  ]
}

/** @param lists in their order: a difference is the first without the others */
export function combinedName(lists: readonly SkipList[], how: How): string {
  const joint = { union: ' or ', intersection: ' and ', difference: ' without ' }[how]
  return lists
    .map(({ name }) => name)
    .join(joint)
    .slice(0, longestName)
}
