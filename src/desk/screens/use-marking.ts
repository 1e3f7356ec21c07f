import { useMemo } from 'react'
import type { Marking } from '../library/texts/marking.ts'

/** What to mark in texts: the same object as long as it says the same, so that texts are not marked again. */
export const useMarking = (keywords: readonly string[] = noKeywords, query = ''): Marking =>
  useMemo(() => ({ keywords, query }), [keywords, query])

const noKeywords: readonly string[] = []
