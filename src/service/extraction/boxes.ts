import { isPointer, opensBox } from './boilerplate-phrases.ts'
import type { Layout, Range } from './region.ts'
import { countOf, isProse, unitsIn } from './region.ts'
import type { Element, Parent } from './tree.ts'
import { isElement } from './tree.ts'
import type { Unit } from './units.ts'

/**
 * Finds the units of boxes within an article (related links, the author, newsletters, contents). A box is recognised by
 * its first words; the rest of its element, or the list after it, belongs to it.
 */
export function findBoxes(layout: Layout, region: Range): ReadonlySet<Unit> {
  const all = countOf(unitsIn(layout, region))
  const found = new Set<Unit>()
  for (let index = region.from; index < region.to; index += 1) {
    const unit = layout.units[index]!
    if (found.has(unit) || !opensBox(unit)) continue
    found.add(unit)
    const box = unitsIn(layout, extentOf(layout, index, region))
    if (countOf(box) < all * 0.25) for (const one of box) found.add(one)
  }
  return found
}

function extentOf({ units, ranges }: Layout, index: number, region: Range): Range {
  const alone = { from: index, to: index + 1 }
  let box: Range = alone
  for (let up: Parent | null = units[index]!.element; up && isElement(up); up = up.parentNode) {
    const range = ranges.get(up)!
    if (range.from < index || range.to - range.from >= region.to - region.from) break
    box = range
  }
  if (box.to > index + 1 || index + 1 >= region.to) return box
  // The label has an element of its own: the sibling after it may be its list.
  let list: Element | undefined
  for (let up: Parent | null = units[index + 1]!.element; up && isElement(up); up = up.parentNode) {
    if (ranges.get(up)!.from <= index) break
    list = up
  }
  const range = list && ranges.get(list)!
  if (!range || range.to > region.to) return alone
  const listed = units.slice(range.from, range.to)
  const linked = countOf(listed.filter((one) => one.linked > 0.5))
  return /^[uo]l$/.test(list!.tagName) || linked > countOf(listed) * 0.4
    ? { from: index, to: range.to }
    : alone
}

export interface Known {
  readonly titles: readonly string[]
  readonly authors: readonly string[]
  /** The description in the page's metadata. */
  readonly description?: string | undefined
}

/** Finds the lead: prose between the page's heading and its text, unless it only repeats the description. */
export function findLead(layout: Layout, region: Range, known: Known): readonly Unit[] {
  const isTitle = titleTest(known)
  const heading = layout.units.findLastIndex(
    (unit, index) => index < region.from && (unit.heading === 1 || isTitle(unit)),
  )
  if (heading === -1 || region.from - heading > 25) return []
  const description = bare(known.description ?? '').slice(0, 40)
  const isRepeated = (unit: Unit): boolean => description !== '' && bare(unit.text).startsWith(description)
  return layout.units
    .slice(heading + 1, region.from)
    .filter(
      (unit) =>
        isProse(unit) && unit.words > 14 && !isPointer(unit) && !isRepeated(unit) && !names(unit, known),
    )
}

/** Removes single lines: the repeated title, pointers to other pages, bylines. */
export function withoutLines(units: readonly Unit[], known: Known): Unit[] {
  const isTitle = titleTest(known)
  const all = countOf(units)
  const people = known.authors.filter((author) => author.includes(' '))
  const left: Unit[] = []
  let before = 0
  for (const [index, unit] of units.entries()) {
    const place = before / all
    before += unit.words
    if (isPointer(unit) || (place < 0.2 && isTitle(unit))) continue
    if (unit.words < 14 && (place < 0.05 || place > 0.95) && names(unit, known)) continue
    if (people.some((author) => isBoxOf(author, units.slice(index), { place, words: all - before }))) break
    left.push(unit)
  }
  return left
}

/** Whether a unit begins the box about the author at the end; nothing after it belongs to the article. */
function isBoxOf(
  author: string,
  [unit, ...rest]: readonly Unit[],
  { place, words }: { place: number; words: number },
): boolean {
  if (!unit || unit.words >= 130 || !bare(unit.text).startsWith(bare(author))) return false
  if (place > 0.85 && words < 60) return true
  const names = bare(author).split(' ')
  const goesOn = (one: Unit): boolean =>
    aboutSomebody.test(one.text) || names.some((name) => bare(one.text).startsWith(`${name} `))
  return place > 0.6 && rest.length > 0 && rest.every(goesOn)
}

/** The beginning of a further paragraph about a person. */
const aboutSomebody = /^(?:he|she|they|his|her|their|when (?:not|he|she|they))\b/i

/** Removes repeated passages: some pages contain their text once per screen width. */
export function withoutCopies(units: readonly Unit[]): Unit[] {
  const texts = units.map(({ text }) => bare(text))
  const first = new Map<string, number>()
  const left: Unit[] = []
  for (let index = 0; index < units.length;) {
    const copies = copiedFrom(index, first.get(texts[index]!))
    if (copies === 0) {
      left.push(units[index]!)
      if (!first.has(texts[index]!)) first.set(texts[index]!, index)
    }
    index += Math.max(1, copies)
  }
  return left

  /** Counts how many units from `index` on repeat those from `earlier` on. */
  function copiedFrom(index: number, earlier: number | undefined): number {
    if (earlier === undefined) return 0
    let copied = 0
    let words = 0
    while (
      index + copied < units.length &&
      earlier + copied < index &&
      texts[index + copied] === texts[earlier + copied]
    ) {
      words += units[index + copied]!.words
      copied += 1
    }
    const isBeside =
      texts[index] === texts[index - 1] && !/^(?:td|th|li)$/.test(units[index]!.element.tagName)
    return (copied > 2 && words > 40) || (isBeside && words > 2) ? copied : 0
  }
}

/**
 * Removes headings left without content: the next chosen unit is a heading of the same or a higher level, or there is
 * none.
 */
export function withoutBareHeadings(chosen: readonly Unit[], all: readonly Unit[]): Unit[] {
  const following = new Map(all.map((unit, index) => [unit, all[index + 1]]))
  return chosen.filter((unit, index) => {
    const next = chosen[index + 1]
    if (unit.heading === 0 || following.get(unit) === next) return unit.heading === 0 || next !== undefined
    return next !== undefined && (next.heading === 0 || next.heading > unit.heading)
  })
}

const names = (unit: Unit, { authors }: Known): boolean =>
  authors.some((author) => bare(unit.text).includes(bare(author)))

function titleTest({ titles }: Known): (unit: Unit) => boolean {
  const bareTitles = new Set(titles.map((title) => bare(title)))
  return (unit) => bareTitles.has(bare(unit.text))
}

const bare = (text: string): string =>
  text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
