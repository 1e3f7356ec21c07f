import { useEffect, useMemo } from 'react'
import { createDecisionIndex, type DecisionIndex } from '../features/decisions/decision-index.ts'
import { type LibrarySource, unpacked } from '../features/library/library-source.ts'
import { useLibrary, useArticleCache } from '../intake/intake-context.tsx'
import type { LibraryView } from '../library/view/view.ts'

/** What was decided on each article of a view of the library, kept up to date as long as it is shown. */
export function useHeldDecisions(source: LibrarySource, { ids, decisions }: LibraryView): DecisionIndex {
  const library = useLibrary()
  const articles = useArticleCache()
  const index = useMemo(() => {
    const positions = source.positionsOf(ids)
    const known = source.known()
    const codes = new Uint8Array(known.numbers.length)
    for (const [place, position] of positions.entries()) codes[position] = decisions[place]!
    return createDecisionIndex(known, codes)
  }, [source, ids, decisions])
  useEffect(
    () =>
      articles.subscribeToMarks((changed) => {
        if (changed !== 'many') index.apply(changed)
        else library.marks(unpacked(ids)).then(index.apply, ignore)
      }),
    [library, articles, index, ids],
  )
  return index
}

/** What is known stays: the device is out of order, and a notice says so. */
const ignore = (): void => {}
