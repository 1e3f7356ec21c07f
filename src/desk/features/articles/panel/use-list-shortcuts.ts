import { useCommand } from '../../../ui/commands.tsx'
import { useIsHere } from '../../../ui/use-address.ts'
import { useShortcut } from '../../../ui/use-shortcut.ts'

export interface ArticlesActions {
  /** Moves through the shown articles: 1 to the next, -1 to the previous. */
  readonly move: (step: 1 | -1) => void
  readonly open: () => void
  /** @returns whether it closed an article that was open or loading */
  readonly close: () => boolean
  readonly select: (extend: boolean) => void
  readonly copy: () => void
  readonly export: () => void
  readonly search: () => void
  /** @returns whether there was a selection or a search to clear */
  readonly clear: () => boolean
  /** Leaves the list. */
  readonly leave?: (() => void) | undefined
}

/** The shortcuts of a list of articles. While the reader is open, only the reader handles those that move. */
export function useListShortcuts(actions: ArticlesActions, readerOpen: boolean): void {
  const listLeads = { enabled: !readerOpen }
  const isHere = useIsHere()
  useShortcut('next', () => actions.move(1), listLeads)
  useShortcut('previous', () => actions.move(-1), listLeads)
  useShortcut(
    'open',
    (event) => {
      // A focused button or link handles Enter itself.
      const isControl = (event?.target as Element | undefined)?.closest('a, button, summary, input')
      if (event?.key !== 'Enter' || !isControl) actions.open()
    },
    listLeads,
  )
  useShortcut('back', () => {
    if (!actions.close() && isHere() && !actions.clear()) actions.leave?.()
  })
  useShortcut('select', () => actions.select(false))
  useShortcut('select-range', () => actions.select(true))
  useShortcut('copy-ids', actions.copy)
  useCommand({ id: 'articles/export', label: 'Export', run: actions.export })
  useShortcut('search', (event) => {
    event?.preventDefault()
    actions.search()
  })
}
