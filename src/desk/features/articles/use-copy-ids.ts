import { copyText } from '../../ui/copy-text.ts'
import { counted } from '../../ui/counted.ts'
import { useToast } from '../../ui/toast.tsx'
import type { ArticleSource } from './article-source.ts'
import type { Scope } from './selection.ts'

/** Copies the ids of a scope, one a line, ready for the field "Article ids", and says how many there were. */
export function useCopyIds(source: ArticleSource): (scope: Scope) => Promise<void> {
  const toast = useToast()
  return async ({ positions }) => {
    const { ids, unsafe } = await source.ids(positions)
    const copied = await copyText(ids.map((id) => JSON.stringify(id)).join('\n'))
    const leftOut = unsafe > 0 ? `; ${counted(unsafe, 'id')} past 2^53 left out` : ''
    toast({
      message: copied
        ? `Copied ${counted(ids.length, 'id')}${leftOut}`
        : 'Not copied: the browser does not allow it here. Export gives the same ids as a file.',
    })
  }
}
