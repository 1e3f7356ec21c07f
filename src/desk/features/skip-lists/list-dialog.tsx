import { useMutation } from '@tanstack/react-query'
import { useCallback, useState, type FormEvent } from 'react'
import { useIntake } from '../../intake/intake-context.tsx'
import type { SkipList } from '../../library/records.ts'
import { Button } from '../../ui/button.tsx'
import { counted } from '../../ui/counted.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { useToast } from '../../ui/toast.tsx'
import { isBeingRead, listsOf, noIdsGiven, readTyped, type IdsGiven } from './ids-given.ts'
import { IdsInput } from './ids-input.tsx'
import { freeName, longestName, nameProblem } from './list-name.ts'
import styles from './list-dialog.module.css'

/** A new list, or another name and more ids for one there is. */
export function ListDialog({
  list,
  lists,
  onClose,
}: {
  list?: SkipList | undefined
  lists: readonly SkipList[]
  onClose: () => void
}) {
  const intake = useIntake()
  const toast = useToast()
  const [name, setName] = useState(list?.name)
  const [error, setError] = useState<string>()
  const [given, setGiven] = useState(noIdsGiven)
  const give = useCallback((change: (given: IdsGiven) => IdsGiven) => setGiven(change), [])
  // Until a name is written the first file gives its own.
  const shownName = name ?? freeName(given.sources[0] ? stemOf(given.sources[0].name) : '', lists)
  const save = useMutation({
    networkMode: 'always',
    mutationFn: async () => {
      const add = [...(await readTyped(given, intake)), ...listsOf(given)]
      return intake.library.saveList({ ...(list && { id: list.id }), name: shownName.trim(), add })
    },
    onSuccess: (saved) => {
      toast({
        message: `${list ? 'Changed' : 'Created'} the list ${saved.name}: ${counted(saved.count, 'id')}`,
      })
      onClose()
    },
    onError: () => setError('This device would not keep it. Nothing was changed; make room and try again.'),
  })

  const submit = (event: FormEvent) => {
    event.preventDefault()
    const problem = nameProblem(shownName, lists, list?.id)
    setError(problem)
    if (problem === undefined && !isBeingRead(given)) save.mutate()
  }

  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={list ? 'Change list' : 'New list'}
      description={
        list
          ? `${list.name} holds ${counted(list.count, 'id')}. Ids given here are added to them.`
          : undefined
      }
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button variant="primary" type="submit" form="list" busy={save.isPending || isBeingRead(given)}>
            {list ? 'Save list' : 'Create list'}
          </Button>
        </>
      }
    >
      <form id="list" className={styles.form} noValidate onSubmit={submit}>
        <TextField
          label="Name"
          error={error}
          value={shownName}
          maxLength={longestName}
          autoComplete="off"
          onValueChange={(name) => {
            setName(name)
            setError(undefined)
          }}
        />
        <IdsInput given={given} onChange={give} />
      </form>
    </Dialog>
  )
}

const stemOf = (fileName: string): string => fileName.replace(/\.[^.]+$/, '')
