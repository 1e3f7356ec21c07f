import { useMutation, useQuery } from '@tanstack/react-query'
import { useId, useState, type FormEvent } from 'react'
import { countIds } from '../../../contract/ids.ts'
import { useLibrary } from '../../intake/intake-context.tsx'
import { libraryKeys } from '../../intake/library-queries.ts'
import type { SkipList } from '../../library/records.ts'
import { Button } from '../../ui/button.tsx'
import { counted } from '../../ui/counted.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { useToast } from '../../ui/toast.tsx'
import { combinedName, waysOf, type How } from './combine-words.ts'
import styles from './combine-dialog.module.css'
import { freeName, longestName, nameProblem } from './list-name.ts'

/** A new list out of several; how many ids it would have is said before it is made. The others stay as they are. */
export function CombineDialog({
  chosen,
  lists,
  onClose,
}: {
  /** At least two. */
  chosen: readonly SkipList[]
  lists: readonly SkipList[]
  onClose: () => void
}) {
  const library = useLibrary()
  const toast = useToast()
  const groupName = useId()
  const [how, setHow] = useState<How>('union')
  const [firstId, setFirstId] = useState(chosen[0]?.id)
  const [name, setName] = useState<string>()
  const [error, setError] = useState<string>()
  const first = chosen.find(({ id }) => id === firstId) ?? chosen[0]
  const inOrder = [...(first ? [first] : []), ...chosen.filter((list) => list !== first)]
  const order = inOrder.map(({ id }) => id)
  const shownName = name ?? freeName(combinedName(inOrder, how), lists)

  const combined = useQuery({
    queryKey: [
      ...libraryKeys.lists(library.name),
      'combined',
      how,
      how === 'difference' ? order : [...order].sort(),
    ],
    queryFn: () => library.combineLists(order, how),
    networkMode: 'always',
    gcTime: 0,
    structuralSharing: false,
    retry: false,
  })
  const ids = combined.data

  const save = useMutation({
    networkMode: 'always',
    mutationFn: () => library.saveList({ name: shownName.trim(), ...(ids && { ids }) }),
    onSuccess: (saved) => {
      toast({ message: `Created the list ${saved.name}: ${counted(saved.count, 'id')}` })
      onClose()
    },
    onError: () => setError('This device would not keep it. Nothing was changed; make room and try again.'),
  })

  const submit = (event: FormEvent) => {
    event.preventDefault()
    const problem = nameProblem(shownName, lists)
    setError(problem)
    if (problem === undefined && ids) save.mutate()
  }

  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={`Combine ${chosen.length} lists`}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button variant="primary" type="submit" form="combine" busy={save.isPending || combined.isPending}>
            Create list
          </Button>
        </>
      }
    >
      <form id="combine" className={styles.form} noValidate onSubmit={submit}>
        <fieldset className={styles.ways} role="radiogroup">
          <legend className={styles.legend}>Which ids</legend>
          {waysOf(inOrder).map(({ value, label, hint }) => (
            <div key={value}>
              <label className={styles.way}>
                <input
                  type="radio"
                  name={groupName}
                  checked={value === how}
                  aria-describedby={`${groupName}-${value}`}
                  onChange={() => setHow(value)}
                />
                {label}
              </label>
              <p id={`${groupName}-${value}`} className={styles.hint}>
                {hint}
              </p>
            </div>
          ))}
        </fieldset>
        {how === 'difference' ? (
          <label className={styles.first}>
            The first list
            <select
              value={first?.id}
              onChange={(event) => setFirstId(event.target.value)}
              className={styles.select}
            >
              {chosen.map(({ id, name }) => (
                <option key={id} value={id}>
                  {name}
                </option>
              ))}
            </select>
          </label>
        ) : null}
        <output className={styles.count}>
          {combined.isError
            ? 'The lists could not be read. Close this and try again; nothing is lost.'
            : ids
              ? `The new list will hold ${counted(countIds(ids), 'id')}.`
              : '\u00A0'}
        </output>
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
      </form>
    </Dialog>
  )
}
