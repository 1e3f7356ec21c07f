import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { settingQuery } from '../../worker-client/library-queries.ts'
import { useWorkerApi } from '../../worker-client/worker-context.tsx'

/**
 * A format, as chosen last by this account.
 *
 * @param options the first is the default; a stored value that is none of them counts as not chosen
 */
export function useLastFormat<Value extends string>(
  name: 'articles' | 'ids' | 'packing',
  options: readonly { readonly value: Value }[],
): [Value, (value: Value) => void] {
  const worker = useWorkerApi()
  const client = useQueryClient()
  const setting = `exports/${name}`
  const query = settingQuery(worker, setting)
  const { data: stored } = useQuery(query)
  const [chosen, setChosen] = useState<Value>()
  const last = options.find(({ value }) => value === stored)?.value
  return [
    chosen ?? last ?? (options[0]?.value as Value),
    (value) => {
      setChosen(value)
      client.setQueryData(query.queryKey, value)
      // Not worth a message if the device keeps nothing.
      worker.library.saveSetting(setting, value).catch(() => {})
    },
  ]
}
