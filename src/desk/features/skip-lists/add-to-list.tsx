import { useMutation, useQuery } from '@tanstack/react-query'
import { useId, useState, type FormEvent } from 'react'
import type { IdList } from '../../../contract/ids.ts'
import { useIntake } from '../../intake/intake-context.tsx'
import { listsQuery } from '../../intake/library-queries.ts'
import { Button } from '../../ui/button.tsx'
import { counted } from '../../ui/counted.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { useToast } from '../../ui/toast.tsx'
import styles from './combine-dialog.module.css'
import { longestName, nameProblem } from './list-name.ts'

export interface AddToListProps {
  /** How many articles it is about; said before they are added. */
  count: number
  /** Read when the editor has chosen a list. */
  ids: () => Promise<IdList>
  onClose: () => void
}

/** Puts articles on a named list, or on a new one. Load it with `lazy`. */
export function AddToList({ count, ids, onClose }: AddToListProps) {
  const intake = useIntake()
  const toast = useToast()
  const groupName = useId()
  const { data: lists = [] } = useQuery(listsQuery(intake))
  const [chosen, setChosen] = useState<string>()
  const [name, setName] = useState('')
  const [error, setError] = useState<string>()
  const list = lists.find(({ id }) => id === (chosen ?? lists[0]?.id))
  const isNew = chosen === 'new' || !list

  const add = useMutation({
    networkMode: 'always',
    mutationFn: async () =>
      intake.library.saveList({
        ...(!isNew && { id: list.id }),
        name: isNew ? name.trim() : list.name,
        add: [await ids()],
      }),
    onSuccess: (saved) => {
      toast({ message: `The list ${saved.name} holds ${counted(saved.count, 'id')} now` })
      onClose()
    },
    onError: () => setError('This device would not keep it. Nothing was changed; make room and try again.'),
  })

  const submit = (event: FormEvent) => {
    event.preventDefault()
    const problem = isNew ? nameProblem(name, lists) : undefined
    setError(problem)
    if (problem === undefined) add.mutate()
  }

  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title="Add to a list"
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button variant="primary" type="submit" form="add-to-list" busy={add.isPending}>
            {`Add ${counted(count, 'article')}`}
          </Button>
        </>
      }
    >
      <form id="add-to-list" className={styles.form} noValidate onSubmit={submit}>
        {lists.length > 0 ? (
          <fieldset className={styles.ways} role="radiogroup">
            <legend className={styles.legend}>List</legend>
            {[
              ...lists.map(({ id, name, count }) => ({ id, label: `${name} (${counted(count, 'id')})` })),
              aNewList,
            ].map(({ id, label }) => (
              <label key={id} className={styles.way}>
                <input
                  type="radio"
                  name={groupName}
                  checked={id === (isNew ? 'new' : list.id)}
                  onChange={() => setChosen(id)}
                />
                <bdi>{label}</bdi>
              </label>
            ))}
          </fieldset>
        ) : null}
        {isNew ? (
          <TextField
            label="Name of the new list"
            error={error}
            value={name}
            maxLength={longestName}
            autoComplete="off"
            onValueChange={(name) => {
              setName(name)
              setError(undefined)
            }}
          />
        ) : (
          <p className={styles.hint}>{error}</p>
        )}
      </form>
    </Dialog>
  )
}

const aNewList = { id: 'new', label: 'A new list' }
