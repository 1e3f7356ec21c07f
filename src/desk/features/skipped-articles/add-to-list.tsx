import { useId, useRef, useState } from 'react'
import { packIds, type ArticleId } from '../../../contract/ids.ts'
import type { SkipList } from '../../library/records.ts'
import { leftOutWords } from '../../ui/left-out-words.ts'
import { pluralize } from '../../ui/number-words.ts'
import { FormDialog } from '../../ui/form-dialog.tsx'
import styles from './lists/combine-dialog.module.css'
import { ListNameField } from './list-name-field.tsx'
import { nameProblem } from './list-name.ts'
import { useSaveList } from './use-save-list.ts'

export interface AddToListProps {
  /** Number of articles; shown before they are added. */
  count: number
  /** Called once the editor has chosen a list. `unsafe` counts ids past 2^53, which are left out. */
  ids: () => Promise<{ readonly ids: readonly ArticleId[]; readonly unsafe: number }>
  lists: readonly SkipList[]
  onClose: () => void
}

/** Adds articles to a named list, existing or new. */
export function AddToList({ count, ids, lists, onClose }: AddToListProps) {
  const groupName = useId()
  const [chosen, setChosen] = useState<string>()
  const [name, setName] = useState('')
  const list = lists.find(({ id }) => id === (chosen ?? lists[0]?.id))
  const isNew = chosen === 'new' || !list
  const unsafeCount = useRef(0)

  const { save, isSaving, error, setError } = useSaveList({
    list: async () => {
      const { ids: added, unsafe } = await ids()
      unsafeCount.current = unsafe
      return {
        ...(!isNew && { id: list.id }),
        name: isNew ? name.trim() : list.name,
        add: [packIds(added)],
      }
    },
    message: (saved) =>
      `The list “${saved.name}” now holds ${pluralize(saved.count, 'id')}${leftOutWords(unsafeCount.current)}`,
    onClose,
  })

  return (
    <FormDialog
      title="Add to a list"
      submitLabel={`Add ${pluralize(count, 'article')}`}
      busy={isSaving}
      onSubmit={() => save(isNew ? nameProblem(name, lists) : undefined)}
      onClose={onClose}
    >
      {lists.length > 0 ? (
        <fieldset className={styles.ways} role="radiogroup">
          <legend className={styles.legend}>List</legend>
          {[
            ...lists.map(({ id, name, count }) => ({ id, name, detail: ` (${pluralize(count, 'id')})` })),
            aNewList,
          ].map(({ id, name, detail }) => (
            <label key={id} className={styles.way}>
              <input
                type="radio"
                name={groupName}
                checked={id === (isNew ? 'new' : list.id)}
                onChange={() => setChosen(id)}
              />
              <span className={styles.name}>
                <bdi>{name}</bdi>
                {detail}
              </span>
            </label>
          ))}
        </fieldset>
      ) : null}
      {isNew ? (
        <ListNameField
          label="Name of the new list"
          value={name}
          error={error}
          onChange={setName}
          onErrorGone={() => setError(undefined)}
        />
      ) : (
        <p className={styles.hint} role="alert">
          {error}
        </p>
      )}
    </FormDialog>
  )
}

const aNewList = { id: 'new', name: 'A new list', detail: '' }
