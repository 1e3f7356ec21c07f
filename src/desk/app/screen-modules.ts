import { paths } from '../paths.ts'

/** The code of each screen. Free of React, so that it can be requested before the rest of the script is there. */
export const screenModules = {
  newJob: () => import('../screens/new-job.tsx'),
  jobs: () => import('../screens/jobs.tsx'),
  job: () => import('../screens/job.tsx'),
  jobArticle: () => import('../screens/job-article.tsx'),
  library: () => import('../screens/library.tsx'),
  libraryArticle: () => import('../screens/library-article.tsx'),
  skippedArticles: () => import('../screens/skipped-articles.tsx'),
  preferences: () => import('../screens/preferences.tsx'),
  notFound: () => import('../screens/not-found.tsx'),
} as const

type ScreenName = keyof typeof screenModules

/** The first entry that an address begins with is its screen. */
const screenAt: readonly (readonly [prefix: string, ScreenName])[] = [
  [paths.newJob, 'newJob'],
  [`${paths.jobs}/`, 'job'],
  [paths.library, 'library'],
  [paths.skippedArticles, 'skippedArticles'],
  [paths.preferences, 'preferences'],
]

/** The screen of an address, by default the list of jobs. */
export const screenNameAt = (pathname: string): ScreenName =>
  screenAt.find(([prefix]) => pathname.startsWith(prefix))?.[1] ?? 'jobs'
