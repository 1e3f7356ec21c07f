import { describe, expect, it } from 'vitest'
import type { Step } from '../../library/records.ts'
import { doneInWords, stepInWords } from './step-words.ts'

type Said = Pick<Step, 'kind' | 'count' | 'name' | 'rejected'>

describe('a step in words', () => {
  it.each<[Said, string, string]>([
    [{ kind: 'keep', count: 1 }, 'Kept 1 article', 'keep 1 article'],
    [{ kind: 'maybe', count: 2 }, 'Marked 2 articles as maybe', 'mark 2 articles as maybe'],
    [{ kind: 'reject', count: 1037 }, 'Rejected 1,037 articles', 'reject 1,037 articles'],
    [
      { kind: 'undecide', count: 1 },
      'Took back the decision on 1 article',
      'take back the decision on 1 article',
    ],
    [{ kind: 'read', count: 3 }, 'Marked 3 articles as read', 'mark 3 articles as read'],
    [{ kind: 'unread', count: 1 }, 'Marked 1 article as unread', 'mark 1 article as unread'],
    [{ kind: 'note', count: 1 }, 'Saved the note on 1 article', 'change the note on 1 article'],
    [
      { kind: 'keep-one', count: 1, name: '35', rejected: 1 },
      'Kept 35, rejected 1 near-duplicate',
      'keep 35, reject 1 near-duplicate',
    ],
    [
      { kind: 'keep-one', count: 4, name: 'ab-7', rejected: 3 },
      'Kept ab-7, rejected 3 near-duplicates',
      'keep ab-7, reject 3 near-duplicates',
    ],
    [{ kind: 'remove-job', count: 1, name: '17' }, 'Removed job 17', 'remove job 17'],
    [
      { kind: 'discard-request', count: 1, name: 'sent-1' },
      'Discarded the unconfirmed request',
      'discard the unconfirmed request',
    ],
    [{ kind: 'skip', count: 12 }, 'Skip 12 ids', 'skip 12 ids'],
    [{ kind: 'unskip', count: 1 }, 'No longer skip 1 id', 'no longer skip 1 id'],
    [{ kind: 'delete-list', count: 5, name: 'Solar' }, 'Delete the list “Solar”', 'delete the list “Solar”'],
  ])('%j is said "%s" when done and "%s" when undone', (step, done, undone) => {
    expect(doneInWords(step)).toBe(done)
    expect(stepInWords(step)).toBe(undone)
  })
})
