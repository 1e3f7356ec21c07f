import { useCallback, useRef, useState } from 'react'
import type { Ordering } from './ordering.ts'

/** Asks a row, which may not be drawn yet, to come into sight, and to take the focus where the keyboard moved. */
export interface RevealRequest {
  readonly count: number
  readonly focus: boolean
}

export interface Cursor {
  /** The article the keyboard is at. */
  readonly position: number | undefined
  readonly reveal: RevealRequest
  /** Whether a request is still to be served, once: a row that is drawn again later must not take the focus again. */
  readonly claim: (reveal: RevealRequest) => boolean
  readonly step: (by: 1 | -1) => void
  readonly focusFirst: () => void
  readonly goTo: (position: number) => void
  /** Without bringing it into sight: the mouse is there already. */
  readonly moveTo: (position: number) => void
}

interface CursorState {
  readonly position: number | undefined
  readonly reveal: RevealRequest
  /** What the reader showed when the cursor last went along with it. */
  readonly open: number | undefined
}

const nowhere: CursorState = { position: undefined, reveal: { count: 0, focus: false }, open: undefined }

/** @param open position of the article the reader shows: the cursor goes with it, and takes the focus when it closes */
export function useCursor(ordering: Ordering, open: number | undefined): Cursor {
  const [cursor, setCursor] = useState(nowhere)
  const served = useRef(0)
  if (open !== cursor.open) setCursor({ ...revealed(cursor, open ?? cursor.open, open === undefined), open })

  const { position } = cursor
  const focusPlace = (place: number) => {
    const next = ordering.at(Math.min(Math.max(place, 0), ordering.count - 1))
    if (next >= 0) setCursor((cursor) => revealed(cursor, next, true))
  }
  return {
    position,
    reveal: cursor.reveal,
    claim: useCallback(({ count }: RevealRequest) => {
      if (served.current === count) return false
      served.current = count
      return true
    }, []),
    step(by) {
      const place = position === undefined ? -1 : ordering.placeOf(position)
      focusPlace(place < 0 ? 0 : place + by)
    },
    focusFirst: () => focusPlace(0),
    goTo: useCallback((position: number) => setCursor((cursor) => revealed(cursor, position, true)), []),
    moveTo: useCallback((position: number) => setCursor((cursor) => ({ ...cursor, position })), []),
  }
}

function revealed(cursor: CursorState, position: number | undefined, focus: boolean): CursorState {
  return { ...cursor, position, reveal: { count: cursor.reveal.count + 1, focus } }
}
