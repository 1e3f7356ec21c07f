import { pluralize } from '../../ui/number-words.ts'
import type { Inventory } from '../../library/records.ts'

/** Describes what a library holds. */
export function contentWords(inventory: Inventory): string {
  const list = contentList(inventory)
  return list === '' ? 'Nothing is stored here yet.' : `${list}.`
}

/** "3 articles, 1 job and 1 decision"; omits zero counts. */
export const contentList = ({
  jobs,
  articles,
  decided,
  labelled,
  notes,
  lists,
  presets,
  views,
}: Inventory): string =>
  listed([
    count(articles, 'article'),
    count(jobs, 'job'),
    count(decided, 'decision'),
    count(labelled, 'labelled article'),
    count(notes, 'note'),
    count(lists, 'list'),
    count(presets, 'preset'),
    count(views, 'saved view'),
  ])

/** "1 job"; blank for none. */
export const count = (number: number, one: string): string => (number > 0 ? pluralize(number, one) : '')

/** On one line, without blank items. */
export const listed = (words: readonly string[]): string =>
  new Intl.ListFormat('en-GB').format(words.filter(Boolean))
