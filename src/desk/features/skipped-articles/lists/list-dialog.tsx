import { useState } from 'react'
import type { SkipList } from '../../../library/records.ts'
import { pluralize } from '../../../ui/number-words.ts'
import { FormDialog } from '../../../ui/form-dialog.tsx'
import { ListNameField } from '../list-name-field.tsx'
import { freeName, nameProblem } from '../list-name.ts'
import { useGivenIds } from '../use-given-ids.tsx'
import { useSaveList } from '../use-save-list.ts'

/** Creates a list, or renames one and adds ids to it. */
export function ListDialog({
  list: opened,
  lists,
  onCreated,
  onClose,
}: {
  list?: SkipList | undefined
  lists: readonly SkipList[]
  onCreated?: (id: string) => void
  onClose: () => void
}) {
  // As it is by now: another tab may have changed it.
  const list = lists.find(({ id }) => id === opened?.id) ?? opened
  const [name, setName] = useState<string>()
  const { given, isBeingRead, readLists, field } = useGivenIds()
  // Until a name is typed, the first file provides that of a new list.
  const shownName = name ?? list?.name ?? freeName(stemOf(given.idLists[0]?.name ?? ''), lists)
  const { save, isSaving, error, setError } = useSaveList({
    list: async () => ({
      ...(list && { id: list.id }),
      name: shownName.trim(),
      add: await readLists().then(({ typed, lists }) => [...typed, ...lists]),
    }),
    // A word follows the name: a number would be drawn as part of a name in Arabic.
    message: ({ name, count }) =>
      `${list ? `Changed the list “${name}”, now` : `Created the list “${name}”`} with ${pluralize(count, 'id')}`,
    onCreated,
    onClose,
  })

  return (
    <FormDialog
      title={list ? 'Change list' : 'New list'}
      description={
        list && `${list.name} holds ${pluralize(list.count, 'id')}. Ids given here are added to them.`
      }
      submitLabel={list ? 'Save list' : 'Create list'}
      busy={isSaving || isBeingRead}
      onSubmit={() => isBeingRead || save(nameProblem(shownName, lists, list?.id))}
      onClose={onClose}
    >
      <ListNameField
        value={shownName}
        error={error}
        onChange={setName}
        onErrorGone={() => setError(undefined)}
      />
      {field}
    </FormDialog>
  )
}

const stemOf = (fileName: string): string => fileName.replace(/\.[^.]+$/, '')
