import { lazyScreen } from './lazy-screen.ts'

const load = {
  newJob: () => import('../screens/new-job.tsx'),
  jobs: () => import('../screens/jobs.tsx'),
  job: () => import('../screens/job.tsx'),
  article: () => import('../screens/article.tsx'),
  library: () => import('../screens/library.tsx'),
  libraryArticle: () => import('../screens/library-article.tsx'),
  skipLists: () => import('../screens/skip-lists.tsx'),
  preferences: () => import('../screens/preferences.tsx'),
  notFound: () => import('../screens/not-found.tsx'),
}

export const NewJob = lazyScreen(load.newJob, 'NewJobScreen')
export const Jobs = lazyScreen(load.jobs, 'JobsScreen')
export const Job = lazyScreen(load.job, 'JobScreen')
export const Article = lazyScreen(load.article, 'ArticleScreen')
export const Library = lazyScreen(load.library, 'LibraryScreen')
export const LibraryArticle = lazyScreen(load.libraryArticle, 'LibraryArticleScreen')
export const SkipLists = lazyScreen(load.skipLists, 'SkipListsScreen')
export const Preferences = lazyScreen(load.preferences, 'PreferencesScreen')
export const NotFound = lazyScreen(load.notFound, 'NotFoundScreen')

/**
 * Fetches the other screens, and what opens on them, while nothing else is to be done, so that they are there when the
 * network is not.
 */
export async function fetchAllScreens(): Promise<void> {
  const rest = [
    ...Object.values(load),
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
      // It is fetched when it is wanted; until then there is nothing to say.
    }
  }
}
