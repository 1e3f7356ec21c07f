import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useWorkerApi } from '../../../worker-client/worker-context.tsx'
import { findQuery } from '../../../worker-client/library-queries.ts'
import type { JobKey, JobRecord } from '../../../library/records.ts'
import { searchParam } from '../../../paths.ts'
import { fullOrdering, givenOrdering, type Ordering } from '../list/ordering.ts'

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
