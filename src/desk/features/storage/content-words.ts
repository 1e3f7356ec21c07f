import { counted } from '../../ui/counted.ts'
import type { Inventory } from '../../library/records.ts'

/** What a library holds, in words. */
export function contentWords(inventory: Inventory): string {
  const list = contentList(inventory)
  return list === '' ? 'Nothing is stored here yet.' : `${list}.`
}

/** "3 articles, 1 job, and 1 decision"; what there is none of is left out. */
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
    count(lists, 'skip list'),
    count(presets, 'preset'),
    count(views, 'saved view'),
  ])

/** "1 job", and blank for none. */
export const count = (number: number, one: string): string => (number > 0 ? counted(number, one) : '')

/** In one line, without what is blank. */
export const listed = (words: readonly string[]): string =>
  new Intl.ListFormat('en').format(words.filter(Boolean))
