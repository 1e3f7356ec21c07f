import type { ArticleId, IdList } from './ids.ts'
import { countIds, emptyIdList, unpackIds } from './ids.ts'

/** What an editor asks for. A field left undefined is not sent: the service decides (docs/interface.md, "Requests"). */
export interface JobRequest {
  readonly keywords: readonly string[]
  readonly category?: string | undefined
  readonly articleCount?: number | undefined
  readonly removeSignature: boolean
  readonly idsToSkip: IdList
}

export const blankRequest: JobRequest = { keywords: [], removeSignature: false, idsToSkip: emptyIdList }

/**
 * The body of POST jobs, every field optional (docs/interface.md, "Requests"). The interface gives
 * `ids_to_skip` and `keywords` as lists without saying of what.
 */
export interface WireRequest {
  readonly keywords?: readonly string[]
  readonly category?: string
  readonly article_count?: number
  readonly remove_signature?: boolean
  readonly ids_to_skip?: readonly ArticleId[]
}

/** The name of each field on the wire, and so in a service's error messages. */
export const wireNames: Readonly<Record<keyof JobRequest, keyof WireRequest>> = {
  keywords: 'keywords',
  category: 'category',
  articleCount: 'article_count',
  removeSignature: 'remove_signature',
  idsToSkip: 'ids_to_skip',
}

/**
 * The exact body to send: only the fields that were filled in, but always `remove_signature`, since the service's
 * default is unknown.
 */
export function toWireRequest(request: JobRequest): WireRequest {
  return {
    ...(request.keywords.length > 0 && { keywords: [...request.keywords] }),
    ...(request.category && { category: request.category }),
    ...(request.articleCount !== undefined && { article_count: request.articleCount }),
    remove_signature: request.removeSignature,
    ...(countIds(request.idsToSkip) > 0 && { ids_to_skip: unpackIds(request.idsToSkip) }),
  }
}

/**
 * The embedded service's limits on a request, and its defaults; documented in the README and in /openapi.json. Other
 * services may have other limits, so the desk enforces none of them.
 */
export const requestLimits = {
  articleCount: 10_000,
  defaultArticleCount: 10,
  keywords: 100,
  keywordLength: 200,
  categoryLength: 200,
} as const
