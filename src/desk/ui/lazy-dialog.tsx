import { Suspense, useEffect, useEffectEvent, type ReactNode } from 'react'

export interface LazyDialogProps {
  /** Cancels the opening of the dialog. */
  onGiveUp: () => void
  /** Whether it is still wanted; it may stay mounted, closed, for the next time. */
  isWanted?: boolean
  /** The dialog, or nothing while none is wanted. */
  children: ReactNode
}

/**
 * Placeholder for a dialog whose code is fetched on first use. Until it is loaded, Escape cancels it and letters do
 * nothing: they are meant for the dialog, but would act on the page, leaving it or deciding on an article.
 */
export function LazyDialog({ onGiveUp, isWanted = true, children }: LazyDialogProps) {
  return <Suspense fallback={isWanted ? <Awaited onGiveUp={onGiveUp} /> : null}>{children}</Suspense>
}

function Awaited({ onGiveUp }: { onGiveUp: () => void }) {
  const giveUp = useEffectEvent(onGiveUp)
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.altKey || event.metaKey) return
      const isLetter = event.key.length === 1
      if (!isLetter && event.key !== 'Escape') return
      event.preventDefault()
      event.stopPropagation()
      if (!isLetter) giveUp()
    }
    document.addEventListener('keydown', listen, { capture: true })
    return () => document.removeEventListener('keydown', listen, { capture: true })
  }, [])
  return null
}
