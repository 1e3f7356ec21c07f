import { useSteps } from '../worker-client/use-steps.ts'
import { useShortcut } from '../ui/use-shortcut.ts'

/**
 * Undo, on every screen: the whole account has one undo stack. The undone step may be elsewhere, so the message names
 * it; a screen that shows the article concerned moves to it itself.
 */
export function UndoShortcut() {
  const { undo } = useSteps()
  useShortcut('undo', undo)
  return null
}
