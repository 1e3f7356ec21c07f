import * as v from 'valibot'

/**
 * What the embedded service answers when it can't do what was asked (RFC 9457). The interface shows no error format
 * (docs/interface.md, "Silences"), so nobody may rely on another service answering like this.
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
