import { useLibrary } from '../../../worker-client/worker-context.tsx'
import { rememberStep, stepMessage, undoStep } from '../../../worker-client/undo-latest.ts'
import type { SkipList, Step } from '../../../library/records.ts'
import { useToast } from '../../../ui/toast.tsx'
import { freeName } from '../list-name.ts'

/** Copies a list, so that the copy can be changed on its own. */
export function useCopyList(): (list: SkipList, lists: readonly SkipList[]) => Promise<void> {
  const library = useLibrary()
  const toast = useToast()
  return async (list, lists) => {
    try {
      const ids = await library.listIds(list.id)
      const { name } = await library.saveList({ name: freeName(`${list.name} copy`, lists), ids })
      toast({ message: `Created the list ${name}` })
    } catch {
      toast({ message: 'Not copied: this device could not save it. Nothing was changed.' })
    }
  }
}

/** Deletes a list; it can be undone for a while. */
export function useDeleteList(): (list: SkipList) => Promise<void> {
  const library = useLibrary()
  const toast = useToast()

  const undo = async (step: Step) => {
    const isUndone = await undoStep(library, step).catch(() => false)
    if (!isUndone) toast({ message: 'Not undone: something has changed since' })
  }

  return async (list) => {
    try {
      await library.deleteList(list.id)
    } catch {
      return toast({ message: 'Not deleted: this device could not save the change.' })
    }
    const step = await rememberStep(library, 'delete-list').catch(() => undefined)
    return toast({
      id: stepMessage,
      message: `Deleted the list ${list.name}`,
      ...(step && { action: { label: 'Undo', onAction: () => void undo(step) } }),
    })
  }
}
