import * as v from 'valibot'

/**
 * The embedded service's error format (RFC 9457). The interface defines none (docs/interface.md, "Silences"), so don't
 * rely on it with other services.
 */
export const problemSchema = v.object({
  type: v.literal('about:blank'),
  title: v.string(),
  status: v.pipe(v.number(), v.integer(), v.minValue(400), v.maxValue(599)),
  detail: v.optional(v.string()),
  errors: v.optional(v.array(v.object({ field: v.string(), detail: v.string() }))),
})

export type Problem = v.InferOutput<typeof problemSchema>

export const problemMediaType = 'application/problem+json'
