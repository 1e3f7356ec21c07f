import { useEffect, useState } from 'react'

/** Whether a component has been shown for this long, or `isOn` has been true without a break. */
export function useIsLater(ms: number, isOn = true): boolean {
  const [isLater, setIsLater] = useState(false)
  useEffect(() => {
    if (!isOn) return undefined
    const timer = setTimeout(() => setIsLater(true), ms)
    return () => {
      clearTimeout(timer)
      setIsLater(false)
    }
  }, [ms, isOn])
  return isOn && isLater
}
