import { useToast } from './toast.tsx'
import { useHasUnmounted } from './use-before-leaving.ts'

/** Message for a failed write: what happened, what is safe, what to do next. */
export const notKept = 'This device could not save it. Nothing was changed; free up space and try again.'

/** Says so in the dialog that saves, or in a message if that is closed by then. */
export function useSayNotKept(inDialog: (message: string) => void = () => {}): () => void {
  const toast = useToast()
  const hasUnmounted = useHasUnmounted()
  return () => (hasUnmounted.current ? toast({ message: notKept }) : inDialog(notKept))
}
