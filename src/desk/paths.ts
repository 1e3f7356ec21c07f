import type { ArticleId } from '../contract/ids.ts'

/**
 * Every URL of the desk. A route's pattern and the function that builds it are kept together, so that they can't drift
 * apart.
 */
export const paths = {
  signIn: '/sign-in',
  newJob: '/jobs/new',
  /** To collect more than a job brought. */
  newJobFrom: (key: string) => `/jobs/new?${new URLSearchParams({ from: key })}`,
  /** To repeat a job's request. */
  newJobAgain: (key: string) => `/jobs/new?${new URLSearchParams({ again: key })}`,
  /** To go back to the stored draft, whatever the form holds. */
  newJobFromDraft: () => '/jobs/new?draft',
  jobs: '/jobs',
  job: (key: string) => `/jobs/${encodeURIComponent(key)}`,
  article: (key: string, id: ArticleId) => `/jobs/${encodeURIComponent(key)}/articles/${articleParam(id)}`,
  library: '/library',
  libraryArticle: (id: ArticleId) => `/library/articles/${articleParam(id)}`,
  skippedArticles: '/skip-lists',
  preferences: '/preferences',
  /** To the button that restores a backup. */
  restore: () => '/preferences#restore',
} as const

/** The URL parameter that holds a search, so that a link or a reload shows the same list. */
export const searchParam = 'q'

/** Parts of the form "New job" that an address can point to. */
export const formParts = { keywords: '#keywords', category: '#category', skip: '#articles-to-skip' } as const

export const routePatterns = {
  job: '/jobs/:jobId',
  article: 'articles/:articleId',
} as const

/**
 * Encodes an id for an address: integers bare, strings behind a tilde, so that 7 and "7" stay distinct. Half a
 * surrogate pair, which an older desk may have stored, can't be encoded: it must not break the screen.
 */
function articleParam(id: ArticleId): string {
  return typeof id === 'number'
    ? String(id)
    : `~${encodeURIComponent(id.replaceAll(/\p{Surrogate}/gu, '\ufffd'))}`
}

/** @param param as given by the router, already decoded once */
export function articleIdFrom(param: string): ArticleId {
  return param.startsWith('~') ? param.slice(1) : Number(param)
}
