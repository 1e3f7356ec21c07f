import { useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { countIds } from '../../../../contract/ids.ts'
import { useLibrary } from '../../../worker-client/worker-context.tsx'
import { libraryKeys } from '../../../worker-client/library-queries.ts'
import type { SkipList } from '../../../library/records.ts'
import { pluralize } from '../../../ui/number-words.ts'
import { FormDialog } from '../../../ui/form-dialog.tsx'
import styles from './combine-dialog.module.css'
import { ListNameField } from '../list-name-field.tsx'
import { freeName, nameProblem } from '../list-name.ts'
import { useSaveList } from '../use-save-list.ts'

/** Combines lists into a new one, with its size shown in advance. The originals stay as they are. */
export function CombineDialog({
  chosen,
  lists,
  onCreated,
  onClose,
}: {
  /** At least two. */
  chosen: readonly SkipList[]
  lists: readonly SkipList[]
  onCreated: (id: string) => void
  onClose: () => void
}) {
  const library = useLibrary()
  const groupName = useId()
  const [how, setHow] = useState<How>('union')
  const [firstId, setFirstId] = useState(chosen[0]?.id)
  const [name, setName] = useState<string>()
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
    gcTime: 0,
    structuralSharing: false,
  })
  const ids = combined.data

  const { save, isSaving, error, setError } = useSaveList({
    list: async () => ({ name: shownName.trim(), ...(ids && { ids }) }),
    message: ({ name, count }) => `Created the list “${name}” with ${pluralize(count, 'id')}`,
    onCreated,
    onClose,
  })

  return (
    <FormDialog
      title={`Combine ${chosen.length} lists`}
      submitLabel="Create list"
      busy={isSaving || combined.isPending}
      onSubmit={() => ids && save(nameProblem(shownName, lists))}
      onClose={onClose}
    >
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
            ? `The new list will hold ${pluralize(countIds(ids), 'id')}.`
            : '\u00A0'}
      </output>
      <ListNameField
        value={shownName}
        error={error}
        onChange={setName}
        onErrorGone={() => setError(undefined)}
      />
    </FormDialog>
  )
}

type How = 'union' | 'intersection' | 'difference'

/** The ways to combine the lists, described with their names. */
function waysOf(lists: readonly SkipList[]): { value: How; label: string; hint: string }[] {
  const [first = '', ...others] = lists.map(({ name }) => name)
  const two = others.length === 1
  return [
    { value: 'union', label: two ? 'In either list' : 'In any of the lists', hint: 'Union: every id, once.' },
    {
      value: 'intersection',
      label: two ? 'In both lists' : 'In all of the lists',
      hint: 'Intersection: only ids that every list has.',
    },
    {
      value: 'difference',
      label: two ? 'In the first, not in the other' : 'In the first, not in the others',
      hint: `Difference: ${first} without ${others.join(', ')}.`,
    },
  ]
}

/** @param lists in order: a difference is the first minus the others */
function combinedName(lists: readonly SkipList[], how: How): string {
  const joint = { union: ' or ', intersection: ' and ', difference: ' without ' }[how]
  return lists.map(({ name }) => name).join(joint)
}
