import { render } from '@testing-library/react'
import { StrictMode, useRef } from 'react'
import { expect, it, onTestFinished, vi } from 'vitest'
import { fullOrdering } from './ordering.ts'
import { createHeights, useMeasuredRows } from './use-measured-rows.ts'

const heights = createHeights(100)
const ordering = fullOrdering(2)
const offsets = heights.offsetsOf(ordering)
const drawn = [{ position: 0 }, { position: 1 }]

function List() {
  const list = useRef<HTMLUListElement>(null)
  useMeasuredRows(list, drawn, { heights, offsets, ordering, top: 0 })
  return (
    <ul ref={list}>
      <li>usual height</li>
      <li>One</li>
      <li>Two</li>
    </ul>
  )
}

it('goes on observing the rows when React runs the effects again', () => {
  onTestFinished(() => void vi.unstubAllGlobals())
  const observed = new Map<ResizeObserver, Set<Element>>()
  vi.stubGlobal(
    'ResizeObserver',
    class implements ResizeObserver {
      observe(row: Element) {
        observed.set(this, (observed.get(this) ?? new Set()).add(row))
      }
      unobserve(row: Element) {
        observed.get(this)?.delete(row)
      }
      disconnect() {
        observed.delete(this)
      }
    },
  )
  const { unmount } = render(<List />, { wrapper: StrictMode })
  const rows = [...observed.values()].flatMap((elements) => [...elements])
  expect(rows.map(({ textContent }) => textContent)).toEqual(['One', 'Two'])
  unmount()
  expect(observed.size).toBe(0)
})
