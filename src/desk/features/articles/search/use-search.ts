import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { useDeferredValue, useEffect, useMemo, useRef, useState } from 'react'
import { NavigationType, useLocation, useNavigationType } from 'react-router-dom'
import { useWorkerApi } from '../../../worker-client/worker-context.tsx'
import { findQuery } from '../../../worker-client/library-queries.ts'
import type { JobKey, JobRecord } from '../../../library/records.ts'
import { useAddressParams } from '../../../ui/use-address.ts'
import { fullOrdering, foundOrdering, type Ordering } from '../list/ordering.ts'

/** The parameter of the address that holds the search, so that a link or a reload shows the same list. */
export const searchParam = 'q'

/** Browsers allow about a hundred changes of the address in half a minute; typing is faster than that. */
const addressDelayMs = 300

export interface SearchText {
  /** As it stands in the field. */
  readonly text: string
  /** What is being shown: it lags while one types fast. */
  readonly query: string
  readonly setText: (text: string) => void
}

/** What a list sends along with the address of an article: the search in it is what found the list. */
export const openedFromList = { isFromList: true } as const

/** What is searched for, kept in the address. */
export function useSearchText(): SearchText {
  const [params, changeAddress] = useAddressParams()
  const asked = params.get(searchParam) ?? ''
  const [text, setText] = useState(asked)
  const written = useRef(asked)
  const fieldLeads = useFieldLeads()

  useEffect(() => {
    if (asked === written.current) return
    written.current = asked
    // Where somebody went back, or followed another link, the address leads.
    setText((typed) => (fieldLeads ? typed : asked))
  }, [asked, fieldLeads])

  useEffect(() => {
    if (text === written.current) return undefined
    const timer = setTimeout(() => {
      const wrote = changeAddress(
        (params) => (text === '' ? params.delete(searchParam) : params.set(searchParam, text)),
        { replace: true },
      )
      if (wrote) written.current = text
    }, addressDelayMs)
    return () => clearTimeout(timer)
  }, [text, changeAddress])

  return { text, query: useDeferredValue(text.trim()), setText }
}

/**
 * Whether the list itself led here. It lags behind what is typed, and so does the search that its links carry: there the
 * field says what is meant, else letters would be taken out of it again.
 */
function useFieldLeads(): boolean {
  const { state } = useLocation()
  const { isFromList } = (state ?? {}) as Partial<typeof openedFromList>
  return useNavigationType() !== NavigationType.Pop && isFromList === true
}

/** Has the worker search for a text while the page still draws it: the answer is often there when it is asked for. */
export function useSearchAhead(key: JobKey): (text: string) => void {
  const worker = useWorkerApi()
  const client = useQueryClient()
  return (text) => {
    const query = text.trim()
    if (query !== '') void client.prefetchQuery(findQuery(worker, key, query))
  }
}

/** What narrows a list, as a link carries it: the search, and whatever else has a parameter; blank ones are left out. */
export function searchOf(query: string, others: Readonly<Record<string, string>> = {}): string {
  const params = Object.entries({ [searchParam]: query, ...others }).filter(([, value]) => value !== '')
  return params.length === 0 ? '' : `?${new URLSearchParams(params).toString()}`
}

export interface FoundPlaces {
  readonly ordering: Ordering
  /** The query that found them, for the marks in their texts; blank where all articles are shown. */
  readonly foundBy: string
  /** Whether a newer query has not been answered yet. */
  readonly stale: boolean
}

/** The articles of a job that a query finds; all of them without one, and until the first answer is there. */
export function usePlaces(record: JobRecord, query: string): FoundPlaces {
  const { data, isPlaceholderData } = useQuery({
    ...findQuery(useWorkerApi(), record.key, query),
    enabled: query !== '',
    placeholderData: keepPreviousData,
  })
  const found = query === '' ? undefined : data
  const ordering = useMemo(
    () => (found ? foundOrdering(found.positions) : fullOrdering(record.articleCount)),
    [record.articleCount, found],
  )
  return { ordering, foundBy: found?.query ?? '', stale: query !== '' && (isPlaceholderData || !found) }
}
