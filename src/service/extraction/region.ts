import type { Element, Parent } from './tree.ts'
import { isElement } from './tree.ts'
import type { TextBlock } from './text-blocks.ts'

/** The blocks below an element. They are consecutive in document order, so two indexes identify them. */
export interface BlockRange {
  readonly from: number
  /** Exclusive. */
  readonly to: number
}

/** The blocks of a page, and the range of each element that holds some. */
export interface Layout {
  readonly blocks: readonly TextBlock[]
  readonly ranges: ReadonlyMap<Element, BlockRange>
}

export function layOut(blocks: readonly TextBlock[]): Layout {
  const ranges = new Map<Element, { from: number; to: number }>()
  for (const [index, block] of blocks.entries()) {
    for (let up: Parent | null = block.element; up && isElement(up); up = up.parentNode) {
      const range = ranges.get(up)
      if (range) range.to = index + 1
      else ranges.set(up, { from: index, to: index + 1 })
    }
  }
  return { blocks, ranges }
}

export const blocksIn = ({ blocks }: Layout, { from, to }: BlockRange): readonly TextBlock[] =>
  blocks.slice(from, to)

export const countOf = (blocks: readonly TextBlock[]): number =>
  blocks.reduce((sum, { words }) => sum + words, 0)

/** Sentences rather than labels, and mostly not links. */
export const isProse = (block: TextBlock): boolean => block.words > 8 && block.linked < 0.3

/**
 * Finds the element that holds the article: it contains nearly all blocks known to belong to it (a few paragraphs may
 * come from elsewhere), extended as far as the surroundings read the same. Readability sometimes finds only one of
 * several sections.
 */
export function findRegion(layout: Layout, isKnown: (block: TextBlock) => boolean): Element | undefined {
  let best = smallestAround(layout, isKnown)
  for (let up = best?.parentNode; best && up && isElement(up) && up.tagName !== 'html'; up = up.parentNode)
    if (readsTheSame(layout, best, up)) best = up
  return best
}

function smallestAround(
  { blocks, ranges }: Layout,
  isKnown: (block: TextBlock) => boolean,
): Element | undefined {
  const known = blocks.filter((block) => isKnown(block))
  if (known.length === 0) return [...ranges.keys()].find(({ tagName }) => tagName === 'body')
  const below = new Map<Element, number>()
  for (const block of known)
    for (let up: Parent | null = block.element; up && isElement(up); up = up.parentNode)
      below.set(up, (below.get(up) ?? 0) + block.words)
  const enough = countOf(known) * 0.95
  // These elements are nested, so the smallest has the fewest blocks. On a tie, the innermost comes first.
  let best: Element | undefined
  let fewest = Infinity
  for (const [element, words] of below) {
    const { from, to } = ranges.get(element)!
    if (words >= enough && to - from < fewest) [best, fewest] = [element, to - from]
  }
  return best
}

function readsTheSame(layout: Layout, inner: Element, outer: Element): boolean {
  const within = layout.ranges.get(inner)!
  const around = layout.ranges.get(outer)!
  const added = [
    ...layout.blocks.slice(around.from, within.from),
    ...layout.blocks.slice(within.to, around.to),
  ]
  const prose = countOf(added.filter((block) => isProse(block)))
  const own = countOf(blocksIn(layout, within))
  const teasers = added.filter((block) => block.heading > 0 && block.linked > 0.5).length
  const share = own < 250 ? 0.7 : 0.92
  return prose > 60 && prose > own * 0.07 && prose > (countOf(added) + teasers * 20) * share
}
