import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { useArticleCache, useWorkerApi, useOnUndone } from '../../../worker-client/worker-context.tsx'
import { viewQuery } from '../../../worker-client/library-queries.ts'
import type { Facets, LibraryView, ViewSpec } from '../../../library/view/view.ts'
import { packed, unpacked } from '../library-source.ts'
import { addressOf } from './view-address.ts'

export interface HeldView {
  /** What is shown: it stays as it is until another view is asked for, whatever is decided in the meantime. */
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

/**
 * A view of the library. Decided articles stay in their place until it is left, the counts go along; what a step that is
 * taken back makes belong here is shown again.
 */
export function useLibraryView(spec: ViewSpec): HeldView {
  const { data, isPlaceholderData, isError } = useQuery({
    ...viewQuery(useWorkerApi(), spec, useArticleCache()),
    placeholderData: keepPreviousData,
  })
  const address = addressOf(spec)
  const [held, setHeld] = useState<Held>()
  const isCurrent = data !== undefined && !isPlaceholderData
  const [undoneIn, setUndoneIn] = useState<LibraryView>()
  useOnUndone(() => setUndoneIn(held?.view))
  const hold = () =>
    data && setHeld({ address, latest: data.view, view: data.view, query: data.spec.query?.trim() ?? '' })
  const bringsBack = useMemo(
    () => undoneIn !== undefined && undoneIn === held?.view && hasMore(data?.view, undoneIn),
    [undoneIn, held, data],
  )
  if (isCurrent && data.view !== held?.latest) {
    if (bringsBack || takesItsPlace(data.view, held, address)) hold()
    else if (held && held.latest.unreadTexts !== undefined && dependsOnTexts(spec))
      setHeld({ ...held, latest: data.view, view: withFoundSince(held.view, data.view) })
  }
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

interface Held {
  readonly address: string
  readonly query: string
  readonly view: LibraryView
  /** What the library said last of it. */
  readonly latest: LibraryView
}

function takesItsPlace(next: LibraryView, held: Held | undefined, address: string): boolean {
  if (held?.address !== address) return true
  // Gone from the library: a place without an article says nothing.
  if (next.total < held.view.total) return true
  // An empty list has nothing that could be moved away under the editor's hand.
  return (
    held.view.ids.numbers.length === 0 &&
    (next.total > held.view.total || held.view.unreadTexts !== undefined)
  )
}

/** While texts are read for the first time, what is found in them goes to the end: no row moves away under the pointer. */
export function withFoundSince(shown: LibraryView, next: LibraryView): LibraryView {
  const known = unpacked(shown.ids)
  const ids = unpacked(next.ids)
  const decisions = new Map(ids.map((id, place) => [id, next.decisions[place] ?? 0]))
  const inList = new Set(known)
  const all = [...known.filter((id) => decisions.has(id)), ...ids.filter((id) => !inList.has(id))]
  return { ...next, ids: packed(all), decisions: Uint8Array.from(all, (id) => decisions.get(id) ?? 0) }
}

/** Of the same articles of the library, some that the other does not show. */
function hasMore(next: LibraryView | undefined, shown: LibraryView): boolean {
  if (!next || next === shown || next.total !== shown.total) return false
  const ids = new Set(unpacked(shown.ids))
  return unpacked(next.ids).some((id) => !ids.has(id))
}

/** Whether it shows more as the texts are read for the first time. */
const dependsOnTexts = ({ query = '', quality = [], keyword, duplicated, versioned }: ViewSpec): boolean =>
  query.trim() !== '' || quality.length > 0 || [keyword, duplicated, versioned].some((it) => it !== undefined)
