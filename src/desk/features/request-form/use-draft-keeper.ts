import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import type { FormIds } from '../../library/stored-settings.ts'
import { useBeforeLeaving } from '../../ui/use-before-leaving.ts'
import { useLibrary } from '../../worker-client/worker-context.tsx'
import { draftOf, isBlank, type FormState } from './form-state.ts'
import type { Start } from './start/load-start.ts'

const draftPauseMs = 400

export interface DraftKeeper {
  /**
   * Call it before the request is sent: saved later, the draft would not be known to have been sent.
   *
   * @returns the forms that may have saved the draft; undefined if the form was edited since it was sent
   */
  readonly keepDraft: (sent: FormState) => FormIds | undefined
  /** Call it when the request has been taken: deletes the draft and stops saving. */
  readonly forgetDraft: () => void
}

/** Saves the form in the library while it is being filled in, so that it survives a reload. */
export function useDraftKeeper(form: FormState, start: Start): DraftKeeper {
  const library = useLibrary()
  const [formId] = useState(newFormId)
  const [startedAs] = useState(start.made ? undefined : start.form)
  const kept = useRef(startedAs)
  const latest = useRef(form)
  const done = useRef(false)

  /** Only this form's draft: another tab, or a form opened since, may have saved its own in its place. */
  const formIds = useMemo(() => (start.made ? [formId] : [formId, start.draftOf]), [formId, start])
  const discard = useCallback(() => library.discardDraft(formIds), [library, formIds])

  const keep = useCallback(() => {
    if (done.current || latest.current === kept.current) return
    const keeping = latest.current
    kept.current = keeping
    const writing = isBlank(keeping, start.blank)
      ? discard()
      : library.saveDraft(draftOf(keeping, formId, keeping === start.made))
    // A device that keeps nothing already shows a banner; a draft needs no second one.
    writing.catch(() => {
      if (kept.current === keeping) kept.current = undefined
    })
  }, [library, formId, discard, start])

  useEffect(() => {
    latest.current = form
    const timer = setTimeout(keep, draftPauseMs)
    return () => clearTimeout(timer)
  }, [form, keep])

  const keepBeforeLeaving = useCallback(() => {
    if (latest.current !== kept.current) return keep()
    // Another tab may have made a job of a draft that replaced this one. What wasn't edited here is not brought back.
    if (done.current || latest.current === startedAs || isBlank(latest.current, start.blank)) return
    library.bringBackDraft(draftOf(latest.current, formId)).catch(() => {})
  }, [keep, startedAs, library, formId, start])
  useBeforeLeaving(keepBeforeLeaving)

  return {
    keepDraft(sent) {
      keep()
      return latest.current === sent ? formIds : undefined
    },
    forgetDraft() {
      done.current = true
      discard().catch(() => {})
    },
  }
}

/** Not `newId`, which only the worker loads. `randomUUID` is not available on plain http. */
export const newFormId = (): string => crypto.getRandomValues(new Uint32Array(2)).join('-')
