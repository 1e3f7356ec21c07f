import { useCommand } from '../../ui/commands.tsx'
import { useIsHere } from '../../ui/use-address.ts'
import { useKey } from '../../ui/use-key.ts'

export interface ArticlesActions {
  /** Steps through what is shown: 1 to the next article, -1 to the one before. */
  readonly move: (step: 1 | -1) => void
  readonly open: () => void
  /** @returns whether an article was open, or on its way, and is no more */
  readonly close: () => boolean
  readonly select: (extend: boolean) => void
  readonly copy: () => void
  readonly export: () => void
  readonly search: () => void
  /** @returns whether there was a selection or a search to let go of */
  readonly clear: () => boolean
  /** Away from the list. */
  readonly leave?: (() => void) | undefined
}

/** The keys of a list of articles. While the reader is open, it has those that step and open. */
export function useArticlesKeys(actions: ArticlesActions, readerOpen: boolean): void {
  const listLeads = { enabled: !readerOpen }
  const isHere = useIsHere()
  useKey('j', () => actions.move(1), listLeads)
  useKey('k', () => actions.move(-1), listLeads)
  useKey('o', actions.open, listLeads)
  useKey(
    'Enter',
    (event) => {
      // A button or link that has the focus knows itself what Enter means.
      if (!(event.target as Element).closest('a, button, summary, input')) actions.open()
    },
    listLeads,
  )
  useKey('Escape', () => {
    if (!actions.close() && isHere() && !actions.clear()) actions.leave?.()
  })
  useKey('x', () => actions.select(false))
  useKey('X', () => actions.select(true))
  useKey('c', actions.copy)
  useCommand({ id: 'articles/copy-ids', label: 'Copy ids', keys: ['c'], run: actions.copy })
  useCommand({ id: 'articles/export', label: 'Export', run: actions.export })
  useCommand({ id: 'articles/search', label: 'Search these articles', keys: ['/'], run: actions.search })
  useKey('/', (event) => {
    event.preventDefault()
    actions.search()
  })
}
