import * as v from 'valibot'
import { distinctNumbers } from '../../contract/distinct-numbers.ts'
import type { JobRequest } from '../../contract/job-request.ts'
import { requestSchema } from '../../contract/request-schema.ts'
import type { FieldFault } from './problems.ts'
import { HttpProblem } from './problems.ts'
import { parseJson } from './read-json.ts'

/** Longest body of POST jobs. */
export const bodyLimits = {
  /** Of everything but the ids. */
  bytes: 2 ** 20,
  /** A million ids of seven digits, with a comma and a space after each, fit in. */
  bytesWithIds: 9 * 2 ** 20,
} as const

export type ReadRequest = JobRequest & { readonly articleCount: number }

/**
 * Reads the body of POST jobs (docs/interface.md, "Requests"). Unknown fields are ignored; `null` is what
 * many clients send for a field left out, and is taken so. An unset `article_count` becomes the default.
 *
 * @throws HttpProblem 400, 413, or 422 naming every field at fault
 */
export function parseJobRequest(body: Uint8Array): ReadRequest {
  const value = parseJson(body)
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new HttpProblem(400, 'The body is not a JSON object.')

  const { ids_to_skip: _, ...others } = value as Record<string, unknown>
  if (body.length > bodyLimits.bytes && Buffer.byteLength(JSON.stringify(others)) > bodyLimits.bytes)
    throw new HttpProblem(413, `A request has at most ${bodyLimits.bytes} bytes beside ids_to_skip.`)

  const { keywords, category, article_count, remove_signature, ids_to_skip } = readFields(value)
  const wanted = (keywords ?? []).map((keyword) => keyword.trim())
  return {
    keywords: [...new Set(wanted)].filter((keyword) => keyword !== ''),
    category: category?.trim(),
    articleCount: article_count,
    removeSignature: remove_signature,
    idsToSkip: { numbers: distinctNumbers(Float64Array.from(ids_to_skip ?? [], Number)), strings: [] },
  }
}

function readFields(value: object): v.InferOutput<typeof requestSchema> {
  const fields: Record<string, unknown> = {}
  const faults: FieldFault[] = []
  for (const [field, schema] of Object.entries(requestSchema.entries)) {
    const given = (value as Record<string, unknown>)[field] ?? undefined
    // One fault a field: a list of 100,000 wrong entries is not to be answered with as many sentences.
    const { typed, output, issues } = v.safeParse(schema, given, { abortEarly: true })
    fields[field] = output
    if (!typed || issues) faults.push({ field, detail: detailOf(issues[0]) })
  }
  if (faults.length === 0) return fields as v.InferOutput<typeof requestSchema>
  throw new HttpProblem(422, faults.map(({ field, detail }) => `${field} ${detail}`).join('; '), { faults })
}

/** "must be a string", or "[3] must be a string" within a list. */
function detailOf({ path, message }: v.BaseIssue<unknown>): string {
  const place = path?.[0]?.key
  return typeof place === 'number' ? `[${place}] ${message}` : message
}
