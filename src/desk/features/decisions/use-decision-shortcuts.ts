import type { Decision } from '../../library/records.ts'
import { useShortcut } from '../../ui/use-shortcut.ts'

export interface DecisionActions {
  readonly decide: (decision: Decision) => void
  /** @param place of one of the editor's first nine reasons, from 0 */
  readonly rejectFor: (place: number) => void
  readonly toggleRead: () => void
}

/**
 * Shortcuts that decide on the current article, in a list and in the reader; the palette offers them by name.
 *
 * @param enabled whether there is a current article
 */
export function useDecisionShortcuts(
  { decide, rejectFor, toggleRead }: DecisionActions,
  enabled: boolean,
): void {
  useShortcut('keep', () => decide('keep'), { enabled })
  useShortcut('maybe', () => decide('maybe'), { enabled })
  useShortcut('reject', () => decide('reject'), { enabled })
  useShortcut('reject-for', (event) => event && rejectFor(Number(event.key) - 1), { enabled })
  useShortcut('toggle-read', toggleRead, { enabled })
}
