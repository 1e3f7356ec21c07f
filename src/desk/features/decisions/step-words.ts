import type { Step, StepAction } from '../../library/records.ts'
import { counted } from '../../ui/counted.ts'

type Said = Pick<Step, 'kind' | 'count' | 'name'>

/** What was just done, as a message says it: "Rejected 37 articles". */
export function doneInWords({ kind, count, name }: Said): string {
  const articles = counted(count, 'article')
  switch (kind) {
    case 'keep':
      return `Kept ${articles}`
    case 'maybe':
      return `Marked ${articles} as maybe`
    case 'reject':
      return `Rejected ${articles}`
    case 'undecide':
      return `Took back the decision on ${articles}`
    case 'read':
    case 'unread':
      return `Marked ${articles} as ${kind}`
    case 'note':
      return `Saved the note on ${articles}`
    default:
      return capitalised(stepInWords({ kind, count, name }))
  }
}

/** A step by name, within a sentence: "reject 37 articles". */
export function stepInWords({ kind, count, name }: Said): string {
  if (kind in ofLists) return `${ofLists[kind as keyof typeof ofLists]} “${name ?? ''}”`
  if (kind === 'skip' || kind === 'unskip')
    return `${kind === 'skip' ? 'skip' : 'no longer skip'} ${counted(count, 'id')}`
  const articles = counted(count, 'article')
  return ofArticles[kind as keyof typeof ofArticles](articles)
}

const ofLists = {
  'save-list': 'save the list',
  'delete-list': 'delete the list',
  'delete-view': 'delete the view',
  'delete-preset': 'delete the preset',
} as const satisfies Partial<Record<StepAction['kind'], string>>

const ofArticles = {
  keep: (articles) => `keep ${articles}`,
  maybe: (articles) => `mark ${articles} as maybe`,
  reject: (articles) => `reject ${articles}`,
  undecide: (articles) => `take back the decision on ${articles}`,
  read: (articles) => `mark ${articles} as read`,
  unread: (articles) => `mark ${articles} as unread`,
  note: (articles) => `change the note on ${articles}`,
  'keep-one': (articles) => `keep one of ${articles} that say the same`,
} as const satisfies Partial<Record<StepAction['kind'], (articles: string) => string>>

const capitalised = (words: string): string => words.charAt(0).toUpperCase() + words.slice(1)
