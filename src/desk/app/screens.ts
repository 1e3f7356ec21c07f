import { matchPath } from 'react-router-dom'
import { paths, routePatterns } from '../paths.ts'
import { lazyScreen } from './lazy-screen.ts'

export const NewJob = lazyScreen(() => import('../screens/new-job.tsx'), 'NewJobScreen')
export const Jobs = lazyScreen(() => import('../screens/jobs.tsx'), 'JobsScreen')
export const Job = lazyScreen(() => import('../screens/job.tsx'), 'JobScreen')
export const Article = lazyScreen(() => import('../screens/article.tsx'), 'ArticleScreen')
export const Library = lazyScreen(() => import('../screens/library.tsx'), 'LibraryScreen')
export const LibraryArticle = lazyScreen(
  () => import('../screens/library-article.tsx'),
  'LibraryArticleScreen',
)
export const SkipLists = lazyScreen(() => import('../screens/skip-lists.tsx'), 'SkipListsScreen')
export const Preferences = lazyScreen(() => import('../screens/preferences.tsx'), 'PreferencesScreen')
export const NotFound = lazyScreen(() => import('../screens/not-found.tsx'), 'NotFoundScreen')

/** The first entry that matches an address is its screen. */
const screenAt = [
  [paths.newJob, NewJob],
  [`${routePatterns.job}/*`, Job],
  [`${paths.library}/*`, Library],
  [paths.skipLists, SkipLists],
  [paths.preferences, Preferences],
] as const

/** Prefetches the screen of an address, by default the list of jobs. Never rejects: drawing it fetches it again. */
export async function prefetchScreen(pathname: string): Promise<void> {
  const [, screen] = screenAt.find(([pattern]) => matchPath(pattern, pathname)) ?? [undefined, Jobs]
  await screen.prefetch().catch(() => {})
}

/** Prefetches the other screens, and what opens on them, while idle, so that they are available without a network. */
export async function fetchAllScreens(): Promise<void> {
  const rest = [
    ...[NewJob, Jobs, Job, Article, Library, LibraryArticle, SkipLists, Preferences, NotFound].map(
      (screen) => screen.prefetch,
    ),
    () => import('./palette-part.tsx'),
    () => import('./shortcuts-dialog.tsx'),
    () => import('../ui/menu-popup.tsx'),
    () => import('../ui/toast-region.tsx'),
  ]
  await fetchEach(rest)
  await fetchEach([async () => fetchEach((await import('../screens/prefetch-parts.ts')).prefetchedParts)])
}

async function fetchEach(parts: readonly (() => Promise<unknown>)[]): Promise<void> {
  for (const part of parts) {
    try {
      await part()
    } catch {
      // Ignored: it is fetched again when needed.
    }
  }
}
