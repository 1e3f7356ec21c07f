import { useEffect } from 'react'
import { useMutation, useQuery } from '@tanstack/react-query'
import type { Unsaved } from '../library/records.ts'
import { useWorkerApi, useLibrary } from './worker-context.tsx'
import { unsavedQuery } from './library-queries.ts'

/** What this device failed to save, and how to retry it. */
export function useUnsaved(): {
  readonly unsaved: Unsaved | undefined
  readonly tryAgain: () => void
  readonly isTrying: boolean
  readonly hasFailedAgain: boolean
} {
  const worker = useWorkerApi()
  const { data } = useQuery(unsavedQuery(worker))
  const { mutate, reset, isPending, isError } = useMutation({
    mutationFn: () => worker.library.saveUnsaved(),
  })
  const isSaved = data === null
  // This failure says nothing about the next try.
  useEffect(() => {
    if (isSaved) reset()
  }, [isSaved, reset])
  return {
    unsaved: data ?? undefined,
    tryAgain: () => mutate(),
    isTrying: isPending,
    hasFailedAgain: isError,
  }
}

const lockPrefix = 'article-desk/unsaved/'

/** While this tab has something that would be lost, other tabs don't end it without asking. */
export function useHoldUnsaved(isHeld: boolean): void {
  const { name } = useLibrary()
  useEffect(() => {
    if (!isHeld) return undefined
    let release = () => {}
    const released = new Promise<void>((resolve) => (release = resolve))
    // Without locks, as on plain http or where storage is forbidden, tabs don't know of each other.
    navigator.locks?.request(lockPrefix + name, { mode: 'shared' }, () => released).catch(() => {})
    return release
  }, [isHeld, name])
}

/** Whether a tab has something that would be lost: one of this library, or without a name, of any. */
export async function isUnsavedInTabs(library?: string): Promise<boolean> {
  const { held = [] } = (await navigator.locks?.query().catch(() => undefined)) ?? {}
  return held.some(({ name }) =>
    // The name of another library may begin like this one's: both end with an address.
    library === undefined ? name?.startsWith(lockPrefix) : name === lockPrefix + library,
  )
}
