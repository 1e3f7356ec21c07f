import { skipToken, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import Download from 'lucide-react/icons/download'
import Upload from 'lucide-react/icons/upload'
import { useLocation } from 'react-router-dom'
import { fileName } from '../../files/file-name.ts'
import { paths } from '../../paths.ts'
import type { RestoreReport } from '../../worker-protocol/worker-api.ts'
import { useFileWork } from '../../worker-client/use-file-work.ts'
import { useWorkerApi } from '../../worker-client/worker-context.tsx'
import { Alert } from '../../ui/alert.tsx'
import { Button } from '../../ui/button.tsx'
import { capitalized, pluralize } from '../../ui/number-words.ts'
import { download } from '../../ui/download.ts'
import { keepRowFocus } from '../../ui/row-focus.ts'
import { inventoryQuery } from './storage-queries.ts'
import styles from './storage.module.css'
import { contentList } from './content-words.ts'
import { momentWords } from '../../ui/dates.ts'

type BackupState =
  | { readonly kind: 'nothing' }
  /** Records written, or the share of the file that has been restored. */
  | { readonly kind: 'making' | 'restoring'; readonly done: number }
  | { readonly kind: 'made'; readonly name: string }
  | { readonly kind: 'restored'; readonly report: RestoreReport }
  | { readonly kind: 'stopped'; readonly words: string }
  | { readonly kind: 'failed'; readonly title: string; readonly words: string }

/** Backs up the whole library to one file, and restores it. */
export function Backup() {
  const worker = useWorkerApi()
  const queries = useQueryClient()
  const [state, setState] = useBackupState()
  const workOnFile = useFileWork()
  const input = useRef<HTMLInputElement>(null)
  const restoreButton = useRef<HTMLButtonElement>(null)
  const location = useLocation()
  useEffect(() => {
    // On a narrow screen it is far below the heading.
    if (location.pathname + location.hash === paths.restore()) restoreButton.current?.focus()
  }, [location])
  const isWorking = state.kind === 'making' || state.kind === 'restoring'

  const work = (
    kind: 'making' | 'restoring',
    run: (onProgress: (done: number) => void) => Promise<BackupState>,
  ) => {
    setState({ kind, done: 0 })
    return workOnFile(async () => {
      try {
        setState(await run((done) => setState({ kind, done })))
      } catch (error) {
        setState(outcomeOf(error, kind))
      }
    })
  }

  const make = () =>
    work('making', async (onProgress) => {
      const file = await worker.makeBackup(onProgress)
      const name = fileName(['article-desk', 'backup'], new Date(), 'jsonl.gz')
      download(file, name)
      return { kind: 'made', name }
    })

  const restore = (file: File) =>
    work('restoring', async (onProgress) => {
      const report = await worker.restoreBackup(file, onProgress)
      await queries.invalidateQueries(inventoryQuery(worker))
      return { kind: 'restored', report }
    })

  return (
    <div className={styles.stack}>
      <p className={styles.hint}>
        Everything in this library as one file: jobs, articles, decisions, notes, labels, skipped articles,
        presets and views. Never the API key. Restoring adds what is missing here and replaces nothing.
      </p>
      <div ref={keepRowFocus} className={styles.row}>
        <input
          ref={input}
          type="file"
          hidden
          aria-label="Backup file"
          accept=".gz,.jsonl,application/gzip"
          onChange={({ target }) => {
            const [file] = target.files ?? []
            // So that choosing the same file again is a change too.
            target.value = ''
            if (file) void restore(file)
          }}
        />
        <Button icon={<Download />} busy={isWorking} onClick={() => void make()}>
          Download backup
        </Button>
        <Button ref={restoreButton} icon={<Upload />} busy={isWorking} onClick={() => input.current?.click()}>
          Restore a backup
        </Button>
        {isWorking ? (
          <Button onClick={() => void worker.abandonFiles('backup').catch(() => {})}>Stop</Button>
        ) : null}
      </div>
      <div role="status" className={styles.outcome}>
        {isWorking ? (
          <p className={styles.hint}>
            {state.kind === 'making' ? 'Writing the backup.' : 'Restoring the backup.'}
          </p>
        ) : null}
        {state.kind === 'stopped' ? <p className={styles.hint}>{state.words}</p> : null}
        {state.kind === 'made' ? <p className={styles.hint}>Saved as {state.name}.</p> : null}
        {state.kind === 'restored' ? (
          <RestoreOutcome report={state.report} here={worker.library.name} />
        ) : null}
      </div>
      {/* Not in the live region: a screen reader would read every number. */}
      {isWorking ? (
        <p className={styles.hint}>
          {state.kind === 'making'
            ? capitalized(pluralize(state.done, 'record'))
            : `${Math.floor(100 * state.done)}% of the file`}{' '}
          so far.
        </p>
      ) : null}
      {state.kind === 'failed' ? (
        <Alert tone="error" title={state.title}>
          {state.words}
        </Alert>
      ) : null}
      {state.kind === 'restored' ? <Damage report={state.report} /> : null}
    </div>
  )
}

/** Belongs to the tab, not the component: the work goes on when its screen is left. */
function useBackupState(): [BackupState, (state: BackupState) => void] {
  const queries = useQueryClient()
  const queryKey = ['backup']
  const { data } = useQuery<BackupState>({ queryKey, queryFn: skipToken, gcTime: Infinity })
  return [data ?? { kind: 'nothing' }, (state) => queries.setQueryData<BackupState>(queryKey, state)]
}

function outcomeOf(error: unknown, kind: 'making' | 'restoring'): BackupState {
  const { name, message } = error as Partial<Error>
  if (name === 'AbortError')
    return {
      kind: 'stopped',
      words:
        kind === 'making'
          ? 'Stopped. No file was saved.'
          : 'Stopped. What was restored so far is kept; restore the same file again to add the rest.',
    }
  if (kind === 'making')
    return {
      kind: 'failed',
      title: 'The backup could not be created',
      words: 'The library could not be read completely. Nothing was changed; try again in a moment.',
    }
  // By name: an error from another thread has lost its class.
  if (name === 'UnreadableBackup')
    return { kind: 'failed', title: "This file can't be restored", words: message ?? '' }
  return {
    kind: 'failed',
    title: 'The backup was not fully restored',
    words:
      'What was restored so far is kept, and what was here before is untouched. You can restore the same file again: nothing is added twice.',
  }
}

interface RestoreOutcomeProps {
  report: RestoreReport
  /** The owner of this library, as from `accountName`. */
  here: string
}

function RestoreOutcome({ report, here }: RestoreOutcomeProps) {
  const { growth, restored, account, madeAt } = report
  const hasGrown = Object.values(growth).some((count) => count > 0)
  const isNews = Object.values(restored).some((count) => count > 0)
  return (
    <>
      <p className={styles.words}>
        {hasGrown ? `Added ${contentList(growth)}.` : null}
        {!hasGrown && isNews
          ? 'Updated what had been read, exported, listed or delivered with another text.'
          : null}
        {isNews
          ? null
          : `${isWhole(report) ? 'Everything in' : 'What could be read of'} this backup is already here.`}
      </p>
      <p className={styles.hint}>
        {Number.isNaN(madeAt) ? '' : `Made on ${momentWords(madeAt)}. `}
        {account === here ? '' : `It was the library of ${account.replace(/ (?=\S+$)/, ' at ')}.`}
      </p>
    </>
  )
}

const isWhole = ({ complete, sound, damagedCount }: RestoreReport): boolean =>
  complete && sound && damagedCount === 0

/** What could not be read: an editor who trusts a damaged backup loses work later. */
function Damage({ report }: { report: RestoreReport }) {
  const { complete, sound, damagedCount, firstDamagedLine } = report
  if (isWhole(report)) return null
  return (
    <Alert tone="error" title="This backup is damaged">
      {complete ? '' : 'Records are missing: the file may have been cut off. '}
      {sound ? '' : 'Its checksum is wrong: parts of it may be damaged. '}
      {firstDamagedLine === undefined
        ? ''
        : `${pluralize(damagedCount, 'record')} could not be read, the first in line ${firstDamagedLine}. `}
      If you have another backup, restore it too: nothing is added twice.
    </Alert>
  )
}
