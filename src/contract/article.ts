import * as v from 'valibot'
import type { ArticleId } from './ids.ts'
import { isArticleId } from './ids.ts'

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

/**
 * Where an article comes from, if the service says so (docs/interface.md, "Further fields of an article"). Each field is
 * untrusted plain text on one line.
 */
export interface Provenance {
  /** The article's address: http or https, without credentials, as serialized by `URL`. */
  readonly url?: string | undefined
  /** The name of the publication. */
  readonly source?: string | undefined
  /** One name or several, as sent. */
  readonly author?: string | undefined
  /** An ISO 8601 date ("2026-01-31") or date-time, as sent. */
  readonly publishedAt?: string | undefined
}

const longestName = 200
/** About the limit of browsers, servers and spreadsheets. */
const longestUrl = 2_000

/** Each field is checked alone: an implausible value counts as not sent and never invalidates the article. */
export const provenanceFields = {
  url: ifPlausible(
    v.pipe(
      v.string(),
      v.transform((text) => webAddress(text)?.href ?? ''),
      v.nonEmpty(),
      v.maxLength(longestUrl),
    ),
  ),
  source: ifPlausible(nameSchema()),
  author: ifPlausible(nameSchema()),
  publishedAt: ifPlausible(v.pipe(v.string(), v.trim(), v.check(isDate))),
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

/** Only the fields that are set, without undefined ones. */
export function provenanceOf({ url, source, author, publishedAt }: Provenance): Provenance {
  return {
    ...(url !== undefined && { url }),
    ...(source !== undefined && { source }),
    ...(author !== undefined && { author }),
    ...(publishedAt !== undefined && { publishedAt }),
  }
}

/**
 * The address if a link may lead there: http or https only, and no user name before the host, which could pass for the
 * host.
 */
export function webAddress(text: string): URL | undefined {
  const url = URL.canParse(text) ? new URL(text) : undefined
  const isWeb = url?.protocol === 'https:' || url?.protocol === 'http:'
  return isWeb && url.username === '' && url.password === '' ? url : undefined
}

/** The host without "www.", for display. */
export const hostOf = ({ host }: URL): string => host.replace(/^www\./, '')

function ifPlausible(schema: v.GenericSchema<unknown, string>) {
  return v.fallback(v.optional(schema), undefined)
}

function nameSchema() {
  return v.pipe(
    v.string(),
    v.transform(onOneLine),
    v.nonEmpty(),
    v.maxLength(longestName),
    // No control characters or lone surrogates.
    v.regex(/^[^\p{Cc}\p{Cs}]*$/u),
  )
}

/** Also drops bidi controls, which could reorder the text beside a name. */
function onOneLine(text: string): string {
  return text
    .replaceAll(/[\u202A-\u202E\u2066-\u2069]/g, '')
    .replaceAll(/\s+/g, ' ')
    .trim()
}

function isDate(text: string): boolean {
  const [, day] =
    /^([12]\d{3}-\d\d-\d\d)(?:[T ](?:[01]\d|2[0-3]):[0-5]\d(?::[0-6]\d(?:\.\d{1,9})?)?(?:Z|[+-]\d\d:?\d\d)?)?$/i.exec(
      text,
    ) ?? []
  if (day === undefined) return false
  const at = new Date(`${day}T00:00Z`)
  // Some engines read 30 February as 2 March.
  return !Number.isNaN(at.getTime()) && at.toISOString().startsWith(day)
}
