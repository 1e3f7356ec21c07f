import { useLayoutEffect, useState, type RefObject } from 'react'

/** A row where nothing is laid out; elsewhere the style sheet's height takes its place before anything is painted. */
const assumedRowHeight = 150

export interface ListGeometry {
  /** Height of every row in pixels: the style sheet sets it, for each width and size of type. */
  readonly rowHeight: number
  /** Where the list begins in the document: what stands above it opens, closes and wraps. */
  readonly top: number
}

/** The latest measurement: most often the next list stands where the last one stood, and need not be drawn twice. */
let latest: ListGeometry = { rowHeight: assumedRowHeight, top: 0 }

/** @param probe an element as high as a row, at the very start of the list */
export function useListGeometry(probe: RefObject<HTMLElement | null>): ListGeometry {
  const [geometry, setGeometry] = useState(latest)
  useLayoutEffect(() => {
    const element = probe.current
    if (!element) return undefined
    const measure = () => {
      const box = element.getBoundingClientRect()
      const measured = {
        rowHeight: box.height || assumedRowHeight,
        top: Math.round(box.top + window.scrollY),
      }
      if (latest.rowHeight !== measured.rowHeight || latest.top !== measured.top) latest = measured
      setGeometry(latest)
    }
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    observer.observe(document.body)
    return () => observer.disconnect()
  }, [probe])
  return geometry
}
