import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { type ArticleId, packInOrder, unpackInOrder } from '../../../../contract/ids.ts'
import { codeOf } from '../../../library/annotations/decision-codes.ts'
import type { Annotation } from '../../../library/records.ts'
import { useArticleCache, useWorkerApi, useOnUndone } from '../../../worker-client/worker-context.tsx'
import { libraryKeys, viewQuery } from '../../../worker-client/library-queries.ts'
import type { Facets, LibraryView, ViewSpec } from '../../../library/view/view.ts'
import { addressOf } from './view-address.ts'

export interface HeldView {
  /** The view shown: held until another is requested, whatever is decided in the meantime. */
  readonly held: LibraryView | undefined
  /** What was looked for in it. */
  readonly spec: ViewSpec | undefined
  /** Current counts, not held. */
  readonly facets: Facets | undefined
  readonly total: number
  readonly indexing: LibraryView['indexing']
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
  const articles = useArticleCache()
  const { data, isPlaceholderData, isError } = useQuery({
    ...viewQuery(useWorkerApi(), spec, articles),
    placeholderData: keepPreviousData,
  })
  const address = addressOf(spec)
  const [held, setHeld] = useState<Held>()
  const isCurrent = data !== undefined && !isPlaceholderData
  const [undoneIn, setUndoneIn] = useState<LibraryView>()
  useOnUndone(() => setUndoneIn(held?.view))
  const hold = () => data && setHeld({ address, latest: data.view, view: data.view, spec: data.spec })
  const bringsBack = useMemo(
    () =>
      undoneIn !== undefined &&
      undoneIn === held?.view &&
      data?.view.total === undoneIn.total &&
      countMore(data.view, undoneIn) > 0,
    [undoneIn, held, data],
  )
  if (isCurrent && data.view !== held?.latest) {
    if (bringsBack || takesItsPlace(data.view, held, address)) hold()
    else if (held && held.latest.indexing !== undefined && dependsOnTexts(spec))
      setHeld({
        ...held,
        latest: data.view,
        view: withFoundSince(held.view, data.view, spec, (id) => articles.annotation(id)),
      })
  }
  const shown = held?.view
  const hasGrown = isCurrent && held?.address === address && data.view.total > held.view.total
  const cameSince = useMemo(
    () => (hasGrown && shown ? countMore(data.view, shown) : 0),
    [hasGrown, data, shown],
  )
  return {
    held: shown,
    spec: held?.spec,
    facets: data?.view.facets,
    total: data?.view.total ?? 0,
    indexing: data?.view.indexing,
    cameSince,
    showWhatCame: hold,
    isStale: !isCurrent,
    isError,
  }
}

/** As long as the slowest page takes to draw the letter that was typed. */
const aheadMs = 1_000

/**
 * Starts a view in the worker while the page is still drawing what was typed. Not while an earlier one is being read:
 * letters may come faster than the worker can follow, and only the last one matters.
 */
export function useViewAhead(): (spec: ViewSpec) => void {
  const worker = useWorkerApi()
  const articles = useArticleCache()
  const client = useQueryClient()
  return (spec) => {
    const isReading = client.isFetching({ queryKey: libraryKeys.views(worker.library.name) }) > 0
    if (!isReading) void client.prefetchQuery({ ...viewQuery(worker, spec, articles), gcTime: aheadMs })
  }
}

interface Held {
  readonly address: string
  readonly spec: ViewSpec
  readonly view: LibraryView
  /** The library's latest result for this view. */
  readonly latest: LibraryView
}

function takesItsPlace(next: LibraryView, held: Held | undefined, address: string): boolean {
  if (held?.address !== address) return true
  // Articles were removed from the library: a place without an article is useless.
  if (next.total < held.view.total) return true
  // Nothing in an empty list can move under the editor's hand.
  return (
    held.view.ids.numbers.length === 0 && (next.total > held.view.total || held.view.indexing !== undefined)
  )
}

/**
 * While texts are read for the first time, new matches are appended: no row moves under the pointer. What no longer
 * matches stays, such as an article decided on since, with its decision. Only what turns out to have a duplicate or
 * another version leaves a view of those that have none.
 */
export function withFoundSince(
  shown: LibraryView,
  next: LibraryView,
  { duplicated, versioned }: ViewSpec,
  annotationOf: (id: ArticleId) => Annotation | undefined,
): LibraryView {
  const found = new Map(unpackInOrder(next.ids).map((id, place) => [id, next.decisions[place] ?? 0]))
  const mayLeave = duplicated === false || versioned === false
  const codes = new Map<ArticleId, number>()
  for (const [place, id] of unpackInOrder(shown.ids).entries()) {
    const before = shown.decisions[place] ?? 0
    const annotation = annotationOf(id)
    const code = found.get(id) ?? (annotation ? codeOf(annotation.decision) : before)
    if (found.has(id) || code !== before || !mayLeave) codes.set(id, code)
  }
  for (const [id, code] of found) codes.set(id, code)
  return { ...next, ids: packInOrder([...codes.keys()]), decisions: Uint8Array.from(codes.values()) }
}

/** How many articles `next` has that `shown` lacks. */
function countMore(next: LibraryView, shown: LibraryView): number {
  const ids = new Set(unpackInOrder(shown.ids))
  return unpackInOrder(next.ids).filter((id) => !ids.has(id)).length
}

/** Whether its results may grow while the texts are read for the first time. */
export const dependsOnTexts = ({
  query = '',
  quality = [],
  keyword,
  duplicated,
  versioned,
}: ViewSpec): boolean =>
  query.trim() !== '' || quality.length > 0 || [keyword, duplicated, versioned].some((it) => it !== undefined)
