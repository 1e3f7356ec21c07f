import { useMemo } from 'react'
import type { ArticleId } from '../../../contract/ids.ts'
import { useSteps } from '../../worker-client/use-steps.ts'
import { useArticleCache } from '../../worker-client/worker-context.tsx'
import type { Decision, AnnotationEdit, StepAction } from '../../library/records.ts'

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
  /** Adds or removes labels, in one undo step. */
  readonly setLabels: (ids: readonly ArticleId[], labels: readonly string[], isSet: boolean) => void
  readonly markRead: (ids: readonly ArticleId[]) => void
  /** Keeps one of several articles that say the same and rejects the others as its duplicates, in one undo step. */
  readonly keepOne: (kept: ArticleId, others: readonly ArticleId[]) => void
  /** Marks articles as read, or as unread if all of them are read. */
  readonly toggleRead: (ids: readonly ArticleId[]) => void
  /** Has no undo step: the article was merely opened. */
  readonly markOpened: (id: ArticleId) => void
}

export function useDecisions(): Decisions {
  const articles = useArticleCache()
  const { say } = useSteps()

  return useMemo(() => {
    const edit = async (edits: readonly AnnotationEdit[], action: StepAction) =>
      (await articles.edit(edits, action)).step
    const annotate = (edits: readonly AnnotationEdit[], action: StepAction): void => say(edit(edits, action))
    const decide = (ids: readonly ArticleId[], decision: Decision | null) =>
      annotate([{ ids, set: { decision } }], { kind: decision ?? 'undecide' })
    const mark = (ids: readonly ArticleId[], read: boolean) =>
      edit([{ ids, set: { read } }], { kind: read ? 'read' : 'unread' })
    return {
      decide,
      toggle(id, decision) {
        const next = articles.annotation(id)?.decision === decision ? null : decision
        decide([id], next)
        return next
      },
      rejectFor(ids, reason) {
        const hasIt = ids.length === 1 && ids.every((id) => articles.annotation(id)?.reason === reason)
        const name = hasIt ? undefined : reason
        annotate([{ ids, set: { decision: 'reject', reason: name ?? null } }], { kind: 'reject', name })
        return !hasIt
      },
      setLabels: (ids, labels, isSet) =>
        annotate([{ ids, set: isSet ? { addLabels: labels } : { removeLabels: labels } }], {
          kind: isSet ? 'label' : 'unlabel',
          // Labels contain no commas.
          name: labels.join(', '),
        }),
      markRead: (ids) => say(mark(ids, true)),
      keepOne: (kept, others) =>
        annotate(
          [
            { ids: [kept], set: { decision: 'keep' } },
            { ids: others, set: { decision: 'reject', duplicateOf: kept } },
          ],
          { kind: 'keep-one', rejected: others.length },
        ),
      toggleRead(ids) {
        const areRead = ids.every((id) => articles.annotation(id)?.readAt)
        // Of articles that have not been shown, only the library knows: it changes nothing if they are read.
        say(mark(ids, !areRead).then((step) => step ?? mark(ids, false)))
      },
      markOpened: (id) => void articles.edit([{ ids: [id], set: { read: true } }]).catch(ignore),
    }
  }, [articles, say])
}

const ignore = (): void => {}
