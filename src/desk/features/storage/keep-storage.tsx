import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useWorkerApi } from '../../worker-client/worker-context.tsx'
import { jobsQuery } from '../../worker-client/library-queries.ts'
import { storageManager } from './storage-queries.ts'

/** Setting that records that it was asked: a browser that prompts the editor must not do so every day. */
const askedSetting = 'asked-to-keep-storage'

/**
 * Asks the browser once not to evict the library, when the first job has brought articles: from then on there is
 * something to lose. Renders nothing.
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
      if (await library.setting(askedSetting)) return
      await library.saveSetting(askedSetting, true)
      await storage.persist()
    }
    // If it can't be asked, the preferences say so.
    ask().catch(() => {})
  }, [hasArticles, isKept, library])
  return null
}
