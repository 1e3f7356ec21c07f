import { describe, expect, it } from 'vitest'
import type { Step } from '../library/records.ts'
import { describeStep, describeUndoneStep } from './describe-step.ts'

type Said = Pick<Step, 'kind' | 'count' | 'name' | 'rejected' | 'isNew'>

describe('the description of a step', () => {
  it.each<[Said, string]>([
    [{ kind: 'keep', count: 1 }, 'Kept 1 article'],
    [{ kind: 'maybe', count: 2 }, 'Marked 2 articles as maybe'],
    [{ kind: 'reject', count: 1037 }, 'Rejected 1,037 articles'],
    [{ kind: 'undecide', count: 1 }, 'Took back the decision on 1 article'],
    [{ kind: 'read', count: 3 }, 'Marked 3 articles as read'],
    [{ kind: 'unread', count: 1 }, 'Marked 1 article as unread'],
    [{ kind: 'note', count: 1 }, 'Saved the note on 1 article'],
    [{ kind: 'keep-one', count: 1, name: '35', rejected: 1 }, 'Kept 1 article, rejected 1 near-duplicate'],
    [{ kind: 'keep-one', count: 4, name: 'ab-7', rejected: 3 }, 'Kept 1 article, rejected 3 near-duplicates'],
    [{ kind: 'remove-job', count: 1, name: '17' }, 'Removed job 17'],
    [{ kind: 'remove-job', count: 1, name: '17-2' }, 'Removed job 17'],
    [{ kind: 'discard-request', count: 1, name: 'sent-1' }, 'Discarded the unconfirmed request'],
    [{ kind: 'skip', count: 12 }, 'Added 12 ids to skip'],
    [{ kind: 'unskip', count: 1 }, 'Stopped skipping 1 id'],
    [{ kind: 'save-list', count: 5, name: 'Solar' }, 'Saved the list “Solar”'],
    [{ kind: 'save-list', count: 5, name: 'Solar', isNew: true }, 'Created the list “Solar”'],
    [{ kind: 'delete-list', count: 5, name: 'Solar' }, 'Deleted the list “Solar”'],
    [{ kind: 'delete-view', count: 1, name: 'To read' }, 'Deleted the view “To read”'],
    [{ kind: 'delete-preset', count: 1, name: 'Wind' }, 'Deleted the preset “Wind”'],
  ])('for %j reads "%s"', (step, done) => {
    expect(describeStep(step)).toBe(done)
  })

  it('is the same when the step is undone, to show what is undone and where', () => {
    expect(describeUndoneStep({ kind: 'delete-list', count: 5, name: 'Solar' })).toBe(
      'deleted the list “Solar”',
    )
  })
})
