import { useCallback, useEffect, useRef } from 'react'
import { useLibrary } from '../../../worker-client/worker-context.tsx'
import { useBeforeLeaving } from '../../../ui/use-before-leaving.ts'
import { draftOf, isBlank, type FormState } from '../form-state.ts'

const pauseMs = 400

/**
 * Saves the form in the library while it is being filled in, so that it survives a reload.
 *
 * @returns call it when the request has been taken: deletes the draft and stops saving
 */
export function useDraftKeeper(form: FormState, startedAs: FormState | undefined): () => void {
  const library = useLibrary()
  const kept = useRef(startedAs)
  const latest = useRef(form)
  const done = useRef(false)

  const keep = useCallback(() => {
    if (done.current || latest.current === kept.current) return
    kept.current = latest.current
    const draft = isBlank(latest.current) ? undefined : draftOf(latest.current)
    // A device that keeps nothing already shows a banner; a draft needs no second one.
    library.saveDraft(draft).catch(() => {})
  }, [library])

  useEffect(() => {
    latest.current = form
    const timer = setTimeout(keep, pauseMs)
    return () => clearTimeout(timer)
  }, [form, keep])

  useBeforeLeaving(keep)

  return useCallback(() => {
    done.current = true
    library.saveDraft(undefined).catch(() => {})
  }, [library])
}
