import { useEffect, useState } from 'react'

/** Whether a component has been shown for this long. */
export function useIsLater(ms: number): boolean {
  const [isLater, setIsLater] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setIsLater(true), ms)
    return () => clearTimeout(timer)
  }, [ms])
  return isLater
}
