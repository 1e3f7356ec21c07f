import { useQuery } from '@tanstack/react-query'
import HardDrive from 'lucide-react/icons/hard-drive'
import { useCallback, useEffect, useRef, useState } from 'react'
import type { PageLibrary } from '../worker-protocol/library-calls.ts'
import { paths } from '../paths.ts'
import { Button } from '../ui/button.tsx'
import { pluralize } from '../ui/number-words.ts'
import { momentWords } from '../ui/dates.ts'
import { LinkButton } from '../ui/link-button.tsx'
import { jobsQuery } from '../worker-client/library-queries.ts'
import { useWorkerApi } from '../worker-client/worker-context.tsx'
import { Notice } from './notice.tsx'
import styles from './notices.module.css'

/** What a library held. Noted outside it, since browsers that crash or run out of space delete only IndexedDB. */
interface Note {
  readonly articles: number
  /** When the newest of them were collected, in milliseconds since the epoch. */
  readonly newest: number
  readonly jobIds: readonly number[]
}

/** Set in every library that was noted: if a library lacks it, the note is about an earlier one that is gone. */
const notedSetting = 'device/noted'

const keyOf = (name: string) => `article-desk/library/${name}`

/**
 * Shown when the library is gone, from the device or from memory: what is missing, and both ways to get it back. Before
 * that, says of a library in memory that it is not saved.
 */
export function LostLibraryNotice() {
  const { lost, isKept, answer, collectAgain, dismiss } = useLostLibrary()
  const [isCollecting, setCollecting] = useState(false)
  if (!lost)
    return isKept ? null : (
      <Notice icon={<HardDrive />}>
        Not saved on this device: the browser does not let this page store anything. Copy or export what you
        need before you close it.
      </Notice>
    )
  const { articles, newest, jobIds } = lost
  const [held, again] =
    articles > 0
      ? [pluralize(articles, 'article'), 'The articles']
      : [`${pluralize(jobIds.length, 'job')} without articles`, 'Jobs']
  const collect = () => {
    answer()
    setCollecting(true)
    void collectAgain().finally(() => setCollecting(false))
  }
  return (
    <Notice icon={<HardDrive />}>
      {`${isKept ? 'This browser has deleted the library it kept' : 'The library that this tab kept in memory is lost'}: ${held}, the newest from ${momentWords(newest)}. ${again} can be collected again; decisions and notes only come back from a backup.`}
      <span className={styles.actions}>
        {jobIds.length > 0 ? (
          <Button size="s" busy={isCollecting} onClick={collect}>
            Collect {pluralize(jobIds.length, 'job')} again
          </Button>
        ) : null}
        <LinkButton size="s" to={paths.restore()} onClick={answer}>
          Restore a backup
        </LinkButton>
        <Button size="s" onClick={dismiss}>
          Dismiss
        </Button>
      </span>
    </Notice>
  )
}

function useLostLibrary() {
  const worker = useWorkerApi()
  const { library } = worker
  const { data: jobs, dataUpdatedAt } = useQuery(jobsQuery(worker))
  const [found, setFound] = useState<{ readonly lost: Note; readonly at: number }>()
  const [isAnswered, setAnswered] = useState(false)
  const lost = found?.lost
  const isKept = library.kept === 'on-device'
  const note = jobs && noteOf(jobs)
  // As text, since the records change with every check of a job; blank if there is nothing to lose.
  const held = note && (isWorthNoting(note) ? JSON.stringify(note) : '')

  /** What was there last, where the device keeps neither library nor note. */
  const inMemory = useRef<Note>(undefined)

  useEffect(
    () =>
      library.subscribe(({ forgotten, everything }) => {
        if (forgotten) removeNote(library.name)
        // A library in memory ends with its worker.
        const gone = everything && inMemory.current
        if (gone) setFound({ lost: gone, at: Date.now() })
      }),
    [library],
  )

  useEffect(() => {
    if (held === undefined || lost) return undefined
    if (!isKept) {
      inMemory.current = held ? (JSON.parse(held) as Note) : undefined
      return undefined
    }
    const outdated = new AbortController()
    compareWithNote(library, held, outdated.signal).then(
      (gone) => setFound(gone && { lost: gone, at: Date.now() }),
      ignore,
    )
    return () => outdated.abort()
  }, [library, isKept, held, lost])

  const dismiss = useCallback(() => {
    const done = () => {
      setFound(undefined)
      setAnswered(false)
    }
    library.saveSetting(notedSetting, true).then(done, ignore)
  }, [library])

  // Until the jobs are read again, they may be those of the library that is gone.
  const isBack =
    found &&
    note &&
    dataUpdatedAt > found.at &&
    note.articles >= found.lost.articles &&
    note.jobIds.length >= found.lost.jobIds.length
  useEffect(() => {
    // An open job brings its articles back by itself; that the decisions are gone must still be said.
    if (isBack && isAnswered) dismiss()
  }, [isBack, isAnswered, dismiss])

  return {
    lost,
    isKept,
    dismiss,
    /** Call when the editor does something about it: it is then dismissed once the articles are back. */
    answer: () => setAnswered(true),
    /** Jobs that can't be opened now are still missing afterwards, so the notice stays. */
    collectAgain: async () => {
      for (const jobId of lost?.jobIds ?? []) await worker.openJob(jobId).catch(ignore)
    },
  }
}

/** Notes what the library holds, or returns the note about one that is gone, even if it has only just gone. */
async function compareWithNote(
  library: PageLibrary,
  held: string,
  outdated: AbortSignal,
): Promise<Note | undefined> {
  // Read first, since another tab that notes a library for the first time writes the setting before the note.
  const note = readNote(library.name)
  const isNoted = await library.setting(notedSetting)
  // What only this tab holds is not noted: later it would be taken for what the browser has deleted.
  if (await library.unsaved()) return undefined
  outdated.throwIfAborted()
  if (note && !isNoted) return note
  if (held !== '') {
    // Written before the note: without this setting, the note would be taken for one about a library that is gone.
    if (!isNoted) await library.saveSetting(notedSetting, true)
    outdated.throwIfAborted()
    localStorage.setItem(keyOf(library.name), held)
  } else removeNote(library.name)
  return undefined
}

function noteOf(jobs: Awaited<ReturnType<PageLibrary['jobs']>>): Note {
  return {
    articles: jobs.reduce((sum, { articleCount }) => sum + articleCount, 0),
    newest: Math.max(...jobs.map(({ readyAt, startedAt }) => readyAt ?? startedAt)),
    // Job numbers from before a reset of the service now belong to other jobs.
    jobIds: jobs.flatMap(({ jobId, isOfEarlierService }) => (isOfEarlierService ? [] : (jobId ?? []))),
  }
}

/** The number of a job that has brought nothing yet is known only here: the service lists none. */
const isWorthNoting = ({ articles, jobIds }: Note): boolean => articles > 0 || jobIds.length > 0

function readNote(name: string): Note | undefined {
  try {
    const { articles, newest, jobIds } = JSON.parse(
      localStorage.getItem(keyOf(name)) ?? '{}',
    ) as Partial<Note>
    if (typeof articles !== 'number' || typeof newest !== 'number' || !Array.isArray(jobIds)) return undefined
    const note = { articles, newest, jobIds }
    return isWorthNoting(note) ? note : undefined
  } catch {
    return undefined
  }
}

function removeNote(name: string): void {
  try {
    localStorage.removeItem(keyOf(name))
  } catch {
    // A browser that blocks storage has kept none.
  }
}

/** Without storage there is nothing to note; the next page tries again. */
const ignore = (): void => {}
