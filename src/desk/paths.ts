import type { ArticleId } from '../contract/ids.ts'

/** Every URL of the desk. A route's pattern and the way to it stand side by side, so that they can't drift apart. */
export const paths = {
  signIn: '/sign-in',
  newJob: '/jobs/new',
  jobs: '/jobs',
  job: (key: string) => `/jobs/${encodeURIComponent(key)}`,
  article: (key: string, id: ArticleId) => `/jobs/${encodeURIComponent(key)}/articles/${articleParam(id)}`,
  library: '/library',
  libraryArticle: (id: ArticleId) => `/library/articles/${articleParam(id)}`,
  skipLists: '/skip-lists',
  preferences: '/preferences',
} as const

/** Parts of the form "New job" that an address can lead to. */
export const formParts = { keywords: '#keywords', skip: '#articles-to-skip' } as const

export const routePatterns = {
  job: '/jobs/:jobId',
  article: 'articles/:articleId',
} as const

/**
 * An id in an address: integers bare, strings behind a tilde, so that 7 and "7" stay two ids. Half a surrogate pair,
 * which an older desk may have kept, can stand in no address: it must not take the screen down.
 */
export function articleParam(id: ArticleId): string {
  return typeof id === 'number'
    ? String(id)
    : `~${encodeURIComponent(id.replaceAll(/\p{Surrogate}/gu, '\ufffd'))}`
}

/** @param param as the router gives it, already decoded once */
export function articleIdFrom(param: string): ArticleId {
  return param.startsWith('~') ? param.slice(1) : Number(param)
}
