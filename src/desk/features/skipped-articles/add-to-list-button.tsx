import { useQuery } from '@tanstack/react-query'
import ListPlus from 'lucide-react/icons/list-plus'
import { useState } from 'react'
import { listsQuery } from '../../worker-client/library-queries.ts'
import { useWorkerApi } from '../../worker-client/worker-context.tsx'
import { useCommand } from '../../ui/commands.tsx'
import { pluralize } from '../../ui/number-words.ts'
import { lazyPopup } from '../../ui/lazy-popup.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import type { AddToListProps } from './add-to-list.tsx'

const AddToList = lazyPopup(async () => (await import('./add-to-list.tsx')).AddToList)

/** Adds the selection to a skip list. */
export function AddToListButton({ count, ids }: Omit<AddToListProps, 'lists' | 'onClose'>) {
  const [open, setOpen] = useState(false)
  // Asked for before the dialog is: it begins with another field if there are none.
  const { data: lists = [], isPending } = useQuery(listsQuery(useWorkerApi()))
  const label = `Add ${pluralize(count, 'article')} to a list`
  useCommand({ id: 'skipped-articles/add', label, run: () => setOpen(true) })
  return (
    <>
      <IconButton
        size="s"
        variant="secondary"
        label={label}
        icon={<ListPlus />}
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
      />
      {open && !isPending ? <AddToList {...{ count, ids, lists }} onClose={() => setOpen(false)} /> : null}
    </>
  )
}
