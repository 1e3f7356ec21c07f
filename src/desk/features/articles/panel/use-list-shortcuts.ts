import { useCommand } from '../../../ui/commands.tsx'
import { useShortcut } from '../../../ui/use-shortcut.ts'

export interface ArticlesActions {
  /** 1 to the next article, -1 to the previous. */
  readonly move: (step: 1 | -1) => void
  readonly open: () => void
  /** @returns whether it closed an article that was open or loading */
  readonly close: () => boolean
  /** Whether the address is the list's own: after a click on a link, the list stays until the next screen is there. */
  readonly isHere: () => boolean
  readonly select: (extend: boolean) => void
  readonly copy: () => void
  readonly export: () => void
  readonly search: () => void
  /** @returns whether there was a selection or a search to clear */
  readonly clear: () => boolean
  /** Leaves the list. */
  readonly leave?: (() => void) | undefined
}

/** The shortcuts of a list of articles and of the reader beside it. */
export function useListShortcuts(actions: ArticlesActions): void {
  useShortcut('next', () => actions.move(1))
  useShortcut('previous', () => actions.move(-1))
  useShortcut('open', (event) => {
    // A focused button or link handles Enter itself.
    const isControl = (event?.target as Element | undefined)?.closest('a, button, summary, input')
    if (event?.key !== 'Enter' || !isControl) actions.open()
  })
  useShortcut('back', () => {
    if (!actions.close() && actions.isHere() && !actions.clear()) actions.leave?.()
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
