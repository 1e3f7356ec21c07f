import { pluralize } from '../../ui/number-words.ts'
import type { Inventory } from '../../library/records.ts'

/** Describes what a library holds. */
export function contentWords(inventory: Inventory): string {
  const list = contentList(inventory)
  return list === '' ? 'Nothing is stored here yet.' : `${list}.`
}

const kinds = {
  articles: 'article',
  jobs: 'job',
  decided: 'decision',
  labelled: 'labelled article',
  notes: 'note',
  lists: 'list',
  presets: 'preset',
  views: 'saved view',
} as const satisfies Record<keyof Inventory, string>

/** "3 articles, 1 job and 1 decision"; omits zero counts. */
export const contentList = (inventory: Inventory): string =>
  listed(Object.entries(kinds).map(([kind, one]) => count(inventory[kind as keyof Inventory], one)))

/** "1 job"; blank for none. */
export const count = (number: number, one: string): string => (number > 0 ? pluralize(number, one) : '')

/** On one line, without blank items. */
export const listed = (words: readonly string[]): string =>
  new Intl.ListFormat('en-GB').format(words.filter(Boolean))
