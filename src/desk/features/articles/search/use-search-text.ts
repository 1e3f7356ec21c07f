import { useDeferredValue, useEffect, useRef, useState } from 'react'
import { NavigationType, useLocation, useNavigationType } from 'react-router-dom'
import { searchParam } from '../../../paths.ts'
import { useAddressParam } from '../../../ui/use-address.ts'
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
  return useNavigationType() !== NavigationType.Pop && (state as MadeByList | null)?.list !== undefined
}
