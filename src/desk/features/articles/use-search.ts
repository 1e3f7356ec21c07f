import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { useDeferredValue, useEffect, useMemo, useRef, useState } from 'react'
import { useIntake } from '../../intake/intake-context.tsx'
import { findQuery } from '../../intake/library-queries.ts'
import type { JobKey, JobRecord } from '../../library/records.ts'
import { useAddressParams } from '../../ui/use-address.ts'
import { allPlaces, foundPlaces, type Places } from './places.ts'

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

/** What is searched for, kept in the address. */
export function useSearchText(): SearchText {
  const [params, changeAddress] = useAddressParams()
  const asked = params.get(searchParam) ?? ''
  const [text, setText] = useState(asked)
  const written = useRef(asked)

  useEffect(() => {
    if (asked === written.current) return
    // Somebody went back, or followed a link: the address leads.
    written.current = asked
    setText(asked)
  }, [asked])

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

/** Has the worker search for a text while the page still draws it: the answer is often there when it is asked for. */
export function useSearchAhead(key: JobKey): (text: string) => void {
  const intake = useIntake()
  const client = useQueryClient()
  return (text) => {
    const query = text.trim()
    if (query !== '') void client.prefetchQuery(findQuery(intake, key, query))
  }
}

/** What narrows a list, as a link carries it: the search, and whatever else has a parameter; blank ones are left out. */
export function searchOf(query: string, others: Readonly<Record<string, string>> = {}): string {
  const params = Object.entries({ [searchParam]: query, ...others }).filter(([, value]) => value !== '')
  return params.length === 0 ? '' : `?${new URLSearchParams(params).toString()}`
}

export interface FoundPlaces {
  readonly places: Places
  /** The query that found them, for the marks in their texts; blank where all articles are shown. */
  readonly foundBy: string
  /** Whether a newer query has not been answered yet. */
  readonly stale: boolean
}

/** The articles of a job that a query finds; all of them without one, and until the first answer is there. */
export function usePlaces(record: JobRecord, query: string): FoundPlaces {
  const { data, isPlaceholderData } = useQuery({
    ...findQuery(useIntake(), record.key, query),
    enabled: query !== '',
    placeholderData: keepPreviousData,
  })
  const found = query === '' ? undefined : data
  const places = useMemo(
    () => (found ? foundPlaces(found.positions) : allPlaces(record.articleCount)),
    [record.articleCount, found],
  )
  return { places, foundBy: found?.query ?? '', stale: query !== '' && (isPlaceholderData || !found) }
}
