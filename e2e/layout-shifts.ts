import type { Page } from '@playwright/test'

/** Runs in the page: records what moves without user input, and how far. */
export function watchShifts(): void {
  interface Shift {
    readonly hadRecentInput: boolean
    readonly value: number
    readonly sources: readonly {
      readonly node: Node | null
      readonly previousRect: DOMRectReadOnly
      readonly currentRect: DOMRectReadOnly
    }[]
  }
  const shifts: string[] = []
  Object.assign(window, { shifts })
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as unknown as Shift[]) {
      // Browsers also report shifts too small to draw.
      if (entry.hadRecentInput || entry.value < 0.0001) continue
      const place = ({ x, y, width, height }: DOMRectReadOnly) => `${x},${y} ${width}x${height}`
      const nodes = entry.sources.map(
        ({ node, previousRect, currentRect }) =>
          `${node?.nodeName} "${String(node?.textContent).slice(0, 30)}" from ${place(previousRect)} to ${place(currentRect)}`,
      )
      shifts.push(`${entry.value.toFixed(4)} ${nodes.join(', ')}`)
    }
  }).observe({ type: 'layout-shift', buffered: true })
}

/** What has moved since the page was loaded; needs {@link watchShifts} as an init script. */
export const layoutShifts = (page: Page): Promise<string[]> =>
  page.evaluate(() => (window as unknown as { shifts: string[] }).shifts)
