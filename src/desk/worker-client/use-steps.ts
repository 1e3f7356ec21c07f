import { useMemo } from 'react'
import { flushSync } from 'react-dom'
import type { Step } from '../library/records.ts'
import type { ToastMessage } from '../ui/toast-channel.ts'
import { useToast } from '../ui/toast.tsx'
import { describeStep, describeUndoneStep } from './describe-step.ts'
import { useArticleCache, useUndone } from './worker-context.tsx'

interface Steps {
  /**
   * Announces a step once it is written, with an undo button.
   *
   * @param failed what to say instead if it could not be written
   * @param words what to say of it instead of what it is called
   */
  readonly say: (work: Promise<Step | undefined>, failed?: string, words?: string) => void
  /**
   * Undoes the account's latest step, whatever screen it was made on, and says what it was. Settles once the screen is
   * at the article concerned.
   */
  readonly undo: () => Promise<unknown>
}

/** The id of every message about a step: each replaces the one before, whose "Undo" is then too late. */
export const stepMessage = 'step'

/** Messages wait for a pause in typing: nobody can read ten a second, and drawing them would cost time. */
const quietMs = 120

const unwritten =
  'Nothing was changed: this tab could not write to the library. Do it again; if that fails too, reload the page. All that was decided before is safe.'

export const notDeleted = 'Not deleted: this device could not save the change.'

/** What may be announced, oldest first. All steps and undos share it: the page shows one message at a time. */
const unannounced = new Set<Promise<unknown>>()

export function useSteps(): Steps {
  const articles = useArticleCache()
  const { notify } = useUndone()
  const toast = useToast()

  return useMemo(() => {
    /** Of a dozen steps within a second only the last is announced, since each can be undone; a failure always is. */
    async function announce(work: Promise<Message | undefined>, failed = unwritten): Promise<void> {
      unannounced.add(work)
      let hasFailed = false
      const said = await work.catch(() => {
        hasFailed = true
        return { message: failed }
      })
      // What changed nothing leaves the message to the step before.
      if (!said) unannounced.delete(work)
      await new Promise((resolve) => setTimeout(resolve, quietMs))
      const isLatest = [...unannounced].at(-1) === work
      if (isLatest) unannounced.clear()
      if (said && (hasFailed || isLatest)) toast({ id: stepMessage, ...said })
    }

    /** @param meant if given, nothing is changed unless it is still the latest */
    const undo = async (meant?: Step): Promise<Message> => {
      const undone = await articles.undo(meant)
      if (undone) {
        // At once: the next key is for the article that the screen goes to.
        flushSync(() => notify(undone))
        return { message: `Undone: ${describeUndoneStep(undone)}` }
      }
      return { message: meant ? 'Not undone: something has changed since' : 'There is nothing to undo' }
    }
    const done = (step: Step, words = describeStep(step)): Message => ({
      message: words,
      action: { label: 'Undo', onAction: () => void announce(undo(step)) },
    })
    return {
      say: (work, failed, words) =>
        void announce(
          work.then((step) => step && done(step, words)),
          failed,
        ),
      undo: () => {
        const undoing = undo()
        void announce(undoing)
        return undoing
      },
    }
  }, [articles, notify, toast])
}

type Message = Pick<ToastMessage, 'message' | 'action'>
