import { useSteps } from '../features/decisions/use-steps.ts'
import { useCommand } from '../ui/commands.tsx'
import { useKey } from '../ui/use-key.ts'

/**
 * `z`, on every screen: what was done is one stack for the whole account. What is taken back may lie elsewhere, so the
 * message names it; a screen that shows the article concerned goes there itself.
 */
export function UndoKey() {
  const { undo } = useSteps()
  useKey('z', undo)
  useCommand({ id: 'decisions/z', label: 'Undo', keys: ['z'], run: undo, anywhere: true })
  return null
}
