import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { useWorkerApi } from '../../../worker-client/worker-context.tsx'
import type { CreateOutcome } from '../../../worker-protocol/worker-api.ts'
import { creatingJob, libraryKeys } from '../../../worker-client/library-queries.ts'
import { useToast } from '../../../ui/toast.tsx'
import { useHasUnmounted } from '../../../ui/use-before-leaving.ts'
import type { FormState } from '../form-state.ts'
import { requestOf, scopeOf } from '../form-state.ts'
import { readTypedIds } from '../../../worker-client/typed-ids.ts'
import { skipEverythingSetting } from '../start/load-start.ts'
import type { DraftKeeper } from '../use-draft-keeper.ts'
import { refusalOf } from './refusal.ts'

/** Callbacks of the form, called if the editor is still there; a toast tells of a refusal otherwise. */
export interface CreateCallbacks {
  onOutcome: (outcome: CreateOutcome) => void
  onError: () => void
}

/**
 * Sends the form once, never again automatically and never while a request is in progress: a job made twice costs the
 * editor's quota.
 *
 * @param keeper of the form's draft, which is deleted when the request has become a job, or may have, even if the editor
 *   has left the form
 */
export function useCreateJob(keeper?: DraftKeeper) {
  const worker = useWorkerApi()
  const client = useQueryClient()
  const toast = useToast()
  // State would be too late for a double click: both clicks come before React has drawn "Sending".
  const underWay = useRef(false)
  const hasUnmounted = useHasUnmounted()
  const { mutateAsync, isPending, data } = useMutation({
    mutationKey: creatingJob,
    mutationFn: async (form: FormState) => {
      const { ids } = await readTypedIds(worker, form.idText)
      return worker.createJob(requestOf(form), form.madeFrom, scopeOf(form, ids), keeper?.keepDraft(form))
    },
    onSuccess: (outcome, form) => {
      if (outcome.kind === 'accepted') {
        const queryKey = libraryKeys.job(worker.library.name, outcome.key)
        client.setQueryData(queryKey, outcome.record)
        // The job's screen starts with this record and reads it again: a fast service may have finished by now.
        void client.invalidateQueries({ queryKey, exact: true, refetchType: 'none' })
      }
      // Once accepted it stays locked until the form is gone: a fast service responds between two clicks.
      if (!('key' in outcome)) underWay.current = false
      else if (keeper) {
        keeper.forgetDraft()
        worker.library.saveSetting(skipEverythingSetting, form.skipEverything).catch(() => {})
      }
    },
    onError: () => {
      underWay.current = false
    },
  })

  const createJob = (form: FormState, { onOutcome, onError }: CreateCallbacks) => {
    if (underWay.current) return
    underWay.current = true
    // Not the callbacks of `mutate`: they are dropped if the response comes before React has subscribed, which on a
    // busy machine happens after the first click. The form would stay at "Sending" although the job was made.
    mutateAsync(form).then(
      (outcome) => {
        if (!hasUnmounted.current) onOutcome(outcome)
        else if (outcome.kind === 'refused')
          toast({ message: `No job was made. ${refusalOf(outcome.failure).title}.` })
        else if (outcome.kind === 'unsaved') toast({ message: outcome.failure.detail ?? '' })
      },
      () => {
        if (!hasUnmounted.current) onError()
        else toast({ message: `${refusalOf({ kind: 'storage' }).title}.` })
      },
    )
  }
  return { createJob, isSending: isPending || (data !== undefined && 'key' in data) }
}
