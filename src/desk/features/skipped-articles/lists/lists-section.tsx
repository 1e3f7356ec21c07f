import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { notDeleted, useSteps } from '../../../worker-client/use-steps.ts'
import { useLedger } from '../../../worker-client/use-ledger.ts'
import { useWorkerApi } from '../../../worker-client/worker-context.tsx'
import { listsQuery } from '../../../worker-client/library-queries.ts'
import type { SkipList } from '../../../library/records.ts'
import { automaticList } from '../../../library/skips/skip-scope.ts'
import { Alert } from '../../../ui/alert.tsx'
import { Button } from '../../../ui/button.tsx'
import { pluralize, figure } from '../../../ui/number-words.ts'
import { DamagedRow } from '../../../ui/damaged-row.tsx'
import { lazyPopup } from '../../../ui/lazy-popup.tsx'
import { Section } from '../../../ui/section.tsx'
import { keepRowFocus } from '../../../ui/row-focus.ts'
import { ListName, ListRow } from './list-row.tsx'
import rowStyles from './list-row.module.css'
import styles from './lists-section.module.css'

const ListDialog = lazyPopup(async () => (await import('./list-dialog.tsx')).ListDialog)
const CombineDialog = lazyPopup(async () => (await import('./combine-dialog.tsx')).CombineDialog)

export interface ListsSectionProps {
  /** The list whose ids are shown; undefined for the automatic one. */
  shown: SkipList | undefined
  /** Called with the id of a list. */
  onShow: (id: string | undefined) => void
  /** Adds ids to the automatic list. */
  onAdd: () => void
}

/**
 * What can be skipped: the automatic list, and the editor's own, created here, filled from files, combined, and chosen
 * under "New job".
 */
export function ListsSection({ shown, onShow, onAdd }: ListsSectionProps) {
  const worker = useWorkerApi()
  const { data: lists, isError, isPending } = useQuery(listsQuery(worker))
  const [chosenIds, setChosenIds] = useState<ReadonlySet<string>>(new Set())
  const [open, setOpen] = useState<'new' | 'combine' | SkipList>()
  const chosen = lists?.filter(({ id }) => chosenIds.has(id)) ?? []
  const close = () => setOpen(undefined)
  const { say } = useSteps()
  const remove = (list: SkipList) => say(worker.library.deleteList(list.id), notDeleted)
  const { data: ledger } = useLedger()

  const choose = (id: string, isChosen: boolean) => {
    const next = new Set(chosenIds)
    if (isChosen) next.add(id)
    else next.delete(id)
    setChosenIds(next)
  }

  return (
    <Section
      title="Lists"
      actions={
        <>
          {lists && lists.length > 1 ? (
            <Button
              size="s"
              aria-disabled={chosen.length < 2}
              aria-describedby="combine-hint"
              onClick={() => setOpen('combine')}
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
      <ul
        ref={keepRowFocus}
        className={styles.lists}
        aria-label="Lists"
        hidden={isPending}
        data-choosing={(lists && lists.length > 1) || undefined}
      >
        <li className={styles.row} data-shown={!shown || undefined}>
          <div className={rowStyles.about}>
            <ListName name={automaticList} isShown={!shown} onShow={() => onShow(undefined)} />
            <span className={rowStyles.facts}>
              {ledger ? `${pluralize(ledger.skippedCount, 'id')}, updated automatically` : '\u00a0'}
            </span>
          </div>
          <Button size="s" onClick={onAdd}>
            Add ids
          </Button>
        </li>
        {lists?.map((list) => (
          <li key={list.id} className={styles.row} data-shown={list.id === shown?.id || undefined}>
            <DamagedRow name={`the list ${list.id}`} onRemove={() => remove(list)}>
              <ListRow
                list={list}
                lists={lists}
                isChosen={chosenIds.has(list.id)}
                onChoose={lists.length > 1 ? (isChosen) => choose(list.id, isChosen) : undefined}
                onChange={() => setOpen(list)}
                onDelete={() => remove(list)}
                isShown={list.id === shown?.id}
                onShow={onShow}
              />
            </DamagedRow>
          </li>
        ))}
      </ul>
      {/* A placeholder of the same size until the lists are known. */}
      {lists?.length === 0 || (!lists && !isError) ? (
        <p className={styles.note} data-unknown={!lists || undefined}>
          A list of your own holds other ids, to skip in some jobs and not in others.
        </p>
      ) : null}
      {lists && lists.length > 1 ? (
        <p id="combine-hint" className={styles.note}>
          Choose two or more to combine them.
        </p>
      ) : null}
      {lists && open === 'combine' ? (
        <CombineDialog chosen={chosen} lists={lists} onCreated={onShow} onClose={close} />
      ) : null}
      {lists && open && open !== 'combine' ? (
        <ListDialog
          list={open === 'new' ? undefined : open}
          lists={lists}
          onCreated={onShow}
          onClose={close}
        />
      ) : null}
    </Section>
  )
}
