import * as v from 'valibot'
import type { ArticleId } from './ids.ts'
import { isArticleId } from './ids.ts'
import { type Provenance, provenanceFields, provenanceOf } from './provenance.ts'

/** An element of `Job.articles` (docs/interface.md, "Jobs and articles" and "Further fields of an article"). */
export interface Article extends Provenance {
  readonly id: ArticleId
  readonly title: string
  readonly text: string
  /**
   * Set if the id was an integer past 2^53: `id` then holds its digits as a string, to be shown but never exported or
   * skipped, because the service would receive a different id than it gave.
   */
  readonly unsafeId?: true
}

const articleSchema = v.object({
  id: v.custom<ArticleId>((id) => isArticleId(id) || isUnsafeInteger(id)),
  title: v.string(),
  text: v.string(),
  url: provenanceFields.url,
  source: provenanceFields.source,
  author: provenanceFields.author,
  published_at: provenanceFields.publishedAt,
})

const reasons = new Map<unknown, string>([
  ['id', 'has no usable id'],
  ['title', 'has no title'],
  ['text', 'has no text'],
])

export type CheckedArticle = { readonly article: Article } | { readonly reason: string }

/**
 * Checks one element of `articles`. Never throws: a bad article must not affect the others.
 *
 * @param source the JSON text the value was parsed from, for the exact digits of an id past 2^53
 */
export function checkArticle(value: unknown, source?: string): CheckedArticle {
  const result = v.safeParse(articleSchema, value)
  if (!result.success) return { reason: reasonOf(result.issues[0]) }
  const { id, title, text, published_at: publishedAt, ...sent } = result.output
  const provenance = provenanceOf({ ...sent, publishedAt })
  if (!isUnsafeInteger(id)) return { article: { id, title, text, ...provenance } }
  const digits = source && /"id"\s*:\s*(-?\d+)\s*[,}]/.exec(source)?.[1]
  // Compared, because the first "id" in the source may be a nested one, or this one may be written as 1e20.
  const exact = digits !== undefined && Number(digits) === id ? digits : BigInt(id).toString()
  return { article: { id: exact, title, text, unsafeId: true, ...provenance } }
}

/** The same reason whether a field is missing or has the wrong type. */
function reasonOf({ path }: v.InferIssue<typeof articleSchema>): string {
  return reasons.get(path?.[0].key) ?? 'is not an article'
}

function isUnsafeInteger(id: unknown): id is number {
  return typeof id === 'number' && Number.isInteger(id) && !Number.isSafeInteger(id)
}
