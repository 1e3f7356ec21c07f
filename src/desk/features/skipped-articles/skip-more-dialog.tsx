import { useMutation } from '@tanstack/react-query'
import { useCallback, useState } from 'react'
import { useWorkerApi } from '../../worker-client/worker-context.tsx'
import { Alert } from '../../ui/alert.tsx'
import { counted } from '../../ui/counted.ts'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { useToast } from '../../ui/toast.tsx'
import { isBeingRead, isNothing, listsOf, noIdsGiven, readTyped, type IdsGiven } from './ids-given.ts'
import { IdsInput } from './ids-input.tsx'

/** Adds ids from elsewhere to the automatic list, which tells files and typed ids apart. */
export function SkipMoreDialog({ onClose }: { onClose: () => void }) {
  const worker = useWorkerApi()
  const toast = useToast()
  const [given, setGiven] = useState(noIdsGiven)
  const give = useCallback((change: (given: IdsGiven) => IdsGiven) => setGiven(change), [])
  const save = useMutation({
    mutationFn: async () => {
      const { library } = worker
      const typed = await readTyped(given, worker)
      const lists = listsOf(given)
      let changed = 0
      for (const ids of typed) changed += await library.changeLedger({ list: 'by-hand', add: ids })
      for (const ids of lists) changed += await library.changeLedger({ list: 'imported', add: ids })
      for (const ids of [...typed, ...lists]) await library.changeLedger({ list: 'released', remove: ids })
      return changed
    },
    onSuccess: (changed) => {
      toast({
        message:
          changed === 0
            ? 'All of them were there already'
            : `Added ${counted(changed, 'id')} to the articles you already have`,
      })
      onClose()
    },
  })

  const submit = () => {
    if (!isNothing(given) && !isBeingRead(given)) save.mutate()
  }

  return (
    <FormDialog
      title="Add ids"
      description="Articles that you have from elsewhere. They are skipped whenever you choose “Articles you already have”."
      submitLabel="Add ids"
      busy={save.isPending || isBeingRead(given)}
      disabled={isNothing(given)}
      onSubmit={submit}
      onClose={onClose}
    >
      {save.isError ? (
        <Alert tone="error" title="This device could not save them">
          Nothing was changed. Free up space and try again.
        </Alert>
      ) : null}
      <IdsInput given={given} onChange={give} />
    </FormDialog>
  )
}
