import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useSteps } from '../../worker-client/use-steps.ts'
import { useLibrary } from '../../worker-client/worker-context.tsx'
import type { Library } from '../../library/library.ts'
import type { SkipList } from '../../library/records.ts'
import { useSayNotKept } from '../../ui/not-kept.ts'

export interface SaveListOptions {
  /** The list to save; called when saving. */
  list: () => Promise<Parameters<Library['saveList']>[0]>
  /** The message once it is saved. */
  message: (saved: SkipList) => string
  /** Called with its id once a new list is saved. */
  onCreated?: ((id: string) => void) | undefined
  onClose: () => void
}

/**
 * Saves the list of a dialog, unless its name is a problem, and closes the dialog. `error` says why it can't be saved, a
 * message if it is closed by then.
 */
export function useSaveList({ list, message, onCreated, onClose }: SaveListOptions) {
  const library = useLibrary()
  const { say } = useSteps()
  const [error, setError] = useState<string>()
  const sayNotKept = useSayNotKept(setError)
  const { mutate, isPending: isSaving } = useMutation({
    mutationFn: async () => library.saveList(await list()),
    onSuccess: (saved) => {
      say(Promise.resolve(saved.step), undefined, message(saved))
      onClose()
      if (saved.step.isNew) onCreated?.(saved.id)
    },
    onError: sayNotKept,
  })
  const save = (problem?: string) => {
    setError(problem)
    if (problem === undefined) mutate()
  }
  return { save, isSaving, error, setError }
}
