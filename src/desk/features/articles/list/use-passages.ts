import { useEffect, useRef, useState } from 'react'
import type { Passage } from '../../../library/view/stored-passages.ts'
import type { ArticleSource } from '../../../worker-client/article-source.ts'
import type { Ordering } from './ordering.ts'

/** Rows before and after those drawn, so that scrolling by a few of them shows no first lines. */
const lookAhead = 10

/** Read one after the other, so that most of the reading is spared if the search goes on. */
const rowsAtOnce = 8

/** Between two letters, the worker has more urgent work: the next search. */
const pauseMs = 150

type Passages = ReadonlyMap<number, Passage | undefined>

const none: Passages = new Map()

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
  const [passages, setPassages] = useState(none)
  const read = useRef({ query: '', positions: new Set<number>() })
  useEffect(() => {
    if (query === '') return undefined
    const isSameQuery = read.current.query === query
    if (!isSameQuery) read.current = { query, positions: new Set() }
    // The rows drawn come first.
    const places = [...range(first, end + lookAhead), ...range(first - lookAhead, first)]
    const missing = places
      .filter((place) => place >= 0 && place < ordering.count)
      .map((place) => ordering.at(place))
      .filter((position) => !read.current.positions.has(position))
    const leaving = new AbortController()
    const readMissing = async () => {
      for (let from = 0; from < missing.length; from += rowsAtOnce) {
        const positions = missing.slice(from, from + rowsAtOnce)
        const found = await source.passages(positions, query)
        if (leaving.signal.aborted) return
        for (const position of positions) read.current.positions.add(position)
        const fresh = positions.map((position, index) => [position, found[index]] as const)
        setPassages((before) => new Map([...before, ...fresh]))
      }
    }
    // If texts can't be read, the first lines stay; a notice already says that the device is failing.
    const timer = setTimeout(() => void readMissing().catch(() => {}), isSameQuery ? 0 : pauseMs)
    return () => {
      leaving.abort()
      clearTimeout(timer)
    }
  }, [source, ordering, query, first, end])
  return query === '' ? none : passages
}

const range = (from: number, end: number): number[] =>
  Array.from({ length: Math.max(0, end - from) }, (_, index) => from + index)
