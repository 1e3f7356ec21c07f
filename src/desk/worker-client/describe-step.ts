import { jobNumber } from '../library/jobs/job-title.ts'
import type { Step } from '../library/records.ts'
import { pluralize } from '../ui/number-words.ts'

type DescribedStep = Pick<Step, 'kind' | 'count' | 'name' | 'rejected' | 'isNew'>

/** What was just done, as a message: "Rejected 37 articles". */
export function describeStep({ kind, count, name = '', rejected = 0, isNew }: DescribedStep): string {
  const articles = pluralize(count, 'article')
  switch (kind) {
    case 'keep':
      return `Kept ${articles}`
    case 'reject':
      return name === '' ? `Rejected ${articles}` : `Rejected ${articles}: ${name}`
    case 'undecide':
      return `Took back the decision on ${articles}`
    case 'maybe':
    case 'read':
    case 'unread':
      return `Marked ${articles} as ${kind}`
    case 'note':
      return `Saved the note on ${articles}`
    case 'label':
      return `Labelled ${articles} “${name}”`
    case 'unlabel':
      return `Removed the label “${name}” from ${articles}`
    case 'keep-one':
      return `Kept 1 article, rejected ${pluralize(rejected, 'near-duplicate')}`
    case 'skip':
      return `Added ${pluralize(count, 'id')} to skip`
    case 'unskip':
      return `Stopped skipping ${pluralize(count, 'id')}`
    case 'save-list':
      return `${isNew ? 'Created' : 'Saved'} the list “${name}”`
    case 'delete-list':
    case 'delete-view':
    case 'delete-preset':
      return `Deleted the ${kind.slice('delete-'.length)} “${name}”`
    case 'remove-job':
      return `Removed job ${jobNumber(name)}`
    case 'discard-request':
      return 'Discarded the unconfirmed request'
  }
}

/** The same after "Undone:": "rejected 37 articles". */
export const describeUndoneStep = (step: DescribedStep): string =>
  describeStep(step).replace(/^./, (first) => first.toLowerCase())
