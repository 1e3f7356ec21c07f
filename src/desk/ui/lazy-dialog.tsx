import { Suspense, useEffect, useEffectEvent, type ReactNode } from 'react'

export interface LazyDialogProps {
  /** Cancels the opening of the dialog. */
  onGiveUp: () => void
  /** Whether it is wanted still; it may be kept here, closed, for the next time. */
  isWanted?: boolean
  /** The dialog, or nothing while none is wanted. */
  children: ReactNode
}

/**
 * The place of a dialog whose code is fetched when it is asked for. Until it is there, Escape cancels it and
 * letters do nothing: meant for the dialog, they would leave the page below, or decide on an article.
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
