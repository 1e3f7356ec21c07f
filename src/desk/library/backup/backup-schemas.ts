import * as v from 'valibot'
import { isArticleId } from '../../../contract/ids.ts'
import type { ArticleId } from '../../../contract/ids.ts'
import { distinctNumbers } from '../../../contract/number-set.ts'
import { provenanceFields } from '../../../contract/article.ts'
import { withLabels } from '../annotations/annotation-buckets.ts'
import { decisions } from '../annotations/decision-codes.ts'
import { isTime } from '../records.ts'
import type { BackupValues, LibraryRecord } from './backup.ts'

/** A backup is untrusted input: records that don't match these schemas are rejected. */

const time = v.pipe(v.number(), v.check(isTime))
/** An impossible time is dropped, without losing the job or list it belongs to. */
const someTime = v.fallback(v.optional(time), undefined)
const requiredTime = v.fallback(time, 0)
/** What happened at an impossible time still happened. */
const timeIfAny = v.optional(requiredTime)
const count = v.pipe(v.number(), v.integer(), v.minValue(0))
const text = v.string()
const articleId = v.custom<ArticleId>(isArticleId)
/** A job's number, with a suffix if several jobs had it, or the key of a request without a number. */
const jobKey = v.pipe(text, v.regex(/^(?:-?\d{1,16}(?:-\d{1,4})?|sent-[\da-f]{1,32})$/))
const resultKey = v.pipe(text, v.regex(/^(?:-?\d{1,16}(?:-\d{1,4})?|sent-[\da-f]{1,32})(?:~[1-9]\d{0,3})?$/))

const idList = v.pipe(
  v.object({
    numbers: v.instance(Float64Array<ArrayBuffer>),
    strings: v.array(v.pipe(text, v.nonEmpty())),
  }),
  v.check(({ numbers }) => numbers.every((id) => Number.isSafeInteger(id))),
  // A list made by hand may repeat ids, which would count twice.
  v.transform(({ numbers, strings }) => ({
    numbers: distinctNumbers(numbers),
    strings: [...new Set(strings)],
  })),
)

const requestFields = {
  keywords: v.array(text),
  category: v.optional(text),
  articleCount: v.optional(v.pipe(v.number(), v.integer(), v.minValue(1))),
  removeSignature: v.boolean(),
}

const skipScope = v.object({
  everything: v.optional(v.boolean()),
  reasons: v.optional(
    v.array(v.picklist(['received', 'kept', 'rejected', 'duplicate', 'exported', 'imported', 'by-hand'])),
  ),
  chain: v.optional(jobKey),
  category: v.optional(text),
  jobs: v.optional(v.array(jobKey)),
  lists: v.optional(v.array(text)),
})

const setAside = v.object({ position: count, reason: text, sample: text })

const job = v.object({
  record: v.object({
    key: jobKey,
    jobId: v.optional(v.pipe(v.number(), v.safeInteger())),
    sentKey: v.fallback(v.optional(jobKey), undefined),
    isOfEarlierService: v.optional(v.literal(true)),
    earlierService: v.optional(v.pipe(text, v.nonEmpty())),
    request: v.optional(v.object({ ...requestFields, skipCount: count })),
    madeFrom: v.optional(jobKey),
    chain: v.optional(jobKey),
    skipScope: v.fallback(v.optional(skipScope), undefined),
    startedAt: requiredTime,
    firstSentAt: someTime,
    phase: v.picklist([
      'sending',
      'unconfirmed',
      'watched',
      'ready',
      'failed',
      'not-found',
      'stopped',
      'resting',
    ]),
    state: v.optional(text),
    failureWordCount: v.fallback(count, 0),
    category: text,
    lastCheckAt: someTime,
    failedChecks: v.fallback(count, 0),
    readyAt: someTime,
    articleCount: count,
    newCount: v.fallback(count, 0),
    skippedReturned: v.fallback(count, 0),
    setAsideCount: v.fallback(count, 0),
    setAside: v.fallback(v.array(setAside), []),
    name: v.optional(text),
    archivedAt: someTime,
    earlierAnswers: v.optional(v.pipe(count, v.maxValue(9_999))),
  }),
  request: v.optional(v.object({ ...requestFields, idsToSkip: idList })),
})

const article = v.object({
  id: articleId,
  title: text,
  text,
  unsafeId: v.optional(v.literal(true)),
  ...provenanceFields,
})

/** Drops invalid articles, unless all are invalid: one damaged article must not cost the whole page. */
const articles = v.pipe(
  v.array(v.unknown()),
  v.transform((given) => {
    const valid = given.map((one) => v.safeParse(article, one)).filter(({ success }) => success)
    return { count: given.length, valid: valid.map(({ output }) => output as v.InferOutput<typeof article>) }
  }),
  v.check(({ count, valid }) => valid.length > 0 || count === 0),
  v.transform(({ valid }) => valid),
)

const mark = v.tuple([
  articleId,
  v.object({
    decision: v.optional(v.picklist(decisions)),
    decidedAt: timeIfAny,
    readAt: timeIfAny,
    note: v.optional(text),
    exportedAt: timeIfAny,
    duplicateOf: v.optional(articleId),
    reason: v.optional(text),
    labels: v.optional(
      v.pipe(
        v.array(v.pipe(text, v.nonEmpty())),
        v.transform((labels) => withLabels([], { addLabels: labels })),
      ),
    ),
  }),
])

const list = v.object({
  id: v.pipe(text, v.nonEmpty()),
  list: v.optional(
    v.object({
      id: text,
      name: v.pipe(text, v.nonEmpty()),
      count,
      createdAt: requiredTime,
      updatedAt: requiredTime,
    }),
  ),
  ids: idList,
})

const named = v.object({
  key: v.pipe(text, v.nonEmpty()),
  kind: v.picklist(['preset', 'view']),
  name: v.pipe(text, v.nonEmpty()),
  value: v.unknown(),
  createdAt: requiredTime,
  updatedAt: requiredTime,
})

const schemas: { [Kind in keyof BackupValues]: v.GenericSchema<unknown, unknown> } = {
  job,
  articles: v.object({ answer: resultKey, articles }),
  mark,
  list,
  named,
  setting: v.object({ name: v.pipe(text, v.nonEmpty()), value: v.unknown() }),
}

export const backupKinds: ReadonlySet<string> = new Set(Object.keys(schemas))

/** Returns the record, reduced to known fields; undefined if it is invalid. */
export function checkRecord({ kind, value }: { kind: string; value: unknown }): LibraryRecord | undefined {
  if (!backupKinds.has(kind)) return undefined
  const result = v.safeParse(schemas[kind as keyof BackupValues], value)
  return result.success ? ({ kind, value: result.output } as LibraryRecord) : undefined
}
