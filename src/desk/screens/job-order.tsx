import ArrowDownUp from 'lucide-react/icons/arrow-down-up'
import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { givenOrdering, type Ordering } from '../features/articles/list/ordering.ts'
import {
  changePreferences,
  type JobOrder,
  jobOrders,
  useDevicePreferences,
} from '../features/preferences/device-preferences.ts'
import { useWorkerApi } from '../worker-client/worker-context.tsx'
import { jobOrderQuery } from '../worker-client/library-queries.ts'
import type { JobKey } from '../library/records.ts'
import { Select } from '../ui/select.tsx'

const orderWords: Readonly<Record<JobOrder, string>> = {
  came: 'As delivered',
  longest: 'Longest first',
  hits: 'Most hits first',
  unread: 'Unread first',
}

/** The same articles in the order last chosen on this device. Articles read since then stay in place. */
export function useJobOrder(key: JobKey, ordering: Ordering): Ordering {
  const { jobOrder } = useDevicePreferences()
  const sort = jobOrder === 'came' ? undefined : jobOrder
  const { data } = useQuery({
    ...jobOrderQuery(useWorkerApi(), key, sort ?? 'unread'),
    enabled: sort !== undefined,
  })
  const [shown, setShown] = useState<Uint32Array>()
  // The order before stays until the next one has been read.
  const positions = sort === undefined ? undefined : (data ?? shown)
  if (positions !== shown) setShown(positions)
  return useMemo(
    () =>
      positions
        ? givenOrdering(
            positions.filter((position) => ordering.placeOf(position) >= 0),
            ordering.everything,
          )
        : ordering,
    [positions, ordering],
  )
}

export function JobOrderSelect() {
  const { jobOrder } = useDevicePreferences()
  return (
    <Select
      label="Order"
      icon={<ArrowDownUp />}
      active={jobOrder !== 'came'}
      value={jobOrder}
      options={jobOrders.map((order) => [order, orderWords[order]])}
      onChange={(order) => changePreferences({ jobOrder: order })}
    />
  )
}
