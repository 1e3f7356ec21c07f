import * as v from 'valibot'
import { requestLimits } from './job.ts'

/** Whether a text has at most so many characters. Like JSON Schema, it doesn't count the halves of an emoji. */
export const isWithin = (text: string, most: number): boolean =>
  text.length <= most || Array.from(text).length <= most

/** PostgreSQL can't store NUL or lone surrogates, and what is stored must be what was sent. */
const textSchema = (most: number) =>
  v.pipe(
    v.string('must be a string'),
    v.check((text) => isWithin(text, most), `is longer than ${most} characters`),
    // For /openapi.json.
    v.metadata({ maxLength: most }),
    v.check((text) => !text.includes('\0'), 'holds a NUL character'),
    v.check((text) => !/\p{Surrogate}/u.test(text), 'holds half of a character'),
  )

const countFault = `must be a whole number from 1 to ${requestLimits.articleCount.toLocaleString('en')}`

const countSchema = v.pipe(
  v.number(countFault),
  v.integer(countFault),
  v.minValue(1, countFault),
  v.maxValue(requestLimits.articleCount, countFault),
)

/** Forms, PHP and many database clients send numbers as strings of digits. */
const digits = /^\d+$/

const numberOf = (id: unknown): unknown => (typeof id === 'string' && digits.test(id) ? Number(id) : id)

const isId = (id: unknown): boolean => Number.isSafeInteger(numberOf(id))

/** Quotes the id, since its position says little to an editor: the desk has added most of the list. */
const shown = (id: unknown): string => {
  const json = JSON.stringify(id)
  return json.length > 40 ? `${json.slice(0, 40)}…` : json
}

/** Larger ids would lose digits, and then skip other articles. */
function idFault(id: unknown): string {
  const number = numberOf(id)
  if (typeof number !== 'number' || Math.abs(number) <= Number.MAX_SAFE_INTEGER)
    return `must be an integer, not ${shown(id)}`
  return number > 0
    ? `is larger than ${Number.MAX_SAFE_INTEGER}`
    : `is smaller than ${Number.MIN_SAFE_INTEGER}`
}

/** Checks the list as a whole, since a schema call for each of a million ids takes many times as long. */
export const idListSchema = v.pipe(
  v.custom<(number | string)[]>((ids) => Array.isArray(ids), 'must be a list of integers'),
  v.rawCheck(({ dataset, addIssue }) => {
    if (!dataset.typed) return
    const ids: unknown[] = dataset.value
    const key = ids.findIndex((id) => !isId(id))
    if (key === -1) return
    addIssue({
      message: idFault(ids[key]),
      path: [{ type: 'array', origin: 'value', input: ids, key, value: ids[key] }],
    })
  }),
  v.description('Ids of articles that the caller already has; strings of digits are read as integers.'),
)

/**
 * The body of POST jobs as the embedded service accepts it (docs/interface.md, "Requests"), every field optional. Used
 * by the service and for /openapi.json, so that the two can't differ. The messages complete a sentence that starts with
 * the field's name.
 */
export const requestSchema = v.object({
  keywords: v.optional(
    v.pipe(
      v.array(textSchema(requestLimits.keywordLength), 'must be a list of strings'),
      v.maxLength(requestLimits.keywords, `must have at most ${requestLimits.keywords} entries`),
      v.description('A text matches when all words of any keyword occur in it; quotes make a phrase.'),
    ),
  ),
  category: v.optional(
    v.pipe(textSchema(requestLimits.categoryLength), v.description('Matches without regard to case.')),
  ),
  article_count: v.optional(
    v.union([countSchema, v.pipe(v.string(), v.regex(digits), v.transform(Number), countSchema)], countFault),
    requestLimits.defaultArticleCount,
  ),
  remove_signature: v.optional(v.boolean('must be true or false'), false),
  ids_to_skip: v.optional(idListSchema),
})
