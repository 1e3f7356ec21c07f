import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { useArticleCache, useWorkerApi, useOnUndone } from '../../../worker-client/worker-context.tsx'
import { viewQuery } from '../../../worker-client/library-queries.ts'
import type { Facets, LibraryView, ViewSpec } from '../../../library/view/view.ts'
import { packed, unpacked } from '../library-source.ts'
import { addressOf } from './view-address.ts'

export interface HeldView {
  /** The view shown: held until another is requested, whatever is decided in the meantime. */
  readonly held: LibraryView | undefined
  /** The query that found it. */
  readonly foundBy: string
  /** Current counts, not held. */
  readonly facets: Facets | undefined
  readonly total: number
  readonly unreadTexts: LibraryView['unreadTexts']
  /** Number of matching articles that have arrived since. */
  readonly cameSince: number
  readonly showWhatCame: () => void
  readonly isStale: boolean
  readonly isError: boolean
}

/**
 * A view of the library. Articles decided since stay in place until the view is left, while the counts follow. An
 * article that matches again because a step was undone is shown again.
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
  /** The library's latest answer for this view. */
  readonly latest: LibraryView
}

function takesItsPlace(next: LibraryView, held: Held | undefined, address: string): boolean {
  if (held?.address !== address) return true
  // Articles were removed from the library: a place without an article is useless.
  if (next.total < held.view.total) return true
  // Nothing in an empty list can move under the editor's hand.
  return (
    held.view.ids.numbers.length === 0 &&
    (next.total > held.view.total || held.view.unreadTexts !== undefined)
  )
}

/** While texts are read for the first time, new matches are appended: no row moves under the pointer. */
export function withFoundSince(shown: LibraryView, next: LibraryView): LibraryView {
  const known = unpacked(shown.ids)
  const ids = unpacked(next.ids)
  const decisions = new Map(ids.map((id, place) => [id, next.decisions[place] ?? 0]))
  const inList = new Set(known)
  const all = [...known.filter((id) => decisions.has(id)), ...ids.filter((id) => !inList.has(id))]
  return { ...next, ids: packed(all), decisions: Uint8Array.from(all, (id) => decisions.get(id) ?? 0) }
}

/** Whether `next`, a view of the same library, has articles that `shown` lacks. */
function hasMore(next: LibraryView | undefined, shown: LibraryView): boolean {
  if (!next || next === shown || next.total !== shown.total) return false
  const ids = new Set(unpacked(shown.ids))
  return unpacked(next.ids).some((id) => !ids.has(id))
}

/** Whether its results may grow while the texts are read for the first time. */
const dependsOnTexts = ({ query = '', quality = [], keyword, duplicated, versioned }: ViewSpec): boolean =>
  query.trim() !== '' || quality.length > 0 || [keyword, duplicated, versioned].some((it) => it !== undefined)
