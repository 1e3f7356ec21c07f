import type { Decision } from '../../library/records.ts'
import { useCommand } from '../../ui/commands.tsx'
import { useKey } from '../../ui/use-key.ts'

export interface DecisionActions {
  readonly decide: (decision: Decision) => void
  readonly toggleRead: () => void
  readonly undo: () => void
}

/** The keys that decide on the article the editor is at, in a list and while reading; the palette has them by name. */
export function useDecisionKeys({ decide, toggleRead, undo }: DecisionActions): void {
  useNamedKey('v', 'Keep this article', () => decide('keep'))
  useNamedKey('b', 'Maybe: decide on this article later', () => decide('maybe'))
  useNamedKey('d', 'Reject this article', () => decide('reject'))
  useNamedKey('m', 'Mark this article as read, or as unread', toggleRead)
  useNamedKey('z', 'Undo', undo)
}

function useNamedKey(key: string, label: string, run: () => void): void {
  useKey(key, run)
  useCommand({ id: `decisions/${key}`, label, keys: [key], run })
}
