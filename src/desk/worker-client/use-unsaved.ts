import { useEffect } from 'react'
import { useMutation, useQuery } from '@tanstack/react-query'
import type { Unsaved } from '../library/records.ts'
import { useWorkerApi } from './worker-context.tsx'
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
