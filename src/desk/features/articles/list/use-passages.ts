import { useEffect, useRef, useState } from 'react'
import type { Passage } from '../../../library/view/stored-passages.ts'
import type { ArticleSource } from '../article-source.ts'
import type { Ordering } from './ordering.ts'

/** Rows before and after those drawn, so that scrolling by a screen shows no first lines. */
const lookAhead = 20

/** Between two letters, the worker has more urgent work: the next search. */
const pauseMs = 150

type Passages = ReadonlyMap<number, Passage | undefined>

interface Found {
  readonly query: string
  readonly passages: Passages
}

const none: Found = { query: '', passages: new Map() }

/**
 * What a search has found in the rows drawn and those around them, by position. It comes after the rows themselves;
 * until then, those of the query before are kept, as far as they are the same articles.
 *
 * @param query blank for no search
 */
export function usePassages(
  source: ArticleSource,
  ordering: Ordering,
  { query, first, end }: { query: string; first: number; end: number },
): Passages {
  const [found, setFound] = useState(none)
  const latest = useRef(found)
  useEffect(() => {
    if (query === '') return undefined
    const known = latest.current.query === query ? latest.current.passages : new Map<number, never>()
    const missing: number[] = []
    for (
      let place = Math.max(0, first - lookAhead);
      place < Math.min(end + lookAhead, ordering.count);
      place += 1
    )
      if (!known.has(ordering.at(place))) missing.push(ordering.at(place))
    if (missing.length === 0) return undefined
    let isWanted = true
    const timer = setTimeout(
      async () => {
        // If texts can't be read, the first lines stay; a notice already says that the device is failing.
        const read = await source.passages(missing, query).catch(() => undefined)
        if (!read || !isWanted) return
        const passages = new Map(known)
        for (const [index, position] of missing.entries()) passages.set(position, read[index])
        latest.current = { query, passages }
        setFound(latest.current)
      },
      latest.current.query === query ? 0 : pauseMs,
    )
    return () => {
      isWanted = false
      clearTimeout(timer)
    }
  }, [source, ordering, query, first, end])
  return query === '' ? none.passages : found.passages
}
