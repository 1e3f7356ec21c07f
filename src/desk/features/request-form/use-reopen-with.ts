import { useCallback } from 'react'
import { useNavigate } from 'react-router-dom'
import { paths } from '../../paths.ts'
import { useToast } from '../../ui/toast.tsx'
import { useLibrary } from '../../worker-client/worker-context.tsx'
import { draftOf, type FormState } from './form-state.ts'
import { randomId } from './use-draft-keeper.ts'

/** Opens the form with what it held, after it was left or started over: it is the draft again. */
export function useReopenWith(): (form: FormState) => void {
  const library = useLibrary()
  const navigate = useNavigate()
  const toast = useToast()
  return useCallback(
    (form) =>
      void library.saveDraft(draftOf(form, randomId())).then(
        () => navigate(paths.newJobFromDraft, { replace: window.location.pathname === paths.newJob }),
        () => toast({ message: 'Not restored: this device could not save the request.' }),
      ),
    [library, navigate, toast],
  )
}
