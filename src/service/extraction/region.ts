import type { Element, Parent } from './tree.ts'
import { isElement } from './tree.ts'
import type { Unit } from './units.ts'

/** The units below an element. They are consecutive in document order, so two indexes identify them. */
export interface Range {
  readonly from: number
  /** Exclusive. */
  readonly to: number
}

/** The units of a page, and the range of each element that holds some. */
export interface Layout {
  readonly units: readonly Unit[]
  readonly ranges: ReadonlyMap<Element, Range>
}

export function layOut(units: readonly Unit[]): Layout {
  const ranges = new Map<Element, { from: number; to: number }>()
  for (const [index, unit] of units.entries()) {
    for (let up: Parent | null = unit.element; up && isElement(up); up = up.parentNode) {
      const range = ranges.get(up)
      if (range) range.to = index + 1
      else ranges.set(up, { from: index, to: index + 1 })
    }
  }
  return { units, ranges }
}

export const unitsIn = ({ units }: Layout, { from, to }: Range): readonly Unit[] => units.slice(from, to)

export const countOf = (units: readonly Unit[]): number => units.reduce((sum, { words }) => sum + words, 0)

/** Sentences rather than labels, and mostly not links. */
export const isProse = (unit: Unit): boolean => unit.words > 8 && unit.linked < 0.3

/**
 * Finds the element that holds the article: it contains nearly all units known to belong to it (a few paragraphs may
 * come from elsewhere), extended as far as the surroundings read the same. Readability sometimes finds only one of
 * several sections.
 */
export function findRegion(layout: Layout, isKnown: (unit: Unit) => boolean): Element | undefined {
  let best = aroundMost(layout, isKnown)
  for (let up = best?.parentNode; best && up && isElement(up) && up.tagName !== 'html'; up = up.parentNode)
    if (readsTheSame(layout, best, up)) best = up
  return best
}

function aroundMost({ units, ranges }: Layout, isKnown: (unit: Unit) => boolean): Element | undefined {
  const known = units.filter((unit) => isKnown(unit))
  if (known.length === 0) return [...ranges.keys()].find(({ tagName }) => tagName === 'body')
  const below = new Map<Element, number>()
  for (const unit of known)
    for (let up: Parent | null = unit.element; up && isElement(up); up = up.parentNode)
      below.set(up, (below.get(up) ?? 0) + unit.words)
  const enough = countOf(known) * 0.95
  // These elements are nested, so the smallest has the fewest units. On a tie, the innermost comes first.
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
  const added = [...layout.units.slice(around.from, within.from), ...layout.units.slice(within.to, around.to)]
  const prose = countOf(added.filter((unit) => isProse(unit)))
  const own = countOf(unitsIn(layout, within))
  const teasers = added.filter((unit) => unit.heading > 0 && unit.linked > 0.5).length
  const share = own < 250 ? 0.7 : 0.92
  return prose > 60 && prose > own * 0.07 && prose > (countOf(added) + teasers * 20) * share
}
