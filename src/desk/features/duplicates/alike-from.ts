import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useWorkerApi } from '../../worker-client/worker-context.tsx'
import { settingQuery } from '../../worker-client/library-queries.ts'

const settingName = 'alike-from'
const usual = 90
/** Near-duplicates share at least half a text. */
export const [least, most] = [50, 100]

/** The percentage from which an article counts as nearly the same as the kept one; remembered for the account. */
export function useAlikeFrom(): [percent: number, change: (percent: number) => void] {
  const worker = useWorkerApi()
  const client = useQueryClient()
  const { queryKey, ...query } = settingQuery(worker, settingName)
  const { data } = useQuery({ ...query, queryKey })
  const change = (percent: number) => {
    client.setQueryData(queryKey, percent)
    // If the device refuses, the value lasts until the page is left.
    worker.library.saveSetting(settingName, percent).catch(() => {})
  }
  return [isPercent(data) ? data : usual, change]
}

export const isPercent = (value: unknown): value is number =>
  typeof value === 'number' && Number.isInteger(value) && value >= least && value <= most
