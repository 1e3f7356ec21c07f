import { createHash } from 'node:crypto'

/**
 * What stands in most pages of one site is no part of its articles: invitations to a newsletter, "read also", the
 * house's own signature. It is known by being repeated, however it is marked up.
 */

/** With fewer pages, two articles on one subject would look like a template. */
export const fewestPages = 5

const leastShare = 0.5

/** Whether a paragraph that stood in `seenIn` of `pages` pages belongs to the site rather than to its articles. */
export const isFurniture = ({ pages, seenIn }: { pages: number; seenIn: number }): boolean =>
  pages >= fewestPages && seenIn > pages * leastShare

/** One key for each paragraph that has words: the same words give the same key, whatever their case and punctuation. */
export const paragraphKeys = (text: string): string[] =>
  text
    .split('\n\n')
    .map(paragraphKey)
    .filter((key) => key !== '')

/**
 * Takes the furniture out of a text. A text that would lose most of its letters keeps them all: the same article at
 * several addresses is no furniture.
 */
export function cutFurniture(text: string, isFurniture: (key: string) => boolean): string {
  const kept = text
    .split('\n\n')
    .filter((paragraph) => {
      const key = paragraphKey(paragraph)
      return key === '' || !isFurniture(key)
    })
    .join('\n\n')
    .trim()
  return kept.length * 2 >= text.length ? kept : text
}

function paragraphKey(paragraph: string): string {
  const words = paragraph
    .normalize('NFKC')
    .toLowerCase()
    .match(/[\p{L}\p{N}]+/gu)
  if (!words) return ''
  // Numbers are counters of comments, shares and dates: the sentence around them is the same on every page.
  const fixed = words.map((word) => (/^\p{N}+$/u.test(word) ? '0' : word)).join(' ')
  return createHash('sha256').update(fixed).digest('base64url').slice(0, 16)
}
