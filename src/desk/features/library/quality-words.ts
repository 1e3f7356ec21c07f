import { createContext } from 'react'
import type { Quality } from '../../library/records.ts'

/** What is the matter with a text, as a chip says it. */
export const qualityWords: Readonly<Record<Quality, string>> = {
  short: 'Under 300 words',
  links: 'Links',
  copyright: 'Copyright line',
  signature: 'Signature left',
  capitals: 'Capitals',
  language: 'Other language',
  markup: 'Markup',
}

/** From how many words on an article is not marked as short: a preference of the editor. */
export const ShortWordsContext = createContext(0)
