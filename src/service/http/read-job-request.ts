import type { JobRequest } from '../../contract/job-request.ts'
import { packIds } from '../../contract/ids.ts'
import type { FieldFault } from './problems.ts'
import { HttpProblem } from './problems.ts'
import { readJson } from './read-json.ts'

/** What one request may ask for; told in the README and in /openapi.json. */
export const requestLimits = {
  articleCount: 10_000,
  defaultArticleCount: 10,
  keywords: 100,
  keywordLength: 200,
  categoryLength: 200,
  /** Of everything but the ids. */
  bytes: 2 ** 20,
  /** A million ids of seven digits, with a comma and a space after each, fit in. */
  bytesWithIds: 9 * 2 ** 20,
} as const

/**
 * Reads the body of POST jobs (interface.md, "4. POST /api/v1.0/jobs"). Unknown fields are ignored; `null` is what
 * many clients send for a field left out, and is taken so. An unset `article_count` becomes the default.
 *
 * @throws HttpProblem 400, 413, 415, or 422 naming every field at fault
 */
export async function readJobRequest(request: Request): Promise<JobRequest & { articleCount: number }> {
  const { value, bytes } = await readJson(request, requestLimits.bytesWithIds)
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new HttpProblem(400, 'The body is not a JSON object.')

  const { ids_to_skip: ids, ...others } = value as Record<string, unknown>
  if (bytes > requestLimits.bytes && Buffer.byteLength(JSON.stringify(others)) > requestLimits.bytes)
    throw new HttpProblem(413, `A request has at most ${requestLimits.bytes} bytes beside ids_to_skip.`)

  const { keywords, category, article_count: articleCount, remove_signature: removeSignature } = others
  const faults = [
    findFault('keywords', keywords, keywordsFault),
    findFault('category', category, (given) => textFault(given, requestLimits.categoryLength)),
    findFault('article_count', articleCount, countFault),
    findFault('remove_signature', removeSignature, (given) =>
      typeof given === 'boolean' ? undefined : 'must be true or false',
    ),
    findFault('ids_to_skip', ids, idsFault),
  ].filter((fault) => fault !== undefined)
  if (faults.length > 0)
    throw new HttpProblem(422, faults.map(({ field, detail }) => `${field} ${detail}`).join('; '), { faults })

  const wanted = ((keywords as string[] | null) ?? []).map((keyword) => keyword.trim())
  return {
    keywords: [...new Set(wanted)].filter((keyword) => keyword !== ''),
    category: (category as string | null)?.trim() ?? undefined,
    articleCount: (articleCount as number | null) ?? requestLimits.defaultArticleCount,
    removeSignature: (removeSignature as boolean | null) ?? false,
    idsToSkip: packIds((ids as number[] | null) ?? []),
  }
}

function findFault(
  field: string,
  given: unknown,
  check: (given: unknown) => string | undefined,
): FieldFault | undefined {
  const detail = given === undefined || given === null ? undefined : check(given)
  return detail === undefined ? undefined : { field, detail }
}

function keywordsFault(given: unknown): string | undefined {
  if (!Array.isArray(given)) return 'must be a list of strings'
  if (given.length > requestLimits.keywords) return `has more than ${requestLimits.keywords} entries`
  for (const [index, keyword] of given.entries()) {
    const fault = textFault(keyword, requestLimits.keywordLength)
    if (fault) return `[${index}] ${fault}`
  }
  return undefined
}

function textFault(given: unknown, mostCharacters: number): string | undefined {
  if (typeof given !== 'string') return 'must be a string'
  if (given.length > mostCharacters) return `is longer than ${mostCharacters} characters`
  // PostgreSQL can hold neither; what is stored must be what was sent.
  if (given.includes('\0')) return 'holds a NUL character'
  if (/\p{Surrogate}/u.test(given)) return 'holds half of a character'
  return undefined
}

function countFault(given: unknown): string | undefined {
  const isRight =
    Number.isSafeInteger(given) && (given as number) >= 1 && (given as number) <= requestLimits.articleCount
  return isRight ? undefined : `must be a whole number from 1 to ${requestLimits.articleCount}`
}

/** One loop over what may be a million. */
function idsFault(given: unknown): string | undefined {
  if (!Array.isArray(given)) return 'must be a list of integers'
  const wrong = given.findIndex((id) => !Number.isSafeInteger(id))
  return wrong === -1 ? undefined : `[${wrong}] must be an integer`
}
