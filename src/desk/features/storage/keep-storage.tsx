import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useWorkerApi } from '../../worker-client/worker-context.tsx'
import { jobsQuery } from '../../worker-client/library-queries.ts'
import { storageManager } from './storage-queries.ts'

/** The setting that says it was asked: a browser that puts the question to the editor is not to do so every day. */
const askedName = 'asked-to-keep-storage'

/**
 * Asks the browser not to clear the library on its own, once, when the first job has brought articles: from then on there
 * is something to lose. Draws nothing.
 */
export function KeepStorage() {
  const worker = useWorkerApi()
  const { library } = worker
  const { data: hasArticles = false } = useQuery({
    ...jobsQuery(worker),
    select: (jobs) => jobs.some(({ articleCount }) => articleCount > 0),
  })
  const isKept = library.kept === 'on-device'

  useEffect(() => {
    if (!hasArticles || !isKept) return
    const ask = async () => {
      const storage = storageManager()
      if (!storage?.persist || (await storage.persisted?.())) return
      if (await library.setting(askedName)) return
      await library.saveSetting(askedName, true)
      await storage.persist()
    }
    // Where it can't be asked, the preferences say so.
    ask().catch(() => {})
  }, [hasArticles, isKept, library])
  return null
}
