import { queryOptions } from '@tanstack/react-query'
import type { WorkerApi } from '../../worker-client/worker-api.ts'
import { libraryKeys } from '../../worker-client/library-queries.ts'

/** What the browser says of the room it gives this site, in bytes; undefined where it says nothing. */
export interface Room {
  readonly used: number | undefined
  readonly of: number | undefined
  /** Whether it promised not to clear it on its own; undefined where it can't promise. */
  readonly persisted: boolean | undefined
}

export const inventoryQuery = ({ library }: WorkerApi) =>
  queryOptions({
    queryKey: [...libraryKeys.facts(library.name), 'inventory'],
    queryFn: () => library.inventory(),
    networkMode: 'always',
    retry: false,
    // Counted each time: only one page asks for it.
    staleTime: 0,
  })

export const roomQuery = () =>
  queryOptions({
    queryKey: ['room'],
    queryFn: readRoom,
    networkMode: 'always',
    retry: false,
    staleTime: 0,
  })

/** On plain http a browser has nothing to say. */
async function readRoom(): Promise<Room> {
  const storage = storageManager()
  const [estimate, persisted] = await Promise.all([
    storage?.estimate?.().catch(() => undefined),
    storage?.persisted?.().catch(() => undefined),
  ])
  return { used: estimate?.usage, of: estimate?.quota, persisted }
}

/** Undefined on plain http, and in older browsers without some of its methods, whatever the types say. */
export const storageManager = (): Partial<StorageManager> | undefined => navigator.storage
