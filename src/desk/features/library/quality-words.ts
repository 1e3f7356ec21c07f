import { createContext } from 'react'
import type { Quality } from '../../library/records.ts'

/** The chip for each flaw of a text. */
export const qualityWords: Readonly<Record<Quality, string>> = {
  short: 'Under 300 words',
  links: 'Links',
  copyright: 'Copyright line',
  signature: 'Signature left',
  capitals: 'Capitals',
  language: 'Other language',
  markup: 'Markup',
}

/** Articles with fewer words are marked as short: the editor's preference. */
export const ShortWordsContext = createContext(0)
