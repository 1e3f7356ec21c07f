import { createHash } from 'node:crypto'

/**
 * Boilerplate is what stands in most pages of a site: newsletter invitations, "read also", the publisher's signature. It
 * is recognised by repetition, whatever its markup.
 */

/** With fewer pages, paragraphs shared by articles on one subject would look like boilerplate. */
export const minPages = 5

const minShare = 0.5

/** Whether a paragraph found in `seenIn` of `pages` pages belongs to the site rather than to its articles. */
export const isBoilerplate = ({ pages, seenIn }: { pages: number; seenIn: number }): boolean =>
  pages >= minPages && seenIn > pages * minShare

/** Returns one key per distinct paragraph that has words. Keys ignore case, punctuation and the values of numbers. */
export const paragraphKeys = (text: string): string[] =>
  [...keysByParagraph(text).values()].filter((key) => key !== '')

/**
 * Removes boilerplate from a text. If that would remove more than half of it, the text is left unchanged: the same
 * article at several addresses is not boilerplate.
 */
export function cutBoilerplate(text: string, isBoilerplate: (key: string) => boolean): string {
  const keys = keysByParagraph(text)
  const kept = text
    .split('\n\n')
    .filter((paragraph) => {
      const key = keys.get(paragraph) ?? ''
      return key === '' || !isBoilerplate(key)
    })
    .join('\n\n')
    .trim()
  return kept.length * 2 >= text.length ? kept : text
}

/** No article has more paragraphs, and a hostile text has hundreds of thousands, whose keys take seconds. */
const maxParagraphs = 4_000

function keysByParagraph(text: string): Map<string, string> {
  const keys = new Map<string, string>()
  for (const paragraph of text.split('\n\n')) {
    if (keys.size === maxParagraphs) break
    if (!keys.has(paragraph)) keys.set(paragraph, paragraphKey(paragraph))
  }
  return keys
}

function paragraphKey(paragraph: string): string {
  const words = paragraph
    .normalize('NFKC')
    .toLowerCase()
    .match(/[\p{L}\p{N}]+/gu)
  if (!words) return ''
  // Numbers are often counts or dates; the sentence around them is the same on every page.
  const fixed = words.map((word) => (/^\p{N}+$/u.test(word) ? '0' : word)).join(' ')
  return createHash('sha256').update(fixed).digest('base64url').slice(0, 16)
}
