import { hashKey, useQueryClient, type QueryKey } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { LibraryChange } from '../library/library.ts'
import type { LatestAnswer } from './worker-api.ts'
import { useArticleCache, useWorkerApi } from './worker-context.tsx'
import { libraryKeys, withLastPartial } from './library-queries.ts'

/** One frame: writes come in groups, and the editor's action is drawn before what the library reports about it. */
const pauseMs = 16

/** Keeps the screen in sync with the library, whichever tab wrote to it. */
export function LibrarySync() {
  const worker = useWorkerApi()
  const articles = useArticleCache()
  const queries = useQueryClient()
  useEffect(() => {
    const { library } = worker
    const pending = gather((queryKey) => void queries.invalidateQueries({ queryKey }))
    const stopHearing = library.subscribe((change) => pending.add(touchedBy(change, library.name)))
    const stopCounting = articles.subscribeToWritten(() => pending.add([libraryKeys.facts(library.name)]))
    const stopWatch = worker.subscribe((news) => {
      if (news.kind === 'answer')
        queries.setQueryData<LatestAnswer>(libraryKeys.answer(library.name, news.key), (last) =>
          withLastPartial(last, news.answer),
        )
    })
    return () => {
      stopWatch()
      stopHearing()
      stopCounting()
      pending.stop()
    }
  }, [worker, articles, queries])
  return null
}

/** Passes keys on after a pause, without duplicates. */
function gather(pass: (key: QueryKey) => void) {
  const gathered = new Map<string, QueryKey>()
  let timer: ReturnType<typeof setTimeout> | undefined
  const passOn = () => {
    timer = undefined
    const keys = [...gathered.values()]
    gathered.clear()
    for (const key of keys) pass(key)
  }
  return {
    add(keys: readonly QueryKey[]): void {
      for (const key of keys) gathered.set(hashKey(key), key)
      timer ??= setTimeout(passOn, pauseMs)
    },
    stop: () => clearTimeout(timer),
  }
}

function touchedBy(change: LibraryChange, name: string): QueryKey[] {
  // The tab is about to be signed out.
  if (change.forgotten) return []
  const { jobs, articles = [], unsaved, lists, named, annotations, analysed, service } = change
  return [
    ...(unsaved ? [libraryKeys.unsaved(name)] : []),
    ...(jobs.length > 0 ? [libraryKeys.jobs(name)] : []),
    ...(service ? [libraryKeys.service(name)] : []),
    ...(lists ? [libraryKeys.lists(name)] : []),
    ...(named ? [libraryKeys.named(name)] : []),
    // Counts and results based on annotations; the articles of a view keep their places until it is left.
    ...(annotations || lists || articles.length > 0 ? [libraryKeys.facts(name)] : []),
    ...(jobs.length > 0 || analysed ? [libraryKeys.views(name)] : []),
    ...(articles.length > 0 || analysed ? [libraryKeys.whole(name)] : []),
    ...jobs.map((key) => libraryKeys.job(name, key)),
    ...articles.map((key) => libraryKeys.articles(name, key)),
  ]
}
