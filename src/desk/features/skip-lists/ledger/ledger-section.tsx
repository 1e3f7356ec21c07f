import { keepPreviousData, useQuery, queryOptions } from '@tanstack/react-query'
import { useDeferredValue, useState } from 'react'
import { useWorkerApi } from '../../../worker-client/worker-context.tsx'
import type { WorkerApi } from '../../../worker-client/worker-api.ts'
import { jobsQuery, libraryKeys } from '../../../worker-client/library-queries.ts'
import type { JobRecord } from '../../../library/records.ts'
import type { LedgerQuery } from '../../../library/skips/ledger-page.ts'
import { paths } from '../../../paths.ts'
import { Alert } from '../../../ui/alert.tsx'
import { Button } from '../../../ui/button.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { LinkButton } from '../../../ui/link-button.tsx'
import { SearchField } from '../../../ui/search-field.tsx'
import { Section } from '../../../ui/section.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { ExportMenu } from '../export-menu.tsx'
import { LedgerFilters } from './ledger-filters.tsx'
import { LedgerPager } from './ledger-pager.tsx'
import { LedgerRows } from './ledger-rows.tsx'
import styles from './ledger-section.module.css'
import { filtersOf, ledgerWords, type LedgerFilter } from './ledger-words.ts'

/** Every skipped id with the reason; each can be un-skipped. */
export function LedgerSection({ onAdd }: { onAdd: () => void }) {
  const worker = useWorkerApi()
  const { data: jobs = [] } = useQuery(jobsQuery(worker))
  const [reason, setReason] = useState<LedgerFilter>()
  const [text, setText] = useState('')
  const [page, setPage] = useState(0)
  const query = useDeferredValue(text.trim())
  const { data: ledger, isError } = useQuery({
    ...ledgerQuery(worker, { reason, query, page }, jobs),
    placeholderData: keepPreviousData,
  })

  const show = (reason: LedgerFilter) => {
    setReason(reason)
    setPage(0)
  }

  return (
    <Section
      title="Everything in my library"
      actions={
        <>
          <Button size="s" onClick={onAdd}>
            Skip more ids
          </Button>
          <ExportMenu
            of="the ledger"
            scope={isReason(reason) ? { reasons: [reason] } : { everything: true }}
            name={reason === undefined ? 'skipped' : `skipped-${reason}`}
            disabled={!ledger || ledger.skippedCount === 0 || reason === 'released'}
          />
        </>
      }
    >
      {isError ? (
        <Alert tone="error" title="The ledger could not be read">
          What was collected and decided is still on this device. Reload the page to try again.
        </Alert>
      ) : null}
      {!ledger && !isError ? <Skeleton lines={4} /> : null}
      {ledger && ledger.total === 0 && ledger.counts.released === 0 ? (
        <EmptyState
          title="Nothing to skip yet"
          actions={<LinkButton to={paths.newJob}>Create a job</LinkButton>}
        >
          Once a job has collected articles, their ids are listed here with the reason they are skipped. You
          can also add ids from elsewhere.
        </EmptyState>
      ) : null}
      {ledger && (ledger.total > 0 || ledger.counts.released > 0) ? (
        <div className={styles.ledger}>
          <p className={styles.words}>{ledgerWords(ledger)}</p>
          <LedgerFilters filters={filtersOf(ledger, reason)} shown={reason} onShow={show} />
          <SearchField
            label="Search ids and titles"
            placeholder="Search ids and titles"
            value={text}
            onValueChange={(text) => {
              setText(text)
              setPage(0)
            }}
          />
          {ledger.matchCount === 0 ? (
            <p className={styles.words} role="status">
              {query === '' ? 'No id has this reason.' : `No id begins with “${query}”, and no title has it.`}
            </p>
          ) : (
            <LedgerRows rows={ledger.rows} />
          )}
          <LedgerPager page={page} matchCount={ledger.matchCount} onPage={setPage} />
          <p className={styles.note}>
            An id that is no longer skipped may be collected again, unless a list or a request names it.
          </p>
        </div>
      ) : null}
    </Section>
  )
}

const isReason = (filter: LedgerFilter): filter is Exclude<LedgerFilter, 'released' | undefined> =>
  filter !== undefined && filter !== 'released'

/** A page of the ledger. The key includes what the jobs hold, since removing a job removes its articles. */
const ledgerQuery = ({ library }: WorkerApi, query: LedgerQuery, jobs: readonly JobRecord[]) =>
  queryOptions({
    queryKey: [
      ...libraryKeys.facts(library.name),
      'ledger',
      query,
      jobs.map(({ key, readyAt, articleCount }) => `${key} ${readyAt} ${articleCount}`).join(),
    ],
    queryFn: () => library.ledger(query),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 15_000,
    networkMode: 'always',
    retry: false,
    refetchOnWindowFocus: false,
  })
