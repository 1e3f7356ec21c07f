import { fold } from '../../../text/fold.ts'
import { toPlainText } from '../../../text/html-text.ts'

export interface SearchedArticle {
  readonly title: string
  readonly text: string
  readonly author?: string | undefined
  readonly source?: string | undefined
}

/**
 * The words of an article that are searched: those that its reader shows. The separator keeps phrases from spanning two
 * parts. Folded as one string, because engines would defer copying concatenated strings until the first keystroke.
 */
export const searchableText = ({ title, text, author, source }: SearchedArticle): string =>
  fold([title, toPlainText(text), author, source].filter((part) => part !== undefined).join('\0'))
