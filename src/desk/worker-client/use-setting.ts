import { useQuery, useQueryClient } from '@tanstack/react-query'
import { settingQuery } from './library-queries.ts'
import { useWorkerApi } from './worker-context.tsx'

/**
 * A setting of the account: null if it was never made, undefined while it is read. Also how to change it, and how to wait
 * for it. For what is not worth a message: a value that the device refuses lasts until the page is left.
 */
export function useSetting(
  name: string,
): [value: unknown, change: (value: unknown) => void, read: () => Promise<unknown>] {
  const worker = useWorkerApi()
  const client = useQueryClient()
  const query = settingQuery(worker, name)
  const { data } = useQuery(query)
  return [
    data,
    (value) => {
      // A read still in progress would bring an older value, and a page isn't notified of its own changes.
      void client.cancelQueries(query)
      client.setQueryData(query.queryKey, value)
      worker.library.saveSetting(name, value).catch(() => {})
    },
    () => client.ensureQueryData(query),
  ]
}
