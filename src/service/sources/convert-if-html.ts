import type { DefaultTreeAdapterTypes, TreeAdapter } from 'parse5'
import { defaultTreeAdapter, parseFragment } from 'parse5'
import { looksLikeHtml } from '../../text/html-text.ts'
import { isBlock, isUnread, titleToText, treeToText } from '../extraction/html-to-text.ts'
import type { Parent } from '../extraction/tree.ts'
import { find, isText } from '../extraction/tree.ts'
import { toTitle } from './plain-text.ts'

/**
 * Converts a text to plain text if all of it is HTML, as in many exports. A text that only mentions tags,
 * compares numbers or quotes code stays as it is, also in doubt: a removed tag can't be restored, and the desk hides one
 * that was left.
 */
export function convertIfHtml(text: string): string {
  if (text.length > maxCharacters || !looksLikeHtml(text)) return text
  const tree = parseWithin(text)
  if (!tree) return text
  const plain = treeToText(tree, (element) => element.tagName === 'title' || isUnread(element))
  return isAllMarkup(tree, plain) ? plain : text
}

/** Converts a title of a feed or of JSON to plain text, on one line. */
export const plainTitle = (written = ''): string => toTitle(titleToText(written))

/**
 * Whether nearly all of the text stands in elements, or its lines are broken by `<br>`. Text outside of elements with
 * more line breaks of its own is plain text, whose lines would flow together.
 */
function isAllMarkup(tree: Parent, plain: string): boolean {
  const bare = tree.childNodes.filter(isText).map(({ value }) => value.trim())
  if (bare.join('').length * 10 <= plain.length) return true
  const breaks = tree.childNodes.filter(({ nodeName }) => nodeName === 'br').length
  const lineBreaks = bare.join('').match(/\n/g)?.length ?? 0
  return lineBreaks <= breaks && (breaks > 0 || !find(tree, isBlock))
}

/** @returns undefined for markup crafted to make a parser repair it without end: by far deeper, or longer, than written */
function parseWithin(html: string): Parent | undefined {
  let left = 100 + 2 * (html.match(/</g)?.length ?? 0)
  let depth = 0
  const treeAdapter: TreeAdapter<DefaultTreeAdapterTypes.DefaultTreeAdapterMap> = {
    ...defaultTreeAdapter,
    createElement(...made) {
      left -= 1
      if (left < 0) throw new EndlessMarkupError()
      return defaultTreeAdapter.createElement(...made)
    },
    onItemPush() {
      depth += 1
      if (depth > deepest) throw new EndlessMarkupError()
    },
    onItemPop() {
      depth -= 1
    },
  }
  try {
    return parseFragment(html, { treeAdapter })
  } catch (error) {
    if (error instanceof EndlessMarkupError) return undefined
    throw error
  }
}

const deepest = 500
/** As for HTML files: the parsed tree takes much more memory than the text. */
const maxCharacters = 2 * 2 ** 20

class EndlessMarkupError extends Error {
  override readonly name = 'EndlessMarkupError'
}
