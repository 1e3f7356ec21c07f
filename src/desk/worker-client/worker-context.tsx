import {
  createContext,
  use,
  useCallback,
  useEffect,
  useEffectEvent,
  useState,
  useSyncExternalStore,
} from 'react'
import type { ReactNode } from 'react'
import type { ArticleId } from '../../contract/ids.ts'
import type { Library } from '../library/library.ts'
import type { Annotation, UndoneStep } from '../library/records.ts'
import type { DuplicateNote, LibraryEntry } from '../library/view/view.ts'
import { type ArticleCache, createArticleCache } from './article-cache.ts'
import type { WorkerApi } from '../worker-protocol/worker-api.ts'
import { keepUnwritten } from './unwritten-edits.ts'
import { createUndoing, type Undoing } from './undo-latest.ts'

const WorkerContext = createContext<WorkerApi | undefined>(undefined)
const ArticlesContext = createContext<ArticleCache | undefined>(undefined)
const UndoingContext = createContext<Undoing | undefined>(undefined)

/** For one account: give it a key, so that another account gets its own provider. */
export function WorkerProvider({ worker, children }: { worker: WorkerApi; children: ReactNode }) {
  const [articles] = useState(() => createArticleCache(worker.library, Date.now))
  const [undoing] = useState(() => createUndoing(worker.library))
  useEffect(() => articles.follow(), [articles])
  useEffect(() => keepUnwritten(worker.library, articles), [worker, articles])
  return (
    <WorkerContext value={worker}>
      <ArticlesContext value={articles}>
        <UndoingContext value={undoing}>{children}</UndoingContext>
      </ArticlesContext>
    </WorkerContext>
  )
}

export function useWorkerApi(): WorkerApi {
  const worker = use(WorkerContext)
  if (!worker) throw new Error('useWorkerApi needs a WorkerProvider above it')
  return worker
}

export const useLibrary = (): Library => useWorkerApi().library

export function useArticleCache(): ArticleCache {
  const articles = use(ArticlesContext)
  if (!articles) throw new Error('useArticleCache needs a WorkerProvider above it')
  return articles
}

/** The editor's annotation of an article; undefined until it is known. */
export function useAnnotation(id: ArticleId): Annotation | undefined {
  const articles = useArticleCache()
  return useSyncExternalStore(
    useCallback((listener) => articles.subscribe('annotation', id, listener), [articles, id]),
    () => articles.annotation(id),
  )
}

/** What the library knows of an article; undefined until it is known. */
export function useEntry(id: ArticleId): LibraryEntry | undefined {
  const articles = useArticleCache()
  return useSyncExternalStore(
    useCallback((listener) => articles.subscribe('entry', id, listener), [articles, id]),
    () => articles.entry(id),
  )
}

/** The most similar near-duplicate of an article; undefined while it isn't known yet. */
export function useDuplicate(id: ArticleId): DuplicateNote | undefined {
  const articles = useArticleCache()
  return useSyncExternalStore(
    useCallback((listener) => articles.subscribe('duplicate', id, listener), [articles, id]),
    () => articles.duplicate(id),
  )
}

export function useUndoing(): Undoing {
  const undoing = use(UndoingContext)
  if (!undoing) throw new Error('useUndoing needs a WorkerProvider above it')
  return undoing
}

/** Calls back with every step undone on this page while the calling component is mounted. */
export function useOnUndone(onUndone: (undone: UndoneStep) => void): void {
  const undoing = useUndoing()
  const tell = useEffectEvent(onUndone)
  useEffect(() => undoing.subscribe((undone) => tell(undone)), [undoing])
}
