import { useEffect, useState, type RefObject } from 'react'

export interface Hits {
  readonly count: number
  /** From 0; -1 before the first step. */
  readonly at: number
  readonly step: (by: 1 | -1) => void
}

/**
 * The marked words of an article and a cursor that wraps around. They are counted in the page: a long text is drawn
 * piece by piece, and nothing can scroll to a piece that has not been drawn.
 */
export function useHits(place: RefObject<HTMLElement | null>): Hits {
  const [count, setCount] = useState(0)
  const [at, setAt] = useState(-1)

  useEffect(() => {
    const element = place.current
    if (!element) return undefined
    const recount = () => {
      const marks = highlightsIn(element)
      setCount(marks.length)
      // Others may have been drawn before it; in another text, none of them is the current one.
      setAt(marks.findIndex(isCurrent))
    }
    recount()
    const observer = new MutationObserver(recount)
    observer.observe(element, { childList: true, subtree: true })
    return () => observer.disconnect()
  }, [place])

  function step(by: 1 | -1): void {
    const marks = place.current ? highlightsIn(place.current) : []
    if (marks.length === 0) return
    const from = marks.findIndex(isCurrent)
    const next = from < 0 ? (by > 0 ? 0 : marks.length - 1) : (from + by + marks.length) % marks.length
    // Set outside React: the marks are drawn with the text, and a text may have thousands.
    delete marks[from]?.dataset['current']
    const mark = marks[next]
    if (mark) mark.dataset['current'] = ''
    mark?.scrollIntoView({ block: 'center' })
    setAt(next)
  }
  return { count, at, step }
}

const isCurrent = (mark: HTMLElement): boolean => mark.dataset['current'] !== undefined
const highlightsIn = (element: HTMLElement): HTMLElement[] => [...element.querySelectorAll('mark')]
