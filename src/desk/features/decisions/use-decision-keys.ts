import type { Decision } from '../../library/records.ts'
import { useCommand } from '../../ui/commands.tsx'
import { useKey } from '../../ui/use-key.ts'

export interface DecisionActions {
  readonly decide: (decision: Decision) => void
  readonly toggleRead: () => void
}

/**
 * The keys that decide on the article the editor is at, in a list and while reading; the palette has them by name.
 *
 * @param enabled whether there is an article at hand
 */
export function useDecisionKeys({ decide, toggleRead }: DecisionActions, enabled: boolean): void {
  useNamedKey('v', 'Keep this article', () => decide('keep'), enabled)
  useNamedKey('b', 'Maybe: decide on this article later', () => decide('maybe'), enabled)
  useNamedKey('d', 'Reject this article', () => decide('reject'), enabled)
  useNamedKey('m', 'Mark this article as read, or as unread', toggleRead, enabled)
}

function useNamedKey(key: string, label: string, run: () => void, enabled: boolean): void {
  useKey(key, run, { enabled })
  useCommand({ id: `decisions/${key}`, label, keys: [key], run, enabled })
}
