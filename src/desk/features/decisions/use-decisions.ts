import { useMemo } from 'react'
import type { ArticleId } from '../../../contract/ids.ts'
import { useArticleCache, useUndoing } from '../../worker-client/worker-context.tsx'
import { stepMessage } from '../../worker-client/undo-latest.ts'
import type { Decision, AnnotationEdit, Step, StepAction } from '../../library/records.ts'
import type { ToastMessage } from '../../ui/toast-channel.ts'
import { useToast } from '../../ui/toast.tsx'
import { doneInWords, undoneInWords } from './step-words.ts'

export interface Decisions {
  /** Decides on articles; null removes their decisions. Shown at once; announced and undoable once written. */
  readonly decide: (ids: readonly ArticleId[], decision: Decision | null) => void
  /** Decides on one article, or removes the decision if it is the same. @returns the new decision */
  readonly toggle: (id: ArticleId, decision: Decision) => Decision | null
  /**
   * Rejects articles for a reason, in the editor's words; removes the reason from an article that already has it.
   *
   * @returns whether the reason is now set
   */
  readonly rejectFor: (ids: readonly ArticleId[], reason: string) => boolean
  /** One undo step per label. */
  readonly setLabel: (ids: readonly ArticleId[], label: string, isSet: boolean) => void
  readonly setRead: (ids: readonly ArticleId[], read: boolean) => void
  /** Keeps one of several articles that say the same and rejects the others as its duplicates, in one undo step. */
  readonly keepOne: (kept: ArticleId, others: readonly ArticleId[]) => void
  /** Marks an unread article as read, or a read one as unread. */
  readonly toggleRead: (id: ArticleId) => void
  /** Has no undo step: the article was merely opened. */
  readonly markOpened: (id: ArticleId) => void
}

export function useDecisions(): Decisions {
  const articles = useArticleCache()
  const { say } = useSteps()

  return useMemo(() => {
    const annotate = (edits: readonly AnnotationEdit[], action: StepAction): void =>
      say(articles.edit(edits, action).then(({ step }) => step))
    const decide = (ids: readonly ArticleId[], decision: Decision | null) =>
      annotate([{ ids, set: { decision } }], { kind: decision ?? 'undecide' })
    const setRead = (ids: readonly ArticleId[], read: boolean) =>
      annotate([{ ids, set: { read } }], { kind: read ? 'read' : 'unread' })
    return {
      decide,
      toggle(id, decision) {
        const next = articles.annotation(id)?.decision === decision ? null : decision
        decide([id], next)
        return next
      },
      rejectFor(ids, reason) {
        const hasIt =
          ids.length === 1 && ids[0] !== undefined && articles.annotation(ids[0])?.reason === reason
        const set = { decision: 'reject', reason: hasIt ? null : reason } as const
        annotate([{ ids, set }], hasIt ? { kind: 'reject' } : { kind: 'reject', name: reason })
        return !hasIt
      },
      setLabel: (ids, label, isSet) =>
        annotate([{ ids, set: isSet ? { addLabels: [label] } : { removeLabels: [label] } }], {
          kind: isSet ? 'label' : 'unlabel',
          name: label,
        }),
      setRead,
      keepOne: (kept, others) =>
        annotate(
          [
            { ids: [kept], set: { decision: 'keep' } },
            { ids: others, set: { decision: 'reject', duplicateOf: kept } },
          ],
          { kind: 'keep-one', name: String(kept), rejected: others.length },
        ),
      toggleRead: (id) => setRead([id], articles.annotation(id)?.readAt === undefined),
      markOpened: (id) => void articles.edit([{ ids: [id], set: { read: true } }]).catch(ignore),
    }
  }, [articles, say])
}

const ignore = (): void => {}

interface Steps {
  /** Announces a step once it is written, with an undo button. */
  readonly say: (work: Promise<Step | undefined>) => void
  /** Undoes the account's latest step, whatever screen it was made on, and says what it was. */
  readonly undo: () => void
}

/** Messages wait for a pause in typing: nobody can read ten a second, and drawing them would cost time. */
const quietMs = 120

const unwritten =
  'Nothing was changed: this tab can no longer write to the library. Reload the page and do it again; all that was decided before is safe.'

/** One counter for the page, which shows one message at a time: all steps and undos share it. */
let latestTurn = 0

export function useSteps(): Steps {
  const undoing = useUndoing()
  const toast = useToast()

  return useMemo(() => {
    /** Of a dozen steps within a second only the last is announced; each of them can be undone. */
    async function announce(work: Promise<Message | undefined>): Promise<void> {
      const turn = (latestTurn += 1)
      const said = await work.catch(() => ({ message: unwritten }))
      await new Promise((resolve) => setTimeout(resolve, quietMs))
      if (said && turn === latestTurn) toast({ id: stepMessage, ...said })
    }

    const undo = (meant?: Step) =>
      void announce(undoing.undo(meant).then((undone) => ({ message: undoneWords(undone) })))
    const done = (step: Step): Message => ({
      message: doneInWords(step),
      action: { label: 'Undo', onAction: () => undo(step) },
    })
    return {
      say: (work) => void announce(work.then((step) => step && done(step))),
      undo: () => undo(),
    }
  }, [undoing, toast])
}

type Message = Pick<ToastMessage, 'message' | 'action'>

function undoneWords(undone: Step | 'too-late' | undefined): string {
  if (undone === 'too-late') return 'Not undone: something has changed since'
  return undone ? `Undone: ${undoneInWords(undone)}` : 'There is nothing to undo'
}
