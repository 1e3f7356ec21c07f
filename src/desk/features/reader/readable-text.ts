import { htmlToText } from './html-to-text.ts'
import { looksLikeHtml } from '../../../text/looks-like-html.ts'

export interface ReadableText {
  readonly text: string
  /** The text as it came, where it was HTML and has been converted. */
  readonly original?: string
}

/** What to set of an article's text. Markup is never interpreted; a text that is HTML is shown as the text it holds. */
export function readableText(text: string): ReadableText {
  return looksLikeHtml(text) ? { text: htmlToText(text), original: text } : { text }
}
