import * as v from 'valibot'
import { distinctNumbers } from '../../contract/number-set.ts'
import type { JobRequest } from '../../contract/job.ts'
import { requestSchema } from '../../contract/request-schema.ts'
import type { FieldFault } from './problems.ts'
import { HttpProblem } from './problems.ts'

/** Longest accepted body of POST jobs. */
export const bodyLimits = {
  /** Everything but the ids. */
  bytes: 2 ** 20,
  /** Enough for a million ids of seven digits, each followed by a comma and a space. */
  bytesWithIds: 9 * 2 ** 20,
} as const

/**
 * Reads the body of POST jobs (docs/interface.md, "Requests"). Unknown fields are ignored; `null` counts as left out,
 * since many clients send it for that. An unset `article_count` becomes the default.
 *
 * @throws HttpProblem 400, 413, or 422 naming every field at fault
 */
export function parseJobRequest(body: Uint8Array): JobRequest {
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
    // One fault per field: 100,000 wrong entries must not produce as many messages.
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

/** @throws HttpProblem 400 if it is not JSON in UTF-8 */
function parseJson(body: Uint8Array): unknown {
  if (nestingOf(body) > deepestNesting) throw new HttpProblem(400, 'The JSON is nested too deeply.')
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body))
  } catch {
    throw new HttpProblem(400, 'The body is not JSON in UTF-8.')
  }
}

/** Deeper than any valid request, and far below what would exhaust the stack of a parser or a recursive walk. */
const deepestNesting = 16

const [quote, backslash, openList, closeList, openObject, closeObject] = Buffer.from('"\\[]{}')

/** The nesting depth of brackets, found without parsing: 8 MB take 20 ms. */
function nestingOf(json: Uint8Array): number {
  let depth = 0
  let deepest = 0
  let isInString = false
  for (let at = 0; at < json.length; at += 1) {
    const byte = json[at]
    if (isInString) {
      if (byte === backslash) at += 1
      else if (byte === quote) isInString = false
    } else if (byte === quote) isInString = true
    else if (byte === openList || byte === openObject) deepest = Math.max(deepest, (depth += 1))
    else if (byte === closeList || byte === closeObject) depth -= 1
  }
  return deepest
}
