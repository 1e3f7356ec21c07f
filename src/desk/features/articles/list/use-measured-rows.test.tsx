import { render } from '@testing-library/react'
import { StrictMode, useMemo, useRef } from 'react'
import { expect, it, onTestFinished, vi } from 'vitest'
import { fullOrdering } from './ordering.ts'
import { createHeights, type RowHeights, useMeasuredRows } from './use-measured-rows.ts'

const ordering = fullOrdering(2)
const drawn = [{ position: 0 }, { position: 1 }]

function List({ heights }: { heights: RowHeights }) {
  const list = useRef<HTMLUListElement>(null)
  const offsets = useMemo(() => heights.offsetsOf(ordering), [heights])
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
  const { unmount } = render(<List heights={createHeights(100)} />, { wrapper: StrictMode })
  const rows = [...observed.values()].flatMap((elements) => [...elements])
  expect(rows.map(({ textContent }) => textContent)).toEqual(['One', 'Two'])
  unmount()
  expect(observed.size).toBe(0)
})

it('measures the rows anew for another usual height, as when they are no longer compact', () => {
  vi.spyOn(Element.prototype, 'getBoundingClientRect').mockReturnValue({ height: 126 } as DOMRect)
  onTestFinished(() => void vi.restoreAllMocks())
  const { rerender } = render(<List heights={createHeights(37)} />)
  const comfortable = createHeights(102)
  rerender(<List heights={comfortable} />)
  expect(comfortable.offsetsOf(ordering).height()).toBe(2 * 126)
})
