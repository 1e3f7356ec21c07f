import { useMemo } from 'react'
import type { Highlighting } from '../library/texts/highlighting.ts'

/** What to mark in texts: the same object while its content is the same, so that texts are not marked again. */
export const useHighlighting = (keywords: readonly string[] = noKeywords, query = ''): Highlighting =>
  useMemo(() => ({ keywords, query }), [keywords, query])

const noKeywords: readonly string[] = []
