import { useNavigate } from 'react-router-dom'
import { paths } from '../../paths.ts'
import { useToast } from '../../ui/toast.tsx'
import { useHasUnmounted } from '../../ui/use-before-leaving.ts'
import { useLibrary } from '../../worker-client/worker-context.tsx'
import { draftOf, type FormState } from './form-state.ts'
import { refusalOf } from './sending/refusal.ts'
import { newFormId } from './use-draft-keeper.ts'

/** Brings back what the form held: in place, or, once the calling component has gone, as the draft, and opens it. */
export function useBringBack(): (form: FormState, inPlace: (form: FormState) => void) => void {
  const library = useLibrary()
  const navigate = useNavigate()
  const toast = useToast()
  const hasUnmounted = useHasUnmounted()
  return (form, inPlace) => {
    if (!hasUnmounted.current) return inPlace(form)
    library.saveDraft(draftOf(form, newFormId())).then(
      () => navigate(paths.newJobFromDraft()),
      () => toast({ message: `${refusalOf({ kind: 'storage' }).title}.` }),
    )
  }
}
