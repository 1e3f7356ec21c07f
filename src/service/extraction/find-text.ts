import { findBoxes, findLead, withoutBareHeadings, withoutCopies, withoutLines } from './boxes.ts'
import { findSiteChrome } from './site-chrome.ts'
import { treeToText } from './html-to-text.ts'
import type { Metadata } from './metadata.ts'
import { readablePart } from './readable-part.ts'
import { countOf, findRegion, isProse, layOut, blocksIn } from './region.ts'
import type { Document, Element } from './tree.ts'
import type { TextBlock } from './text-blocks.ts'
import { readTextBlocks } from './text-blocks.ts'

/**
 * Finds the text of a page's article, without boilerplate around and within it. Readability locates it; which
 * paragraphs belong to it is decided on the page's own tree, since Readability also drops subheads, leads and whole
 * sections.
 */
export function findText(page: Document, metadata: Metadata): string {
  const chrome = findSiteChrome(page)
  const isChrome = (element: Element): boolean => chrome.has(element)
  const kept = readablePart(page, isChrome)
  const isKept = (block: TextBlock): boolean =>
    kept.has(block.element) || block.nodes.some((node) => kept.has(node.parentNode as Element))

  const layout = layOut(readTextBlocks(page, isChrome))
  const root = findRegion(layout, isKept)
  const region = root && layout.ranges.get(root)
  if (!region) return ''
  const blocks = blocksIn(layout, region)
  const boxes = findBoxes(layout, region)
  const prose = blocks.filter((block) => isProse(block) && !boxes.has(block))
  // If Readability missed most of the text, what it found doesn't tell where the text begins and ends.
  const isFound = countOf(prose.filter(isKept)) * 2 >= countOf(prose)
  const bounds = isFound ? blocks.filter(isKept) : prose
  const first = blocks.indexOf(bounds[0]!)
  const last = blocks.indexOf(bounds.at(-1)!)
  const own = blocks.filter(
    (block, index) =>
      !boxes.has(block) &&
      (isKept(block) ||
        block.heading > 0 ||
        isProse(block) ||
        (index > first && index < last && block.linked < 0.3)),
  )
  const chosen = [
    ...findLead(layout, region, metadata),
    ...withoutBareHeadings(withoutLines(withoutCopies(own), metadata), blocks),
  ]
  return treeToText(page, () => false, new Set(chosen.flatMap((block) => block.nodes)))
}
