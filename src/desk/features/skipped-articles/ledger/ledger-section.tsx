import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { SkipList } from '../../../library/records.ts'
import type { LedgerPage } from '../../../library/skips/ledger-page.ts'
import { lastLedgerPage, ledgerPageSize } from '../../../library/skips/ledger.ts'
import { automaticList } from '../../../library/skips/skip-scope.ts'
import { paths } from '../../../paths.ts'
import { Alert } from '../../../ui/alert.tsx'
import { Button } from '../../../ui/button.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { lazyPopup } from '../../../ui/lazy-popup.tsx'
import { LinkButton } from '../../../ui/link-button.tsx'
import { figure } from '../../../ui/number-words.ts'
import { SearchField } from '../../../ui/search-field.tsx'
import { Section } from '../../../ui/section.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { useAddressParams } from '../../../ui/use-address.ts'
import { listsQuery } from '../../../worker-client/library-queries.ts'
import { useLedger } from '../../../worker-client/use-ledger.ts'
import { useWorkerApi } from '../../../worker-client/worker-context.tsx'
import { ExportMenu, type ExportMenuProps } from '../export-menu.tsx'
import { LedgerRows } from './ledger-rows.tsx'
import styles from './ledger-section.module.css'
import { filtersOf, filterWords, ledgerWords, type LedgerFilter } from './ledger-words.ts'

const ListDialog = lazyPopup(async () => (await import('../lists/list-dialog.tsx')).ListDialog)

export interface LedgerSectionProps {
  list: SkipList | undefined
  search: { readonly text: string; readonly query: string; readonly setText: (text: string) => void }
}

/** The ids of a list, with the reason each is skipped; one can be skipped no longer. */
export function LedgerSection({ list, search: { text, query, setText } }: LedgerSectionProps) {
  const [{ reason, page }, show] = useShownPart()
  const [isAdding, setIsAdding] = useState(false)
  const { data: lists } = useQuery(listsQuery(useWorkerApi()))
  const { data: ledger, isError } = useLedger({ ...(list ? { list: list.id } : { reason }), query, page })
  const isEmpty = list ? list.count === 0 : ledger && ledger.total === 0 && ledger.counts.released === 0

  return (
    <Section
      title={list?.name ?? automaticList}
      actions={
        <ExportMenu {...exportOf(list, reason, query)} disabled={nothingToExport(list, reason, ledger)} />
      }
    >
      {isError ? (
        <Alert tone="error" title="The ids could not be read">
          What was collected and decided is still on this device. Reload the page to try again.
        </Alert>
      ) : null}
      {!ledger && !isError ? <Skeleton lines={4} /> : null}
      {ledger && isEmpty ? (
        <Nothing onAdd={list && (() => setIsAdding(true))} />
      ) : ledger ? (
        <div className={styles.ledger}>
          {list ? null : (
            <>
              <p className={styles.words}>{ledgerWords(ledger)}</p>
              <LedgerFilters
                filters={filtersOf(ledger, reason)}
                shown={reason}
                onShow={(reason) => show({ reason, page: 0 })}
              />
            </>
          )}
          <SearchField
            label="Search ids and titles"
            placeholder="Search ids and titles"
            value={text}
            onValueChange={(text) => {
              setText(text)
              // Only if needed: browsers limit how often the address changes.
              if (page > 0) show({ reason, page: 0 })
            }}
          />
          {ledger.matchCount === 0 ? (
            <p className={styles.words} role="status">
              {query === ''
                ? 'No id has this reason.'
                : `No id begins with “${query}”, and no title contains it.`}
            </p>
          ) : (
            <LedgerRows rows={ledger.rows} list={list} />
          )}
          <LedgerPager
            // The last page is gone once its only id is.
            page={Math.min(page, lastLedgerPage(ledger.matchCount))}
            matchCount={ledger.matchCount}
            onPage={(page) => show({ reason, page })}
          />
        </div>
      ) : null}
      {isAdding && list && lists ? (
        <ListDialog list={list} lists={lists} onClose={() => setIsAdding(false)} />
      ) : null}
    </Section>
  )
}

interface ShownPart {
  readonly reason: LedgerFilter
  /** From 0; in the address, from 1. */
  readonly page: number
}

/** Which of the ids are shown, kept in the address. Invalid values are ignored. */
function useShownPart(): [ShownPart, (part: ShownPart) => void] {
  const [params, changeAddress] = useAddressParams()
  const asked = params.get('reason') ?? ''
  const reason = Object.hasOwn(filterWords, asked) ? (asked as LedgerFilter) : undefined
  const page = Math.max(1, Number.parseInt(params.get('page') ?? '', 10) || 1) - 1
  const show = ({ reason, page }: ShownPart) =>
    void changeAddress((params) => {
      params.delete('reason')
      params.delete('page')
      if (reason) params.set('reason', reason)
      if (page > 0) params.set('page', String(page + 1))
    }, true)
  return [{ reason, page }, show]
}

interface LedgerFiltersProps {
  filters: readonly { readonly reason: LedgerFilter; readonly label: string; readonly count: number }[]
  shown: LedgerFilter
  onShow: (reason: LedgerFilter) => void
}

/** Number of ids per reason; each filters the list. */
function LedgerFilters({ filters, shown, onShow }: LedgerFiltersProps) {
  return (
    <div role="group" aria-label="Why ids are skipped" className={styles.filters}>
      {filters.map(({ reason, label, count }) => (
        <button
          key={label}
          type="button"
          className={styles.filter}
          aria-pressed={reason === shown}
          onClick={() => onShow(reason)}
        >
          {label} <span className={styles.count}>{figure(count)}</span>
        </button>
      ))}
    </div>
  )
}

/** Pages rather than one long list: nobody scrolls through a million rows, they are searched. */
function LedgerPager({
  page,
  matchCount,
  onPage,
}: {
  page: number
  matchCount: number
  onPage: (page: number) => void
}) {
  const lastPage = lastLedgerPage(matchCount)
  if (lastPage === 0) return null
  const first = page * ledgerPageSize + 1
  const last = Math.min(matchCount, first + ledgerPageSize - 1)
  return (
    <nav className={styles.pager} aria-label="Pages of skipped ids">
      <Button size="s" aria-disabled={page === 0} onClick={() => onPage(page - 1)}>
        Previous
      </Button>
      <span className={styles.place} role="status">
        {`${figure(first)} to ${figure(last)} of ${figure(matchCount)}`}
      </span>
      <Button size="s" aria-disabled={page >= lastPage} onClick={() => onPage(page + 1)}>
        Next
      </Button>
    </nav>
  )
}

/** @param onAdd absent for the automatic list */
function Nothing({ onAdd }: { onAdd: (() => void) | undefined }) {
  if (onAdd)
    return (
      <EmptyState
        level="h3"
        title="This list is empty"
        actions={<Button onClick={onAdd}>Add ids to this list</Button>}
      >
        Paste ids, or add a file of them.
      </EmptyState>
    )
  return (
    <EmptyState
      level="h3"
      title="Nothing to skip yet"
      actions={<LinkButton to={paths.newJob}>Create a job</LinkButton>}
    >
      Once a job has delivered articles, they are listed here, each with the reason it is skipped. You can
      also add ids from elsewhere.
    </EmptyState>
  )
}

/** What is shown: of the reason chosen, and found by the search. */
function exportOf(
  list: SkipList | undefined,
  reason: LedgerFilter,
  query: string,
): Omit<ExportMenuProps, 'disabled'> {
  const of = [list?.name ?? automaticList, reason && filterWords[reason], query && `“${query}”`]
  const chosen = isReason(reason) ? { reasons: [reason] } : { everything: true }
  return {
    of: of.filter(Boolean).join(', '),
    scope: { ...(list ? { lists: [list.id] } : chosen), query },
    name: [list?.name ?? 'skipped', reason, query].filter(Boolean).join('-'),
  }
}

const nothingToExport = (
  list: SkipList | undefined,
  reason: LedgerFilter,
  ledger: LedgerPage | undefined,
): boolean =>
  !ledger || ledger.matchCount === 0 || (!list && (ledger.skippedCount === 0 || reason === 'released'))

const isReason = (filter: LedgerFilter): filter is Exclude<LedgerFilter, 'released' | undefined> =>
  filter !== undefined && filter !== 'released'
