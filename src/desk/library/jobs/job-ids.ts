import type { Article } from '../../../contract/article.ts'
import { type ArticleId, type IdList, packInOrder } from '../../../contract/ids.ts'
import type { JobIds, JobKey } from '../records.ts'

export const packJobIds = (jobKey: JobKey, articles: readonly Article[]): JobIds => ({
  jobKey,
  ...packInOrder(articles.map(({ id }) => id)),
  unsafe: new Set(articles.flatMap(({ unsafeId }, position) => (unsafeId ? [position] : []))),
})

export function positionOf(ids: JobIds, id: ArticleId): number {
  if (typeof id === 'number') return ids.numbers.indexOf(id)
  for (const [position, text] of ids.strings) if (text === id) return position
  return -1
}

/** Converts to a list that can be sent, which excludes ids past 2^53. */
export const toIdList = (ids: JobIds): IdList => ({
  ...allIdsOf(ids),
  strings: [...ids.strings].filter(([position]) => !ids.unsafe.has(position)).map(([, id]) => id),
})

/** All of them, also those that can't be sent: past 2^53, or of an earlier service. For counting and comparing. */
export const allIdsOf = ({ numbers, strings }: JobIds): IdList => ({
  numbers: strings.size === 0 ? numbers : numbers.filter((id) => !Number.isNaN(id)),
  strings: [...strings.values()],
})

/**
 * Counts the ids of a job that are in any of the lists. Scans the lists against a set of the job's ids, because the
 * lists may hold a million ids and a set of a million takes 370 ms to build.
 */
export function countKnown(ids: JobIds, lists: readonly IdList[]): number {
  const numbers = new Set(ids.numbers)
  const strings = new Set(ids.strings.values())
  let known = 0
  for (const list of lists) {
    for (const id of list.numbers) if (numbers.delete(id)) known += 1
    for (const id of list.strings) if (strings.delete(id)) known += 1
  }
  return known
}
