import { cutText } from '../../../text/cut-text.ts'
import type { SkipList } from '../../library/records.ts'
import { sameName } from '../../library/compare-names.ts'

export const longestName = 200

/** The problem with a list name; undefined if there is none. */
export function nameProblem(name: string, lists: readonly SkipList[], ownId?: string): string | undefined {
  if (name.trim() === '') return 'Give the list a name.'
  return lists.some((list) => list.id !== ownId && sameName(list.name, name))
    ? 'Another list has this name.'
    : undefined
}

/** A name not used by any list: "Solar copy", "Solar copy 2". */
export function freeName(wanted: string, lists: readonly SkipList[]): string {
  const base = cutText(wanted.trim(), longestName - 5)
  const isTaken = (name: string) => lists.some((list) => sameName(list.name, name))
  if (!isTaken(base)) return base
  let number = 2
  while (isTaken(`${base} ${number}`)) number += 1
  return `${base} ${number}`
}
