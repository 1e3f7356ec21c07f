import { useLibrary } from '../../../worker-client/worker-context.tsx'
import type { SkipList } from '../../../library/records.ts'
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
