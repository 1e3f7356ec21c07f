import { useEffect, useEffectEvent } from 'react'

/**
 * Stands in for a dialog whose code is still on its way. Escape takes the wish back, and means nothing to the page
 * below: an editor who waits for a dialog would else leave the page, and find the dialog over the next one.
 */
export function DialogToCome({ onGiveUp }: { onGiveUp: () => void }) {
  const giveUp = useEffectEvent(onGiveUp)
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return
      event.preventDefault()
      event.stopPropagation()
      giveUp()
    }
    document.addEventListener('keydown', listen, { capture: true })
    return () => document.removeEventListener('keydown', listen, { capture: true })
  }, [])
  return null
}
