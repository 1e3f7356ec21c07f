import { isPointer, opensBox } from './boilerplate-phrases.ts'
import type { Metadata } from './metadata.ts'
import type { BlockRange, Layout } from './region.ts'
import { countOf, isProse, blocksIn } from './region.ts'
import type { Element, Parent } from './tree.ts'
import { isElement } from './tree.ts'
import type { TextBlock } from './text-blocks.ts'

/**
 * Finds the blocks of boxes within an article (related links, the author, newsletters, contents). A box is recognised by
 * its first words; the rest of its element, or the list after it, belongs to it.
 */
export function findBoxes(layout: Layout, region: BlockRange): ReadonlySet<TextBlock> {
  const all = countOf(blocksIn(layout, region))
  const found = new Set<TextBlock>()
  for (let index = region.from; index < region.to; index += 1) {
    const block = layout.blocks[index]!
    if (found.has(block) || !opensBox(block)) continue
    found.add(block)
    const box = blocksIn(layout, extentOf(layout, index, region))
    if (countOf(box) < all * 0.25) for (const one of box) found.add(one)
  }
  return found
}

function extentOf({ blocks, ranges }: Layout, index: number, region: BlockRange): BlockRange {
  const alone = { from: index, to: index + 1 }
  let box: BlockRange = alone
  for (let up: Parent | null = blocks[index]!.element; up && isElement(up); up = up.parentNode) {
    const range = ranges.get(up)!
    if (range.from < index || range.to - range.from >= region.to - region.from) break
    box = range
  }
  if (box.to > index + 1 || index + 1 >= region.to) return box
  // The label has an element of its own: the sibling after it may be its list.
  let list: Element | undefined
  for (let up: Parent | null = blocks[index + 1]!.element; up && isElement(up); up = up.parentNode) {
    if (ranges.get(up)!.from <= index) break
    list = up
  }
  const range = list && ranges.get(list)!
  if (!range || range.to > region.to) return alone
  const listed = blocks.slice(range.from, range.to)
  const linked = countOf(listed.filter((one) => one.linked > 0.5))
  return /^[uo]l$/.test(list!.tagName) || linked > countOf(listed) * 0.4
    ? { from: index, to: range.to }
    : alone
}

type ArticleMetadata = Pick<Metadata, 'titles' | 'authors' | 'description'>

/** Finds the lead: prose between the page's heading and its text, unless it only repeats the description. */
export function findLead(
  layout: Layout,
  region: BlockRange,
  metadata: ArticleMetadata,
): readonly TextBlock[] {
  const isTitle = titleTest(metadata)
  const heading = layout.blocks.findLastIndex(
    (block, index) => index < region.from && (block.heading === 1 || isTitle(block)),
  )
  if (heading === -1 || region.from - heading > 25) return []
  const description = normalised(metadata.description ?? '').slice(0, 40)
  const isRepeated = (block: TextBlock): boolean =>
    description !== '' && normalised(block.text).startsWith(description)
  return layout.blocks
    .slice(heading + 1, region.from)
    .filter(
      (block) =>
        isProse(block) &&
        block.words > 14 &&
        !isPointer(block) &&
        !isRepeated(block) &&
        !namesAuthor(block, metadata) &&
        !introducesAuthor(block, metadata),
    )
}

/** Removes single lines: the repeated title, pointers to other pages, bylines. */
export function withoutLines(blocks: readonly TextBlock[], metadata: ArticleMetadata): TextBlock[] {
  const isTitle = titleTest(metadata)
  const all = countOf(blocks)
  const people = metadata.authors.filter((author) => author.includes(' '))
  const left: TextBlock[] = []
  let before = 0
  for (const [index, block] of blocks.entries()) {
    const place = before / all
    before += block.words
    if (isPointer(block) || (place < 0.2 && isTitle(block))) continue
    if (block.words < 14 && (place < 0.05 || place > 0.95) && namesAuthor(block, metadata)) continue
    if (people.some((author) => isAuthorBox(author, blocks.slice(index), { place, words: all - before })))
      break
    left.push(block)
  }
  return left
}

/** Whether a block begins the box about the author at the end; nothing after it belongs to the article. */
function isAuthorBox(
  author: string,
  [block, ...rest]: readonly TextBlock[],
  { place, words }: { place: number; words: number },
): boolean {
  if (!block || block.words >= 130 || !normalised(block.text).startsWith(normalised(author))) return false
  if (place > 0.85 && words < 60) return true
  const parts = normalised(author).split(' ')
  const isAboutAuthor = (one: TextBlock): boolean =>
    aboutSomebody.test(one.text) || parts.some((name) => normalised(one.text).startsWith(`${name} `))
  return place > 0.6 && rest.length > 0 && rest.every(isAboutAuthor)
}

/** The beginning of a further paragraph about a person. */
const aboutSomebody = /^(?:he|she|they|his|her|their|when (?:not|he|she|they))\b/i

/** Removes repeated passages: some pages contain their text once per screen width. */
export function withoutCopies(blocks: readonly TextBlock[]): TextBlock[] {
  const texts = blocks.map(({ text }) => normalised(text))
  const first = new Map<string, number>()
  const left: TextBlock[] = []
  for (let index = 0; index < blocks.length;) {
    const copies = copiedFrom(index, first.get(texts[index]!))
    if (copies === 0) {
      left.push(blocks[index]!)
      if (!first.has(texts[index]!)) first.set(texts[index]!, index)
    }
    index += Math.max(1, copies)
  }
  return left

  /** Counts how many blocks from `index` on repeat those from `earlier` on. */
  function copiedFrom(index: number, earlier: number | undefined): number {
    if (earlier === undefined) return 0
    let copied = 0
    let words = 0
    while (
      index + copied < blocks.length &&
      earlier + copied < index &&
      texts[index + copied] === texts[earlier + copied]
    ) {
      words += blocks[index + copied]!.words
      copied += 1
    }
    const isBeside =
      texts[index] === texts[index - 1] && !/^(?:td|th|li)$/.test(blocks[index]!.element.tagName)
    return (copied > 2 && words > 40) || (isBeside && words > 2) ? copied : 0
  }
}

/**
 * Removes headings left without content: the next chosen block is a heading of the same or a higher level, or there is
 * none. Headings that are links, one after another, are teasers.
 */
export function withoutBareHeadings(chosen: readonly TextBlock[], all: readonly TextBlock[]): TextBlock[] {
  const following = new Map(all.map((block, index) => [block, all[index + 1]]))
  return chosen.filter((block, index) => {
    const next = chosen[index + 1]
    const isFollowed = following.get(block) === next
    const isLastTeaser = isTeaser(block, chosen[index - 1]) && !(isFollowed && next?.heading === 0)
    if (isTeaser(block, next) || isLastTeaser) return false
    if (block.heading === 0 || isFollowed) return block.heading === 0 || next !== undefined
    return next !== undefined && (next.heading === 0 || next.heading > block.heading)
  })
}

const isTeaser = (block: TextBlock, beside: TextBlock | undefined): boolean =>
  block.heading > 0 &&
  block.linked > 0.5 &&
  beside !== undefined &&
  beside.heading === block.heading &&
  beside.linked > 0.5

/** Names the author other than for what they say: some papers quote their own people. */
const namesAuthor = (block: TextBlock, { authors }: ArticleMetadata): boolean =>
  !/^["“”„«»]|[,.!?]["“”«»]/u.test(block.text) &&
  authors.some((author) => normalised(block.text).includes(normalised(author)))

/** "Ada is a hydrologist who covers floods." */
function introducesAuthor(block: TextBlock, { authors }: ArticleMetadata): boolean {
  const name = introduction.exec(normalised(block.text))?.[1]
  return name !== undefined && authors.some((author) => normalised(author).split(' ').includes(name))
}

const introduction = /^(\p{L}{2,}) (?:is|was|has|covers|writes|reports|works|joined|leads) /u

function titleTest({ titles }: ArticleMetadata): (block: TextBlock) => boolean {
  const known = new Set(titles.map((title) => normalised(title)))
  return (block) => known.has(normalised(block.text))
}

const normalised = (text: string): string =>
  text
    // NFKC turns superscript digits into plain ones.
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
