import { useMemo } from 'react'
import type { Marking } from '../library/texts/marking.ts'

/** What to mark in texts: the same object as long as it says the same, lest every text be marked anew. */
export const useMarking = (keywords: readonly string[] = noKeywords, query = ''): Marking =>
  useMemo(() => ({ keywords, query }), [keywords, query])

const noKeywords: readonly string[] = []
