import * as v from 'valibot'
import type { ArticleId, IdList } from './ids.ts'
import { countIds, emptyIdList, isArticleId, packIds, unpackIds } from './ids.ts'

/** What an editor asks for. A field left undefined is not sent: the service decides (interface.md, "POST jobs"). */
export interface JobRequest {
  readonly keywords: readonly string[]
  readonly category?: string | undefined
  readonly articleCount?: number | undefined
  readonly removeSignature: boolean
  readonly idsToSkip: IdList
}

export const blankRequest: JobRequest = { keywords: [], removeSignature: false, idsToSkip: emptyIdList }

/** The body of POST jobs, every field optional (interface.md, "4. POST /api/v1.0/jobs"). */
export const wireRequestSchema = v.object({
  keywords: v.optional(v.array(v.string())),
  category: v.optional(v.string()),
  article_count: v.optional(v.pipe(v.number(), v.safeInteger(), v.minValue(1))),
  remove_signature: v.optional(v.boolean()),
  // One loop instead of a schema for each element: a list may hold a million ids.
  ids_to_skip: v.optional(v.custom<ArticleId[]>((ids) => Array.isArray(ids) && ids.every(isArticleId))),
})

export type WireRequest = v.InferOutput<typeof wireRequestSchema>

/**
 * The exact body to send: only what was filled in. `remove_signature` is always sent as it stands, since the
 * service's default is not known.
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

export function fromWireRequest(wire: WireRequest): JobRequest {
  return {
    keywords: wire.keywords ?? [],
    category: wire.category,
    articleCount: wire.article_count,
    removeSignature: wire.remove_signature ?? false,
    idsToSkip: packIds(wire.ids_to_skip ?? []),
  }
}
