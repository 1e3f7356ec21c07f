import { useCallback, useRef, useState } from 'react'
import type { Ordering } from './ordering.ts'

/** Asks a row, which may not be drawn yet, to scroll into view, and to take the focus if the keyboard moved there. */
export interface RevealRequest {
  readonly count: number
  readonly focus: boolean
}

export interface Cursor {
  /** The article the keyboard is at. */
  readonly position: number | undefined
  readonly reveal: RevealRequest
  /** Whether a request is still open; true only once, so that a row drawn again later does not take the focus again. */
  readonly claim: (reveal: RevealRequest) => boolean
  readonly step: (by: 1 | -1) => void
  readonly goTo: (position: number) => void
  /** Scrolls to it, but leaves the focus. */
  readonly show: (position: number) => void
  /** Does not scroll: the pointer is already there. */
  readonly moveTo: (position: number) => void
  /** Moves to the row that has the focus, unless an article is open: keys apply to that one. */
  readonly followFocus: (position: number) => void
}

interface CursorState {
  readonly position: number | undefined
  readonly reveal: RevealRequest
  /** The open article when the cursor last followed it. */
  readonly open: number | undefined
  /** Whether the cursor was sent elsewhere since: to an article that was asked for, but not drawn before it was closed. */
  readonly hasMoved: boolean
  /** Where it was before: it returns there from an article that the list does not show. */
  readonly before?: number | undefined
}

const nowhere: CursorState = {
  position: undefined,
  reveal: { count: 0, focus: false },
  open: undefined,
  hasMoved: false,
}

/**
 * @param open position of the article in the reader: the cursor follows it and takes the focus when the reader closes
 */
export function useCursor(ordering: Ordering, open: number | undefined): Cursor {
  const [cursor, setCursor] = useState(nowhere)
  const served = useRef(0)
  if (open !== cursor.open) {
    const { position, before } = cursor
    const last = cursor.hasMoved ? position : cursor.open
    const next = open ?? (ordering.placeOf(last ?? -1) < 0 ? before : last)
    setCursor({ ...revealed(cursor, next, open === undefined), open, hasMoved: false, before: position })
  }

  const { position } = cursor
  const goTo = useCallback(
    (position: number) => setCursor((cursor) => ({ ...revealed(cursor, position, true), hasMoved: true })),
    [],
  )
  return {
    position,
    reveal: cursor.reveal,
    claim: useCallback(({ count }: RevealRequest) => {
      if (served.current === count) return false
      served.current = count
      return true
    }, []),
    step(by) {
      const place = ordering.placeOf(position ?? -1)
      const next = ordering.at(Math.min(Math.max(place < 0 ? 0 : place + by, 0), ordering.count - 1))
      if (next >= 0) goTo(next)
    },
    goTo,
    show: (position) => setCursor((cursor) => revealed(cursor, position, false)),
    moveTo: useCallback((position: number) => setCursor((cursor) => ({ ...cursor, position })), []),
    followFocus: useCallback(
      (position: number) =>
        setCursor((cursor) => (cursor.open === undefined ? { ...cursor, position } : cursor)),
      [],
    ),
  }
}

function revealed(cursor: CursorState, position: number | undefined, focus: boolean): CursorState {
  return { ...cursor, position, reveal: { count: cursor.reveal.count + 1, focus } }
}
