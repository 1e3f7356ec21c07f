import {
  createContext,
  use,
  useCallback,
  useEffect,
  useEffectEvent,
  useMemo,
  useState,
  useSyncExternalStore,
} from 'react'
import type { ReactNode } from 'react'
import type { ArticleId } from '../../contract/ids.ts'
import { createListeners } from '../library/changes.ts'
import type { PageLibrary } from '../worker-protocol/library-calls.ts'
import type { Annotation, UndoneStep } from '../library/records.ts'
import type { DuplicateNote, LibraryEntry } from '../library/view/view.ts'
import { type ArticleCache, type ArticleFact, createArticleCache } from './article-cache.ts'
import type { WorkerApi } from '../worker-protocol/worker-api.ts'
import { keepUnwritten } from './unwritten-edits.ts'

interface WorkerContextValue {
  readonly worker: WorkerApi
  readonly articles: ArticleCache
  /** Notified of each step undone on this page. */
  readonly undone: ReturnType<typeof createListeners<UndoneStep>>
}

const WorkerContext = createContext<WorkerContextValue | undefined>(undefined)

/** For one account: give it a key, so that another account gets its own provider. */
export function WorkerProvider({ worker, children }: { worker: WorkerApi; children: ReactNode }) {
  const [articles] = useState(() => createArticleCache(worker.library, Date.now))
  const [undone] = useState(() => createListeners<UndoneStep>())
  useEffect(() => articles.follow(), [articles])
  useEffect(() => keepUnwritten(worker.library, articles), [worker, articles])
  const value = useMemo(() => ({ worker, articles, undone }), [worker, articles, undone])
  return <WorkerContext value={value}>{children}</WorkerContext>
}

function useProvided(): WorkerContextValue {
  const value = use(WorkerContext)
  if (!value) throw new Error('A WorkerProvider is missing above')
  return value
}

export const useWorkerApi = (): WorkerApi => useProvided().worker
export const useLibrary = (): PageLibrary => useProvided().worker.library
export const useArticleCache = (): ArticleCache => useProvided().articles
export const useUndone = (): WorkerContextValue['undone'] => useProvided().undone

/** The editor's annotation of an article; undefined until it is known. */
export const useAnnotation = (id: ArticleId): Annotation | undefined => useFact('annotation', id)

/** What the library knows of an article; undefined until it is known. */
export const useEntry = (id: ArticleId): LibraryEntry | undefined => useFact('entry', id)

/** The near-duplicate that contains most of an article; undefined while it isn't known yet. */
export const useDuplicate = (id: ArticleId): DuplicateNote | undefined => useFact('duplicate', id)

function useFact<Fact extends ArticleFact>(fact: Fact, id: ArticleId): ReturnType<ArticleCache[Fact]> {
  const articles = useArticleCache()
  return useSyncExternalStore(
    useCallback((listener) => articles.subscribe(fact, id, listener), [articles, fact, id]),
    () => articles[fact](id) as ReturnType<ArticleCache[Fact]>,
  )
}

/** Calls back with every step undone on this page, so that a screen can go to the articles concerned. */
export function useOnUndone(onUndone: (undone: UndoneStep) => void): void {
  const { subscribe } = useUndone()
  const tell = useEffectEvent(onUndone)
  useEffect(() => subscribe((undone) => tell(undone)), [subscribe])
}
