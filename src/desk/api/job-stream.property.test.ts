import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import * as v from 'valibot'
import { createArticleCollector, type Job, jobHeadSchema } from '../../contract/job.ts'
import { ServiceError } from './errors.ts'
import { readJobStream } from './job-stream.ts'

const runs = 3_000

/** Cuts the bytes into pieces of these lengths, repeated as needed. */
async function* cut(text: string, lengths: readonly number[]): AsyncGenerator<Uint8Array> {
  const bytes = new TextEncoder().encode(text)
  for (let at = 0, turn = 0; at < bytes.length; turn += 1) {
    const length = lengths[turn % lengths.length] ?? 1
    yield bytes.subarray(at, at + length)
    at += length
  }
}

/** The job read from a response, or `unreadable`. Rethrows anything else. */
async function outcome(text: string, lengths: readonly number[]): Promise<Job | 'unreadable'> {
  try {
    return await readJobStream(cut(text, lengths))
  } catch (error) {
    if (error instanceof ServiceError && error.failure.kind === 'unreadable') return 'unreadable'
    throw error
  }
}

/** What parsing the whole text at once finds. */
function expected(text: string): Job | 'unreadable' {
  let value: unknown
  try {
    value = JSON.parse(asSent(text))
  } catch {
    return 'unreadable'
  }
  const head = v.safeParse(jobHeadSchema, value)
  if (!head.success) return 'unreadable'
  const { articles: listed = null } = value as { articles?: unknown }
  if (listed !== null && !Array.isArray(listed)) return 'unreadable'
  const collector = createArticleCollector()
  for (const element of listed ?? []) collector.add(element)
  return { ...head.output, articles: collector.articles, setAside: collector.setAside }
}

/** Lone surrogates don't survive encoding. */
const asSent = (text: string): string => new TextDecoder().decode(new TextEncoder().encode(text))

/** Samples differ by design: the stream shows an element as sent, not as re-serialized. */
const comparable = (job: Job | 'unreadable') =>
  job === 'unreadable' ? job : { ...job, setAside: job.setAside.map(({ position }) => position) }

const lengths = fc.array(fc.integer({ min: 1, max: 60 }), { minLength: 1, maxLength: 5 })
const text = fc.string({
  unit: fc.oneof(
    fc.constantFrom('"', '\\', '{', '}', '[', ']', ',', ':', '\n', '🌞', '\ud800'),
    fc.string({ minLength: 1, maxLength: 1 }),
  ),
})
const id = fc.oneof(fc.integer(), text, fc.constant(null), fc.double())
const article = fc.record({ id, title: fc.oneof(text, fc.jsonValue()), text }, { requiredKeys: ['id'] })
const job = fc.record(
  {
    id: fc.oneof({ weight: 9, arbitrary: fc.integer() }, { weight: 1, arbitrary: fc.jsonValue() }),
    state: fc.oneof(
      { weight: 9, arbitrary: fc.constantFrom('success', 'running') },
      { weight: 1, arbitrary: fc.jsonValue() },
    ),
    category: fc.oneof(text, fc.jsonValue()),
    articles: fc.oneof(
      { weight: 9, arbitrary: fc.array(fc.oneof(article, fc.jsonValue())) },
      { weight: 1, arbitrary: fc.jsonValue() },
    ),
    extra: fc.jsonValue(),
    ['__proto__']: fc.jsonValue(),
  },
  { requiredKeys: ['id', 'state'] },
)
const isSafe = (found: Job | 'unreadable') =>
  found === 'unreadable' || !found.articles.some((article) => article.unsafeId)

describe('the reading of any response', { timeout: 60_000 }, () => {
  it('equals JSON.parse of the whole, however it is chunked', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.oneof(job, fc.jsonValue()),
        lengths,
        fc.constantFrom(0, 1, 4),
        async (value, lengths, indent) => {
          const text = JSON.stringify(value, undefined, indent)
          const whole = expected(text)
          fc.pre(isSafe(whole))
          expect(comparable(await outcome(text, lengths))).toEqual(comparable(whole))
        },
      ),
      { numRuns: runs },
    )
  })

  it('keeps every good article, whatever is in between', async () => {
    const good = fc.uniqueArray(fc.record({ id: fc.integer(), title: text, text }), {
      selector: ({ id }) => id,
    })
    await fc.assert(
      fc.asyncProperty(
        good,
        fc.array(fc.constantFrom<unknown>(null, 7, 'x', [], {}, { id: 'no' })),
        lengths,
        async (good, bad, lengths) => {
          const mixed: unknown[] = []
          for (let i = 0; i < Math.max(good.length, bad.length); i += 1) {
            if (i < bad.length) mixed.push(bad[i])
            if (i < good.length) mixed.push(good[i])
          }
          const read = await outcome(JSON.stringify({ id: 1, state: 'success', articles: mixed }), lengths)
          const sent = JSON.parse(asSent(JSON.stringify(good))) as unknown
          expect(read).toMatchObject({ articles: sent, setAside: bad.map(() => ({})) })
        },
      ),
      { numRuns: runs },
    )
  })

  it('fails if the response is not JSON: cut off, doubled, or with one character changed', async () => {
    const damage = fc.record({
      at: fc.nat(),
      kind: fc.constantFrom('cut' as const, 'drop' as const, 'put' as const, 'double' as const),
      character: fc.constantFrom('"', '\\', '{', '}', '[', ']', ',', ':', ' ', '1', '\u0000', 'x'),
    })
    await fc.assert(
      fc.asyncProperty(job, damage, lengths, async (value, { at, kind, character }, lengths) => {
        const whole = JSON.stringify(value)
        const i = at % whole.length
        const damaged = {
          cut: whole.slice(0, i),
          drop: whole.slice(0, i) + whole.slice(i + 1),
          put: whole.slice(0, i) + character + whole.slice(i),
          double: whole + whole,
        }[kind]
        const parsed = expected(damaged)
        fc.pre(isSafe(parsed))
        expect(comparable(await outcome(damaged, lengths))).toEqual(comparable(parsed))
      }),
      { numRuns: runs },
    )
  })

  it('throws only failures of a known kind, whatever the bytes', async () => {
    const begin = fc.constantFrom('', '{', '{"id":1,"state":"success","articles":[', '[', '{"a":')
    await fc.assert(
      fc.asyncProperty(begin, fc.uint8Array({ maxLength: 60 }), async (begin, bytes) => {
        async function* chunks() {
          yield new TextEncoder().encode(begin)
          yield bytes
        }
        // These happen to complete a response without articles.
        const isWhole = bytes.length === 2 && new TextDecoder().decode(bytes) === ']}'
        fc.pre(!(isWhole && begin.endsWith('"articles":[')))
        const error: unknown = await readJobStream(chunks()).catch((error: unknown) => error)
        expect(error).toBeInstanceOf(ServiceError)
      }),
      { numRuns: runs },
    )
  })
})
