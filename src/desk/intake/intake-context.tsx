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
import type { Mark, UndoneStep } from '../library/records.ts'
import type { LibraryEntry } from '../library/view/view.ts'
import { type ArticleCache, createArticleCache } from './article-cache.ts'
import type { Intake } from './intake.ts'
import { createUndoing, type Undoing } from './undo-latest.ts'

const IntakeContext = createContext<Intake | undefined>(undefined)
const ArticlesContext = createContext<ArticleCache | undefined>(undefined)
const UndoingContext = createContext<Undoing | undefined>(undefined)

/** For one account: give it a key, so that another account gets another one. */
export function IntakeProvider({ intake, children }: { intake: Intake; children: ReactNode }) {
  const [articles] = useState(() => createArticleCache(intake.library, Date.now))
  const [undoing] = useState(() => createUndoing(intake.library))
  useEffect(() => articles.follow(), [articles])
  return (
    <IntakeContext value={intake}>
      <ArticlesContext value={articles}>
        <UndoingContext value={undoing}>{children}</UndoingContext>
      </ArticlesContext>
    </IntakeContext>
  )
}

export function useIntake(): Intake {
  const intake = use(IntakeContext)
  if (!intake) throw new Error('useIntake needs an IntakeProvider above it')
  return intake
}

export const useLibrary = (): Library => useIntake().library

export function useArticleCache(): ArticleCache {
  const articles = use(ArticlesContext)
  if (!articles) throw new Error('useArticleCache needs an IntakeProvider above it')
  return articles
}

/** What the editor made of an article; undefined while that is not known yet. */
export function useMark(id: ArticleId): Mark | undefined {
  const articles = useArticleCache()
  return useSyncExternalStore(
    useCallback((listener) => articles.subscribe('mark', id, listener), [articles, id]),
    () => articles.mark(id),
  )
}

/** What the library knows of an article; undefined while that is not known yet. */
export function useEntry(id: ArticleId): LibraryEntry | undefined {
  const articles = useArticleCache()
  return useSyncExternalStore(
    useCallback((listener) => articles.subscribe('entry', id, listener), [articles, id]),
    () => articles.entry(id),
  )
}

export function useUndoing(): Undoing {
  const undoing = use(UndoingContext)
  if (!undoing) throw new Error('useUndoing needs an IntakeProvider above it')
  return undoing
}

/** Told of every step that is taken back on this page, while what calls this is on the screen. */
export function useOnUndone(onUndone: (undone: UndoneStep) => void): void {
  const undoing = useUndoing()
  const tell = useEffectEvent(onUndone)
  useEffect(() => undoing.subscribe((undone) => tell(undone)), [undoing])
}
