import { useQuery } from '@tanstack/react-query'
import HardDrive from 'lucide-react/icons/hard-drive'
import { useCallback, useEffect, useState } from 'react'
import type { Library } from '../library/library.ts'
import { paths } from '../paths.ts'
import { Button } from '../ui/button.tsx'
import { counted } from '../ui/counted.ts'
import { momentWords } from '../ui/dates.ts'
import { LinkButton } from '../ui/link-button.tsx'
import { jobsQuery } from '../worker-client/library-queries.ts'
import { useWorkerApi } from '../worker-client/worker-context.tsx'
import { Notice } from './notice.tsx'
import styles from './notices.module.css'

/** What a library held, as noted outside of it: browsers that run out of space or crash delete IndexedDB alone. */
interface Note {
  readonly articles: number
  /** When the newest of them were collected, in milliseconds since the epoch. */
  readonly newest: number
  readonly jobIds: readonly number[]
}

/** Setting of every library that was noted: a note without it is of a library that is gone. */
const notedName = 'noted-on-device'

const keyOf = (name: string) => `article-desk/library/${name}`

/** Shown when the browser has deleted the library: what is missing, and both ways to get it back. */
export function LostLibraryNotice() {
  const { lost, collectAgain, dismiss } = useLostLibrary()
  const [isCollecting, setCollecting] = useState(false)
  if (!lost) return null
  const { articles, newest, jobIds } = lost
  const collect = () => {
    setCollecting(true)
    void collectAgain().finally(() => setCollecting(false))
  }
  return (
    <Notice icon={<HardDrive />}>
      {`This browser has deleted the library it kept: ${counted(articles, 'article')}, the newest from ${momentWords(newest)}. The articles can be collected again; decisions and notes only come back from a backup.`}
      <span className={styles.actions}>
        {jobIds.length > 0 ? (
          <Button size="s" busy={isCollecting} onClick={collect}>
            Collect {counted(jobIds.length, 'job')} again
          </Button>
        ) : null}
        <LinkButton size="s" to={paths.preferences}>
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
  const { data: jobs } = useQuery(jobsQuery(worker))
  /** Undefined until it is known. */
  const [found, setFound] = useState<Note | 'nothing-lost'>()
  const lost = typeof found === 'object' ? found : undefined

  useEffect(() => {
    if (library.kept !== 'on-device') return undefined
    library
      .setting(notedName)
      .then((isNoted) => setFound((!isNoted && readNote(library.name)) || 'nothing-lost'), ignore)
    return library.subscribe(({ forgotten }) => {
      if (forgotten) removeNote(library.name)
    })
  }, [library])

  useEffect(() => {
    if (found !== 'nothing-lost' || !jobs) return
    if (jobs.length === 0) removeNote(library.name)
    else saveNote(library, noteOf(jobs)).catch(ignore)
  }, [library, found, jobs])

  const dismiss = useCallback(() => {
    library.saveSetting(notedName, true).then(() => setFound('nothing-lost'), ignore)
  }, [library])

  const isBack = lost && jobs && noteOf(jobs).articles >= lost.articles
  useEffect(() => {
    if (isBack) dismiss()
  }, [isBack, dismiss])

  return {
    lost,
    dismiss,
    collectAgain: async () => {
      for (const jobId of lost?.jobIds ?? []) await worker.openJob(jobId)
    },
  }
}

function noteOf(jobs: Awaited<ReturnType<Library['jobs']>>): Note {
  return {
    articles: jobs.reduce((sum, { articleCount }) => sum + articleCount, 0),
    newest: Math.max(...jobs.map(({ readyAt, startedAt }) => readyAt ?? startedAt)),
    // Numbers of a service before its reset are other jobs there by now.
    jobIds: jobs.flatMap(({ jobId, isOfEarlierService }) => (isOfEarlierService ? [] : (jobId ?? []))),
  }
}

async function saveNote(library: Pick<Library, 'name' | 'saveSetting'>, note: Note): Promise<void> {
  const key = keyOf(library.name)
  // First, since a note without it would be of a library that is gone.
  if (localStorage.getItem(key) === null) await library.saveSetting(notedName, true)
  localStorage.setItem(key, JSON.stringify(note))
}

function readNote(name: string): Note | undefined {
  try {
    const note = JSON.parse(localStorage.getItem(keyOf(name)) ?? 'null') as Partial<Note> | null
    const { articles, newest, jobIds } = note ?? {}
    if (typeof articles !== 'number' || typeof newest !== 'number' || !Array.isArray(jobIds)) return undefined
    return articles > 0 ? { articles, newest, jobIds } : undefined
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
