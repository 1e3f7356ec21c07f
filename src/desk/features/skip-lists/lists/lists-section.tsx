import { useQuery } from '@tanstack/react-query'
import { lazy, useState } from 'react'
import { useWorkerApi } from '../../../worker-client/worker-context.tsx'
import { listsQuery } from '../../../worker-client/library-queries.ts'
import type { SkipList } from '../../../library/records.ts'
import { Alert } from '../../../ui/alert.tsx'
import { Button } from '../../../ui/button.tsx'
import { figure } from '../../../ui/counted.ts'
import { DamagedRow } from '../../../ui/damaged-row.tsx'
import { LazyDialog } from '../../../ui/lazy-dialog.tsx'
import { Section } from '../../../ui/section.tsx'
import { useRowFocus } from '../../../ui/use-row-focus.ts'
import { ListRow } from './list-row.tsx'
import styles from './lists-section.module.css'
import { useDeleteList } from './use-list-actions.ts'

const ListDialog = lazy(async () => ({ default: (await import('./list-dialog.tsx')).ListDialog }))
const CombineDialog = lazy(async () => ({ default: (await import('./combine-dialog.tsx')).CombineDialog }))

/** The named lists: created here, filled from files, combined, and used under "New job". */
export function ListsSection() {
  const { data: lists, isError } = useQuery(listsQuery(useWorkerApi()))
  const [chosenIds, setChosenIds] = useState<ReadonlySet<string>>(new Set())
  const [open, setOpen] = useState<'new' | 'combine' | SkipList>()
  const chosen = lists?.filter(({ id }) => chosenIds.has(id)) ?? []
  const close = () => setOpen(undefined)
  const remove = useDeleteList()
  const rowFocus = useRowFocus()

  const choose = (id: string, isChosen: boolean) => {
    const next = new Set(chosenIds)
    if (isChosen) next.add(id)
    else next.delete(id)
    setChosenIds(next)
  }

  return (
    <Section
      title="Your lists"
      actions={
        <>
          {lists && lists.length > 1 ? (
            <Button
              size="s"
              aria-disabled={chosen.length < 2}
              aria-describedby="combine-hint"
              onClick={() => chosen.length > 1 && setOpen('combine')}
            >
              {chosen.length > 1 ? `Combine ${figure(chosen.length)}` : 'Combine'}
            </Button>
          ) : null}
          <Button size="s" onClick={() => setOpen('new')}>
            New list
          </Button>
        </>
      }
    >
      {isError ? (
        <Alert tone="error" title="The lists could not be read">
          They are still on this device. Reload the page to try again.
        </Alert>
      ) : null}
      {/* A placeholder of the same size until the lists are known. */}
      {lists?.length === 0 || (!lists && !isError) ? (
        <p className={styles.note} data-unknown={!lists || undefined}>
          No lists yet. A list is a named set of ids, pasted or from a file, that you can choose to skip when
          you create a job.
        </p>
      ) : null}
      {lists && lists.length > 0 ? (
        <ul ref={rowFocus} className={styles.lists} aria-label="Your lists">
          {lists.map((list) => (
            <li key={list.id} className={styles.row}>
              <DamagedRow name={`the list ${list.id}`} onRemove={() => void remove(list)}>
                <ListRow
                  list={list}
                  lists={lists}
                  isChosen={chosenIds.has(list.id)}
                  onChoose={lists.length > 1 ? (isChosen) => choose(list.id, isChosen) : undefined}
                  onChange={() => setOpen(list)}
                  onDelete={() => void remove(list)}
                />
              </DamagedRow>
            </li>
          ))}
        </ul>
      ) : null}
      {lists && lists.length > 1 ? (
        <p id="combine-hint" className={styles.note}>
          Choose two or more to combine them into a new one.
        </p>
      ) : null}
      <LazyDialog onGiveUp={close}>
        {lists && open === 'combine' ? <CombineDialog chosen={chosen} lists={lists} onClose={close} /> : null}
        {lists && open && open !== 'combine' ? (
          <ListDialog list={open === 'new' ? undefined : open} lists={lists} onClose={close} />
        ) : null}
      </LazyDialog>
    </Section>
  )
}
