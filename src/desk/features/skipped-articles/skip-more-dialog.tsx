import { useMutation } from '@tanstack/react-query'
import { useSteps } from '../../worker-client/use-steps.ts'
import { useLibrary } from '../../worker-client/worker-context.tsx'
import { Alert } from '../../ui/alert.tsx'
import { pluralize } from '../../ui/number-words.ts'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { useSayNotKept } from '../../ui/not-kept.ts'
import { useToast } from '../../ui/toast.tsx'
import { useGivenIds } from './use-given-ids.tsx'

/** Adds ids from elsewhere to the automatic list, which tells files and typed ids apart. */
export function SkipMoreDialog({ onClose }: { onClose: () => void }) {
  const library = useLibrary()
  const toast = useToast()
  const { say } = useSteps()
  const sayNotKept = useSayNotKept()
  const { given, isBeingRead, readLists, field } = useGivenIds()
  const isNothing = given.idText.trim() === '' && given.idLists.length === 0
  const save = useMutation({
    mutationFn: async () => {
      const { typed, lists } = await readLists()
      if (typed.length + lists.length === 0) return 'no ids'
      return library.changeLedger(
        ...typed.map((add) => ({ list: 'by-hand', add }) as const),
        ...lists.map((add) => ({ list: 'imported', add }) as const),
        ...[...typed, ...lists].map((remove) => ({ list: 'released', remove }) as const),
      )
    },
    onSuccess: (step) => {
      if (step === 'no ids') return
      if (step) {
        const words = `Added ${pluralize(step.count, 'id')} to the articles you already have`
        say(Promise.resolve(step), undefined, words)
      } else toast({ message: 'All of them were there already' })
      onClose()
    },
    onError: sayNotKept,
  })

  return (
    <FormDialog
      title="Add ids"
      description="Articles that you have from elsewhere. They are skipped whenever you choose “Articles you already have”."
      submitLabel="Add ids"
      busy={save.isPending || isBeingRead}
      disabled={isNothing}
      onSubmit={() => isNothing || isBeingRead || save.mutate()}
      onClose={onClose}
    >
      {save.isError ? (
        <Alert tone="error" title="This device could not save them">
          Nothing was changed. Free up space and try again.
        </Alert>
      ) : null}
      {save.data === 'no ids' ? (
        <Alert tone="error" title="There are no ids in it">
          Nothing was added. Check what could not be read.
        </Alert>
      ) : null}
      {field}
    </FormDialog>
  )
}
