import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { useDeferredValue, useEffect, useMemo, useRef, useState } from 'react'
import { NavigationType, useLocation, useNavigationType } from 'react-router-dom'
import { useWorkerApi } from '../../../worker-client/worker-context.tsx'
import { findQuery } from '../../../worker-client/library-queries.ts'
import type { JobKey, JobRecord } from '../../../library/records.ts'
import { searchParam } from '../../../paths.ts'
import { useAddressParam } from '../../../ui/use-address.ts'
import { fullOrdering, givenOrdering, type Ordering } from '../list/ordering.ts'
import type { MadeByList } from '../list/use-article-list.ts'

/** Browsers allow about a hundred history changes in 30 seconds; typing is faster. */
const addressDelayMs = 300

export interface SearchText {
  /** The text in the field. */
  readonly text: string
  /** The query of the shown results; lags behind fast typing. */
  readonly query: string
  readonly setText: (text: string) => void
}

/** The search text, kept in the address. */
export function useSearchText(): SearchText {
  const [asked, ask] = useAddressParam(searchParam)
  const [text, setText] = useState(asked)
  /** What the address was when it was last drawn, then what has been written since: drawing lags behind. */
  const written = useRef([asked])
  const fieldLeads = useFieldLeads()

  useEffect(() => {
    const drawn = written.current.indexOf(asked)
    if (drawn >= 0) return void written.current.splice(0, drawn)
    written.current = [asked]
    // After "back" or a followed link, the address wins.
    return setText((typed) => (fieldLeads ? typed : asked))
  }, [asked, fieldLeads])

  useEffect(() => {
    if (text === written.current.at(-1)) return undefined
    const timer = setTimeout(() => {
      if (ask(text)) written.current.push(text)
    }, addressDelayMs)
    return () => clearTimeout(timer)
  }, [text, ask])

  return { text, query: useDeferredValue(text.trim()), setText }
}

/**
 * Whether the list itself navigated here. The list, and so the search in its links, lags behind what is typed; then the
 * field wins, or it would lose letters.
 */
function useFieldLeads(): boolean {
  const { state } = useLocation()
  return useNavigationType() !== NavigationType.Pop && (state as MadeByList | null)?.isAfterList !== undefined
}

/**
 * Starts a search in the worker while the page is still rendering, so that its result is often there when needed.
 */
export function useSearchAhead(key: JobKey): (text: string) => void {
  const worker = useWorkerApi()
  const client = useQueryClient()
  return (text) => {
    const query = text.trim()
    if (query !== '') void client.prefetchQuery(findQuery(worker, key, query))
  }
}

/** The query string of a list: the search and any other parameters, without blank ones. */
export function searchOf(query: string, others: Readonly<Record<string, string>>): string {
  const params = Object.entries({ [searchParam]: query, ...others }).filter(([, value]) => value !== '')
  return params.length === 0 ? '' : `?${new URLSearchParams(params).toString()}`
}

export interface JobSearch {
  readonly ordering: Ordering
  /** The query whose hits are marked in the texts; blank if all articles are shown. */
  readonly foundBy: string
  /** Whether a newer query is still pending. */
  readonly stale: boolean
  /** Repeats a search that failed; undefined if none did. */
  readonly tryAgain: (() => void) | undefined
}

/**
 * The articles of a job that match a query; all of them if the query is blank, and until the first result. None if the
 * search failed: an action on all matches must not affect other articles.
 */
export function useJobSearch(record: JobRecord, query: string): JobSearch {
  const { data, isPlaceholderData, isError, refetch } = useQuery({
    ...findQuery(useWorkerApi(), record.key, query),
    enabled: query !== '',
    placeholderData: keepPreviousData,
  })
  const found = query === '' ? undefined : data
  const hasFailed = query !== '' && isError && !found
  const ordering = useMemo(() => {
    if (hasFailed) return givenOrdering(new Uint32Array())
    return found ? givenOrdering(found.positions) : fullOrdering(record.articleCount)
  }, [record.articleCount, found, hasFailed])
  return {
    ordering,
    foundBy: found?.query ?? '',
    stale: query !== '' && !hasFailed && (isPlaceholderData || !found),
    tryAgain: hasFailed ? () => void refetch() : undefined,
  }
}
