import ListPlus from 'lucide-react/icons/list-plus'
import { useState } from 'react'
import { packIds, type ArticleId } from '../../../contract/ids.ts'
import { useCommand } from '../../ui/commands.tsx'
import { pluralize } from '../../ui/number-words.ts'
import { lazyPopup } from '../../ui/lazy-popup.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import styles from './add-to-list-button.module.css'

const AddToList = lazyPopup(async () => (await import('./add-to-list.tsx')).AddToList)

/** Adds the selection to a skip list; for the toolbar of a selection. */
export function AddToListButton({
  count,
  ids,
}: {
  count: number
  ids: () => Promise<{ readonly ids: readonly ArticleId[] }>
}) {
  const [open, setOpen] = useState(false)
  const label = `Add ${pluralize(count, 'article')} to a list`
  useCommand({ id: 'skipped-articles/add', label, run: () => setOpen(true) })
  return (
    <>
      <IconButton
        size="s"
        variant="secondary"
        className={styles.button ?? ''}
        label={label}
        icon={<ListPlus />}
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
      />
      {open ? (
        <AddToList
          count={count}
          ids={async () => packIds((await ids()).ids)}
          onClose={() => setOpen(false)}
        />
      ) : null}
    </>
  )
}
