import * as v from 'valibot'
import type { Article } from './article.ts'
import { checkArticle } from './article.ts'
import type { ArticleId, IdList } from './ids.ts'
import { countIds, unpackIds } from './ids.ts'

/** What an editor asks for. A field left undefined is not sent: the service decides (docs/interface.md, "Requests"). */
export interface JobRequest {
  readonly keywords: readonly string[]
  readonly category?: string | undefined
  readonly articleCount?: number | undefined
  readonly removeSignature: boolean
  readonly idsToSkip: IdList
}

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

/** The response to POST jobs (docs/interface.md, "The service"). Further fields are ignored. */
export const createdJobSchema = v.object({ id: v.pipe(v.number(), v.safeInteger()) })

/** A Job without its articles. A missing or malformed category is no reason to lose articles. */
export const jobHeadSchema = v.object({
  id: v.pipe(v.number(), v.safeInteger()),
  state: v.pipe(v.string(), v.nonEmpty()),
  category: v.fallback(v.string(), ''),
})

export type JobHead = v.InferOutput<typeof jobHeadSchema>

/** An unusable article: its position, the reason, and its beginning. */
export interface SetAside {
  readonly position: number
  readonly reason: string
  readonly sample: string
}

/** A Job with its readable articles; the others are counted, never silently dropped. */
export interface Job extends JobHead {
  readonly articles: readonly Article[]
  readonly setAside: readonly SetAside[]
}

/** How much of the start of a bad article is kept, in characters. */
const sampleLength = 200

/** Gathers articles one by one, setting aside bad ones and repeats within the same response. */
export function createArticleCollector() {
  const articles: Article[] = []
  const setAside: SetAside[] = []
  const seen = new Set<Article['id']>()
  let position = 0
  return {
    articles,
    setAside,
    /** @param source the JSON text of the element, if known */
    add(element: unknown, source?: string): Article | undefined {
      const checked = checkArticle(element, source)
      const reason =
        'reason' in checked ? checked.reason : seen.has(checked.article.id) ? 'repeats an id' : undefined
      position += 1
      if ('article' in checked && reason === undefined) {
        seen.add(checked.article.id)
        articles.push(checked.article)
        return checked.article
      }
      const sample = (source ?? safeStringify(element)).slice(0, sampleLength)
      setAside.push({ position: position - 1, reason: reason ?? '', sample })
      return undefined
    },
  }
}

function safeStringify(value: unknown): string {
  try {
    return JSON.stringify(value) ?? String(value)
  } catch {
    return '(too deeply nested to show)'
  }
}
