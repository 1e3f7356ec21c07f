import Link2 from 'lucide-react/icons/link-2'
import X from 'lucide-react/icons/x'
import Ellipsis from 'lucide-react/icons/ellipsis'
import {
  memo,
  useCallback,
  useEffect,
  useMemo,
  useRef,
  useState,
  type ReactNode,
  type RefObject,
} from 'react'
import { Link } from 'react-router-dom'
import { useLibrary } from '../../worker-client/worker-context.tsx'
import type { Removal } from '../../library/jobs/removed-jobs.ts'
import type { JobRecord } from '../../library/records.ts'
import { chainOf } from '../../library/jobs/chains.ts'
import { automaticList } from '../../library/skips/skip-scope.ts'
import { paths } from '../../paths.ts'
import { Button } from '../../ui/button.tsx'
import { pluralize, figure } from '../../ui/number-words.ts'
import { DamagedRow } from '../../ui/damaged-row.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { lazyPopup } from '../../ui/lazy-popup.tsx'
import { Menu } from '../../ui/menu.tsx'
import { useToast } from '../../ui/toast.tsx'
import { keepRowFocus } from '../../ui/row-focus.ts'
import { useShortcut } from '../../ui/use-shortcut.ts'
import { agoWords, momentWords } from '../../ui/dates.ts'
import { chainsOf, placeInChain, sumOfChain } from './chain-words.ts'
import type { DecidedCounts } from './job-filters.tsx'
import styles from './jobs-list.module.css'
import { jobTitle } from '../../library/jobs/job-title.ts'
import { countWords, jobName, requestTerms } from './request-words.ts'
import { useRemoveJob, useRestoreJob } from './use-remove-job.ts'

export interface JobsListProps {
  records: readonly JobRecord[]
  /** Draws the state in words: watching is another feature, and the screen combines the two. */
  renderStatus: (record: JobRecord) => ReactNode
  now: number
  /** All jobs, listed or not: the totals of a chain do not depend on the filters. */
  all: readonly JobRecord[]
  decided: DecidedCounts
}

const RenameJob = lazyPopup(async () => (await import('./rename-job.tsx')).RenameJob)

/** The address of the job opened last from the list, by library. */
const lastOpened = new WeakMap<object, string>()

/** Rows drawn before more are asked for: a thousand would take a second. */
const rowsAtOnce = 100

/**
 * The list of jobs, named by their requests. Rows out of view are not laid out, so that hundreds stay fast. Keep it while
 * there is none: a dialog may be open.
 */
export const JobsList = memo(function JobsList({ records, all, decided, renderStatus, now }: JobsListProps) {
  const removeJob = useRemoveJob()
  const remove = (record: JobRecord, how?: Removal) => void removeJob(record, removedWords(record, how), how)
  const [asked, setAsked] = useState<JobRecord>()
  const library = useLibrary()
  const archive = useArchive()
  const restore = useRestoreJob()
  const [renaming, setRenaming] = useState<JobRecord>()
  const [shownCount, setShownCount] = useState(rowsAtOnce)
  const listElement = useRef<HTMLUListElement>(null)
  const rows = useCallback((list: HTMLUListElement | null) => {
    listElement.current = list
    return keepRowFocus(list)
  }, [])
  useRowKeys(listElement)
  const chains = useMemo(() => chainsOf(all), [all])

  useEffect(() => {
    // The button that showed the last rows is gone, and the focus with it.
    if (shownCount > rowsAtOnce && document.activeElement === document.body)
      listElement.current?.children[shownCount - rowsAtOnce]
        ?.querySelector('a')
        ?.focus({ preventScroll: true })
  }, [shownCount])

  return (
    <>
      {records.length > 0 ? (
        <ul ref={rows} className={styles.list} aria-label="Jobs, newest first">
          {records.slice(0, shownCount).map((record) => (
            <li key={record.key} className={styles.row}>
              <DamagedRow name={`job ${record.jobId ?? record.key}`} onRemove={() => remove(record)}>
                <JobRow
                  record={record}
                  chain={chains.get(chainOf(record))}
                  decided={decided}
                  status={renderStatus}
                  now={now}
                  onOpen={() => lastOpened.set(library, paths.job(record.key))}
                  onRename={() => setRenaming(record)}
                  onArchive={() => void archive(record, record.archivedAt === undefined)}
                  onRemove={() => (record.articleCount > 0 ? setAsked(record) : remove(record))}
                  onRestore={() => void restore(record)}
                />
              </DamagedRow>
            </li>
          ))}
        </ul>
      ) : null}
      {records.length > shownCount ? (
        <p className={styles.more}>
          <Button onClick={() => setShownCount(shownCount + rowsAtOnce)}>
            {`Show ${figure(Math.min(rowsAtOnce, records.length - shownCount))} more`}
          </Button>{' '}
          {`${figure(shownCount)} of ${pluralize(records.length, 'job')} shown`}
        </p>
      ) : null}
      {renaming ? <RenameJob record={renaming} onClose={() => setRenaming(undefined)} /> : null}
      {asked ? (
        <RemoveJobDialog
          record={asked}
          onRemove={(how) => {
            setAsked(undefined)
            remove(asked, how)
          }}
          onClose={() => setAsked(undefined)}
        />
      ) : null}
    </>
  )
})

/** The keys of a list of articles go from job to job, too; at first to the one that the editor comes back from. */
function useRowKeys(list: RefObject<HTMLUListElement | null>): void {
  const library = useLibrary()
  const links = () => [...(list.current?.querySelectorAll('a') ?? [])]
  const isCurrent = (link: Element) => link.closest('li')?.contains(document.activeElement) === true
  const step = (by: 1 | -1) => {
    const all = links()
    const current = all.findIndex(isCurrent)
    const start = all.findIndex((link) => link.pathname === lastOpened.get(library))
    const next = current < 0 ? start : Math.min(current + by, all.length - 1)
    all[Math.max(next, 0)]?.focus()
  }
  useShortcut('next', () => step(1), { isCommand: false })
  useShortcut('previous', () => step(-1), { isCommand: false })
  useShortcut('open', (event) => {
    // A focused button or link handles Enter itself.
    if (event?.key !== 'Enter') links().find(isCurrent)?.click()
  })
}

const RemoveJobDialog = lazyPopup(async () => (await import('./remove-job-dialog.tsx')).RemoveJobDialog)

interface JobRowProps {
  record: JobRecord
  chain: readonly JobRecord[] | undefined
  decided: DecidedCounts
  status: (record: JobRecord) => ReactNode
  now: number
  onOpen: () => void
  onRename: () => void
  /** Archives the job, or takes it out of the archive. */
  onArchive: () => void
  onRemove: () => void
  onRestore: () => void
}

function JobRow({ record, chain, decided, status, now, ...actions }: JobRowProps) {
  const [ago, moment] = [agoWords(record.startedAt, now), momentWords(record.startedAt, now)]
  const counts = countWords(record)
  return (
    <>
      <div className={styles.request}>
        <Link to={paths.job(record.key)} className={styles.link} onClick={actions.onOpen}>
          <bdi className={styles.name}>{jobName(record)}</bdi>{' '}
          <span className={styles.number}>{jobTitle(record)}</span>
        </Link>
        {record.request ? (
          <p className={styles.details}>
            {[...(record.name ? [record.request.keywords.join(', ')] : []), ...requestTerms(record.request)]
              .filter(Boolean)
              .map((detail) => (
                <bdi key={detail}>{detail}</bdi>
              ))}
          </p>
        ) : null}
        <ChainLine record={record} chain={chain} />
      </div>
      <p className={styles.state}>
        {record.removedAt === undefined ? (
          <>
            {status(record)}
            <span className={styles.counts}>
              {counts ? <span>{counts}</span> : null}
              {record.phase === 'ready' && record.articleCount > 0 ? (
                <span data-unknown={!decided || undefined}>{decidedWords(record, decided)}</span>
              ) : null}
            </span>
          </>
        ) : (
          `Removed ${agoWords(record.removedAt, now)}, with ${pluralize(record.articleCount, 'article')}`
        )}
      </p>
      <time className={styles.when} dateTime={new Date(record.startedAt).toISOString()}>
        {/* For an older job both begin with the same date. */}
        {moment.startsWith(ago) ? null : `${ago} `}
        <span className={styles.moment}>{moment}</span>
      </time>
      <span className={styles.actions}>
        {record.removedAt === undefined ? (
          <>
            <Menu
              label={`Actions for ${jobTitle(record).toLowerCase()}`}
              trigger={<Ellipsis />}
              size="s"
              items={[
                ...(record.phase === 'ready'
                  ? [{ label: 'Collect more', to: paths.newJobFrom(record.key) }]
                  : []),
                { label: 'Rename', onSelect: actions.onRename },
                {
                  label: record.archivedAt === undefined ? 'Archive' : 'Move out of the archive',
                  onSelect: actions.onArchive,
                },
              ]}
            />
            <IconButton
              size="s"
              label={`Remove ${withArticles(record)}`}
              icon={<X />}
              onClick={actions.onRemove}
            />
          </>
        ) : (
          <Button
            size="s"
            variant="quiet"
            aria-label={`Restore ${withArticles(record)}`}
            onClick={actions.onRestore}
          >
            Restore
          </Button>
        )}
      </span>
    </>
  )
}

/** "18 of 30 decided"; while it is being counted, invisible words of the same width. */
const decidedWords = ({ key, articleCount }: JobRecord, decided: DecidedCounts): string =>
  `${figure(decided ? (decided.get(key) ?? 0) : articleCount)} of ${figure(articleCount)} decided`

/** The place of a job in its chain, and the totals of the chain. */
function ChainLine({ record, chain }: { record: JobRecord; chain: readonly JobRecord[] | undefined }) {
  if (!chain) return null
  return (
    <p className={styles.chain}>
      <Link2 />
      {`${placeInChain(record, chain)}: ${sumOfChain(chain)}`}
    </p>
  )
}

function removedWords(record: JobRecord, how: Removal | undefined): string {
  const removed = `Removed ${withArticles(record)}`
  if (record.articleCount === 0 || record.isOfEarlierService) return `${removed} from this device`
  if (how === 'forget') return `${removed}; no longer skipped`
  // Not as part of its number, chain or category: which ids it returned is deleted with it.
  return `${removed}; ${pluralize(record.articleCount, 'id')} still skipped with “${automaticList}”`
}

/** Archives a job, or takes it out of the archive. */
function useArchive(): (record: JobRecord, archived: boolean) => Promise<void> {
  const library = useLibrary()
  const toast = useToast()
  return async (record, archived) => {
    const title = jobTitle(record)
    const sayFailed = () => toast({ message: 'Not moved: this device could not save the change.' })
    try {
      await library.editJob(record.key, { archived })
    } catch {
      return sayFailed()
    }
    toast({
      message: archived
        ? `Archived ${title.toLowerCase()}`
        : `Moved ${title.toLowerCase()} out of the archive`,
      action: {
        // Not "Undo": this is no step, and the key for undo would undo another.
        label: 'Move back',
        onAction: () => void library.editJob(record.key, { archived: !archived }).catch(sayFailed),
      },
    })
  }
}

function withArticles(record: JobRecord): string {
  const title = jobTitle(record).toLowerCase()
  return record.articleCount > 0 ? `${title} and its articles` : title
}
