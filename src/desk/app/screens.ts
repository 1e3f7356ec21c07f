import { lazyScreen } from './lazy-screen.ts'
import { screenModules, screenNameAt } from './screen-modules.ts'

export const screens = {
  newJob: lazyScreen(screenModules.newJob, 'NewJobScreen'),
  jobs: lazyScreen(screenModules.jobs, 'JobsScreen'),
  job: lazyScreen(screenModules.job, 'JobScreen'),
  jobArticle: lazyScreen(screenModules.jobArticle, 'JobArticleScreen'),
  library: lazyScreen(screenModules.library, 'LibraryScreen'),
  libraryArticle: lazyScreen(screenModules.libraryArticle, 'LibraryArticleScreen'),
  skippedArticles: lazyScreen(screenModules.skippedArticles, 'SkippedArticlesScreen'),
  preferences: lazyScreen(screenModules.preferences, 'PreferencesScreen'),
  notFound: lazyScreen(screenModules.notFound, 'NotFoundScreen'),
} as const

/** Prefetches the screen of an address, by default the list of jobs. Never rejects: drawing it fetches it again. */
export async function prefetchScreen(pathname: string): Promise<void> {
  await screens[screenNameAt(pathname)].prefetch().catch(() => {})
}

/** Prefetches the other screens, and what opens on them, while idle, so that they are available without a network. */
export async function fetchAllScreens(): Promise<void> {
  const rest = [
    ...Object.values(screens).map((screen) => screen.prefetch),
    () => import('./palette-content.tsx'),
    () => import('./shortcuts-dialog.tsx'),
    () => import('../ui/menu-popup.tsx'),
    () => import('../ui/toast-region.tsx'),
  ]
  await fetchEach(rest)
  await fetchEach([
    async () => fetchEach((await import('../screens/prefetched-modules.ts')).prefetchedModules),
  ])
}

async function fetchEach(parts: readonly (() => Promise<unknown>)[]): Promise<void> {
  for (const part of parts) {
    await untilIdle()
    try {
      await part()
    } catch {
      // Ignored: it is fetched again when needed.
    }
  }
}

/** Resolves when the page has nothing else to do. */
const untilIdle = (): Promise<void> =>
  new Promise((resolve) => {
    if (typeof requestIdleCallback === 'undefined') setTimeout(resolve)
    else requestIdleCallback(() => resolve(), { timeout: longestWaitMs })
  })

/** A page that is never idle still has to work offline. */
const longestWaitMs = 2_000
