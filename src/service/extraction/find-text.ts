import type { Known } from './boxes.ts'
import { findBoxes, findLead, withoutBareHeadings, withoutCopies, withoutLines } from './boxes.ts'
import { findSiteChrome } from './site-chrome.ts'
import { toText } from './html-to-text.ts'
import { readablePart } from './readable-part.ts'
import { findRegion, isProse, layOut, unitsIn } from './region.ts'
import type { Document, Element } from './tree.ts'
import type { Unit } from './units.ts'
import { readUnits } from './units.ts'

/**
 * Finds the text of a page's article, without boilerplate around and within it. Readability locates it; which
 * paragraphs belong to it is decided on the page's own tree, since Readability also drops subheads, leads and whole
 * sections.
 */
export function findText(page: Document, known: Known): string {
  const chrome = findSiteChrome(page)
  const isChrome = (element: Element): boolean => chrome.has(element)
  const kept = readablePart(page, isChrome)
  const isKept = (unit: Unit): boolean =>
    kept.has(unit.element) || unit.nodes.some((node) => kept.has(node.parentNode as Element))

  const layout = layOut(readUnits(page, isChrome))
  const root = findRegion(layout, isKept)
  const region = root && layout.ranges.get(root)
  if (!region) return ''
  const units = unitsIn(layout, region)
  const first = units.findIndex((unit) => isKept(unit))
  const last = units.findLastIndex((unit) => isKept(unit))
  const boxes = findBoxes(layout, region)
  const own = units.filter(
    (unit, index) =>
      !boxes.has(unit) &&
      (isKept(unit) ||
        unit.heading > 0 ||
        isProse(unit) ||
        (index > first && index < last && unit.linked < 0.3)),
  )
  const chosen = [
    ...findLead(layout, region, known),
    ...withoutBareHeadings(withoutLines(withoutCopies(own), known), units),
  ]
  return toText(page, () => false, new Set(chosen.flatMap((unit) => unit.nodes)))
}
