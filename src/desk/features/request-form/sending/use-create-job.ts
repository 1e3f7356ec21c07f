import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { parseIds } from '../../../files/parse-ids.ts'
import { useWorkerApi } from '../../../worker-client/worker-context.tsx'
import type { CreateOutcome } from '../../../worker-client/worker-api.ts'
import { libraryKeys } from '../../../worker-client/library-queries.ts'
import type { FormState } from '../form-state.ts'
import { requestOf, scopeOf } from '../form-state.ts'

/** What the form does once it is known what came of the request, if the editor is still there. */
export interface CreateAnswers {
  onAnswer: (outcome: CreateOutcome) => void
  onError: () => void
}

/**
 * Sends the form once. Never again automatically, and not while the first is under way: a job made twice costs the
 * editor's quota.
 *
 * @param onTaken called when the request has become a job, or may have: also after the editor has left the form
 */
export function useCreateJob(onTaken: () => void) {
  const worker = useWorkerApi()
  const client = useQueryClient()
  // State is too late for a double click: both clicks come before React has drawn "Sending".
  const underWay = useRef(false)
  const hasLeft = useHasLeft()
  const { mutateAsync, isPending, data } = useMutation({
    retry: false,
    networkMode: 'always',
    mutationFn: (form: FormState) =>
      worker.createJob(requestOf(form), form.madeFrom, scopeOf(form, parseIds(form.idText).ids)),
    onSuccess: (outcome) => {
      if (outcome.kind === 'accepted') {
        const queryKey = libraryKeys.job(worker.library.name, outcome.key)
        client.setQueryData(queryKey, outcome.record)
        // The screen of the job begins with it and asks anew: a quick service may have answered by now.
        void client.invalidateQueries({ queryKey, exact: true, refetchType: 'none' })
      }
      // Taken, it stays under way until the form is gone: a quick service answers between the two clicks.
      if (outcome.kind === 'refused') underWay.current = false
      else onTaken()
    },
    onError: () => {
      underWay.current = false
    },
  })

  const createJob = (form: FormState, { onAnswer, onError }: CreateAnswers) => {
    if (underWay.current) return
    underWay.current = true
    // Not the callbacks of `mutate`: they are dropped where the answer comes before React has subscribed to it, which
    // on a busy machine is after the first click, and the form would stay at "Sending" with the job made.
    mutateAsync(form).then(
      (outcome) => hasLeft.current || onAnswer(outcome),
      () => hasLeft.current || onError(),
    )
  }
  return { createJob, isSending: isPending || (data !== undefined && data.kind !== 'refused') }
}

/** Whether the form is off the screen. */
function useHasLeft() {
  const hasLeft = useRef(false)
  useEffect(() => {
    hasLeft.current = false
    return () => {
      hasLeft.current = true
    }
  }, [])
  return hasLeft
}
