import { useSteps } from '../features/decisions/use-steps.ts'
import { useShortcut } from '../ui/use-shortcut.ts'

/**
 * Undo, on every screen: what was done is one stack for the whole account. What is taken back may lie elsewhere, so the
 * message names it; a screen that shows the article concerned goes there itself.
 */
export function UndoShortcut() {
  const { undo } = useSteps()
  useShortcut('undo', undo, { anywhere: true })
  return null
}
