import { useCallback, useEffect, useState, useSyncExternalStore } from 'react'
import { idAt, type OrderedIds } from '../../../contract/ids.ts'
import { useLibrary, useArticleCache } from '../../worker-client/worker-context.tsx'
import type { ArticleCache } from '../../worker-client/article-cache.ts'
import type { PageLibrary } from '../../worker-protocol/library-calls.ts'
import type { JobDecisions } from '../../library/annotations/decision-codes.ts'
import type { JobKey } from '../../library/records.ts'
import { createDecisionIndex, type DecisionCounts, type DecisionIndex } from './decision-index.ts'

/** The decisions on each article of a finished job, kept up to date; undefined while they are read. */
export function useJobDecisions(key: JobKey): DecisionIndex | undefined {
  const library = useLibrary()
  const articles = useArticleCache()
  const [index, setIndex] = useState<DecisionIndex>()
  useEffect(() => followDecisions(library, articles, key, setIndex), [library, articles, key])
  return index
}

/** Draws the calling component again with every decision and label; undefined while they are read. */
export function useDecisionCounts(index: DecisionIndex | undefined): DecisionCounts | undefined {
  return useSyncExternalStore(
    useCallback((listener) => index?.subscribe(listener) ?? (() => undefined), [index]),
    () => index?.counts(),
  )
}

function followDecisions(
  library: PageLibrary,
  articles: ArticleCache,
  key: JobKey,
  onRead: (index: DecisionIndex) => void,
): () => void {
  let index: DecisionIndex | undefined
  let reading: Promise<JobDecisions | undefined> | undefined

  async function read(): Promise<void> {
    const turn = (reading = library.decisions(key).catch(() => undefined))
    const decisions = await turn
    // A change in the meantime has started another read.
    if (turn !== reading) return
    reading = undefined
    if (!decisions) return
    if (index && isOf(index, decisions.ids)) return index.replace(decisions.codes, decisions.labels)
    index = createDecisionIndex(decisions.ids, decisions.codes, decisions.labels, decisions.lastRead)
    onRead(index)
  }

  void read()
  const unsubscribe = articles.subscribeToAnnotations((changed) => {
    if (changed !== 'many') index?.apply(changed)
    // What is being read may be older than the change.
    if (changed === 'many' || !index || reading) void read()
  })
  // A restore adds articles to a job, and a reset of the service renames them.
  const stopHearing = library.subscribe(({ articles: changed = [] }) => {
    if (changed.includes(key)) void read()
  })
  return () => {
    reading = undefined
    unsubscribe()
    stopHearing()
  }
}

/** Whether these are the ids of the index, in the same order. */
const isOf = (index: DecisionIndex, ids: OrderedIds): boolean =>
  index.idAt(ids.numbers.length) === undefined &&
  ids.numbers.every((_, position) => index.idAt(position) === idAt(ids, position))
