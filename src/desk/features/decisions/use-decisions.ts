import { useEffect, useMemo, useRef } from 'react'
import type { ArticleId } from '../../../contract/ids.ts'
import { useLibrary, useMarks } from '../../intake/intake-context.tsx'
import type { Decision, MarkEdit, StepAction, UndoneStep } from '../../library/records.ts'
import { useToast } from '../../ui/toast.tsx'
import { doneInWords, stepInWords } from './step-words.ts'

export interface Decisions {
  /** Decides on articles; null takes their decisions away. Shown at once, said and undoable once it is written. */
  readonly decide: (ids: readonly ArticleId[], decision: Decision | null) => void
  /** Decides on one article. The decision it already has is taken away by the same key. @returns what it has now */
  readonly toggle: (id: ArticleId, decision: Decision) => Decision | null
  readonly setRead: (ids: readonly ArticleId[], read: boolean) => void
  /** Keeps one of several articles that say the same, and rejects the others as its duplicates: one step. */
  readonly keepOne: (kept: ArticleId, others: readonly ArticleId[]) => void
  /** Reads an unread article, or has a read one be unread again. */
  readonly toggleRead: (id: ArticleId) => void
  /** Without a step of its own: it was merely opened. */
  readonly markOpened: (id: ArticleId) => void
  readonly undo: () => void
}

/** One message for all that is done in a row: the latest takes the place of the one before. */
const messageId = 'step'

/** Messages wait until the keys rest for a moment: ten decisions a second are not to be read, nor to be drawn. */
const quietMs = 120

const unwritten =
  'Nothing was changed: this tab can no longer write to the library. Reload the page and do it again; all that was decided before is safe.'

/** @param onUndone told which article an undo is about, to go there */
export function useDecisions(onUndone?: (article: ArticleId) => void): Decisions {
  const library = useLibrary()
  const marks = useMarks()
  const toast = useToast()
  const latest = useRef(0)
  const undone = useRef(onUndone)
  useEffect(() => {
    undone.current = onUndone
  })

  return useMemo(() => {
    /** Of a dozen things done within a second only the last is said; each of them can be undone. */
    async function say(work: Promise<string | undefined>, withUndo: boolean): Promise<void> {
      const turn = (latest.current += 1)
      const message = await work.catch(() => unwritten)
      await new Promise((resolve) => setTimeout(resolve, quietMs))
      if (message === undefined || turn !== latest.current) return
      const action = withUndo && message !== unwritten ? { label: 'Undo', onAction: undo } : undefined
      toast({ id: messageId, message, ...(action && { action }) })
    }

    function mark(edits: readonly MarkEdit[], action: StepAction): void {
      const work = marks.mark(edits, action)
      void say(
        work.then(({ step }) => step && doneInWords(step)),
        true,
      )
    }

    function undo(): void {
      const work = library.undo()
      void work.then((step: UndoneStep | undefined) => {
        if (step?.article !== undefined) undone.current?.(step.article)
      }, ignore)
      void say(
        work.then((step) => (step ? `Undone: ${stepInWords(step)}` : 'There is nothing to undo')),
        false,
      )
    }

    const decide = (ids: readonly ArticleId[], decision: Decision | null) =>
      mark([{ ids, set: { decision } }], { kind: decision ?? 'undecide' })
    const setRead = (ids: readonly ArticleId[], read: boolean) =>
      mark([{ ids, set: { read } }], { kind: read ? 'read' : 'unread' })
    return {
      decide,
      toggle(id, decision) {
        const next = marks.get(id)?.decision === decision ? null : decision
        decide([id], next)
        return next
      },
      setRead,
      keepOne: (kept, others) =>
        mark(
          [
            { ids: [kept], set: { decision: 'keep' } },
            { ids: others, set: { decision: 'reject', duplicateOf: kept } },
          ],
          { kind: 'keep-one', name: String(kept), rejected: others.length },
        ),
      toggleRead: (id) => setRead([id], marks.get(id)?.readAt === undefined),
      markOpened: (id) => void marks.mark([{ ids: [id], set: { read: true } }]).catch(ignore),
      undo,
    }
  }, [library, marks, toast])
}

const ignore = (): void => {}
