import { useEffect } from 'react'
import { useNavigate } from 'react-router-dom'
import type { MadeByList } from '../features/articles/list/use-article-list.ts'
import { useJobSource } from '../features/articles/use-job-source.ts'
import { useLibrary } from '../worker-client/worker-context.tsx'
import type { JobKey, JobRecord } from '../library/records.ts'
import { paths } from '../paths.ts'
import { useIsHere } from '../ui/use-address.ts'

/** The end-to-end tests set this key, since each of them starts with an empty desk. */
const shownKey = 'article-desk/first-article'

/** A job that became ready longer ago was ready before this visit: its screen is left as the editor expects it. */
const newForMs = 60_000

/**
 * Opens the first article of the first job that ever brought one, if the reader is beside the list: it shows what the
 * desk is for before anybody has to look for it. The result may come while the job is shown or before its screen is
 * there. Happens once per device.
 */
export function useFirstArticle(key: JobKey, record: JobRecord | undefined, isReading: boolean): void {
  const library = useLibrary()
  const source = useJobSource(key)
  const navigate = useNavigate()
  const isHere = useIsHere()
  const readyAt = record?.phase === 'ready' && record.articleCount > 0 ? record.readyAt : undefined

  useEffect(() => {
    if (readyAt === undefined || Date.now() - readyAt > newForMs) return
    // Not for an editor who is reading already, nor after that article is closed.
    if (!hasRoom() || wasShown() || isReading) return
    void (async () => {
      const jobs = await library.jobs()
      const card = await source.card(0)
      if (!card || jobs.filter(({ articleCount }) => articleCount > 0).length !== 1 || !isHere()) return
      const to = paths.article(key, card.id)
      const state: MadeByList = { list: null }
      await navigate(to, { replace: true, preventScrollReset: true, state })
    })().catch(() => undefined)
  }, [key, readyAt, isReading, library, source, navigate, isHere])
}

const hasRoom = (): boolean => matchMedia('(width >= 75rem) and (pointer: fine)').matches

function wasShown(): boolean {
  try {
    if (localStorage.getItem(shownKey)) return true
    localStorage.setItem(shownKey, 'yes')
    return false
  } catch {
    // If it can't be remembered, it would happen again every time.
    return true
  }
}
