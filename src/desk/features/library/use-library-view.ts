import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useIntake } from '../../intake/intake-context.tsx'
import { viewQuery } from '../../intake/library-queries.ts'
import type { Facets, LibraryView, ViewSpec } from '../../library/view/view.ts'
import { addressOf } from './view-address.ts'

export interface HeldView {
  /** What is shown: it stays as it is until another view is asked for, whatever is decided meanwhile. */
  readonly held: LibraryView | undefined
  /** The query it was found by. */
  readonly foundBy: string
  /** As things stand now. */
  readonly facets: Facets | undefined
  readonly total: number
  readonly unreadTexts: LibraryView['unreadTexts']
  /** How many articles belong here that came since. */
  readonly cameSince: number
  readonly showWhatCame: () => void
  readonly isStale: boolean
  readonly isError: boolean
}

/** A view of the library. Decided articles stay in their place until it is left, the counts go along. */
export function useLibraryView(spec: ViewSpec): HeldView {
  const { data, isPlaceholderData, isError } = useQuery({
    ...viewQuery(useIntake(), spec),
    placeholderData: keepPreviousData,
  })
  const address = addressOf(spec)
  const [held, setHeld] = useState<{ address: string; view: LibraryView; query: string }>()
  const isCurrent = data !== undefined && !isPlaceholderData
  const hold = () => data && setHeld({ address, view: data.view, query: data.spec.query?.trim() ?? '' })
  if (isCurrent && data.view !== held?.view && takesItsPlace(data.view, held, address, spec)) hold()
  const shown = held?.view
  return {
    held: shown,
    foundBy: held?.query ?? '',
    facets: data?.view.facets,
    total: data?.view.total ?? 0,
    unreadTexts: data?.view.unreadTexts,
    cameSince:
      isCurrent && shown && held.address === address && data.view.total > shown.total
        ? Math.max(0, data.view.ids.numbers.length - shown.ids.numbers.length)
        : 0,
    showWhatCame: hold,
    isStale: !isCurrent,
    isError,
  }
}

function takesItsPlace(
  next: LibraryView,
  held: { address: string; view: LibraryView } | undefined,
  address: string,
  spec: ViewSpec,
): boolean {
  if (held?.address !== address) return true
  // Gone from the library: a place without an article says nothing.
  if (next.total < held.view.total) return true
  // An empty list has nothing that could be moved away under the editor's hand.
  if (held.view.ids.numbers.length === 0 && next.total > held.view.total) return true
  return held.view.unreadTexts !== undefined && dependsOnTexts(spec)
}

/** Whether it shows more as the texts are read for the first time. */
const dependsOnTexts = ({ query = '', quality = [], duplicated, versioned }: ViewSpec): boolean =>
  query.trim() !== '' || quality.length > 0 || duplicated !== undefined || versioned !== undefined
