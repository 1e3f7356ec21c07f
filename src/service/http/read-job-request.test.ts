import { expect, test } from 'vitest'
import { unpackIds } from '../../contract/ids.ts'
import { requestLimits } from '../../contract/job.ts'
import { HttpProblem } from './problems.ts'
import { bodyLimits } from './parse-job-request.ts'
import { readJobRequest } from './read-job-request.ts'

const post = (body: BodyInit, headers: Record<string, string> = { 'Content-Type': 'application/json' }) =>
  new Request('http://desk.test/', { method: 'POST', body, headers, duplex: 'half' } as RequestInit)

const json = (value: unknown) => post(JSON.stringify(value))

const refusal = async (request: Request): Promise<{ status: number; words: string; fields: string[] }> => {
  const problem: unknown = await readJobRequest(request).catch((error: unknown) => error)
  if (!(problem instanceof Error)) return { status: 200, words: '', fields: [] }
  if (!(problem instanceof HttpProblem)) throw problem
  return { status: problem.status, words: problem.message, fields: problem.faults.map(({ field }) => field) }
}

test('reads all five fields', async () => {
  const request = await readJobRequest(
    json({
      keywords: [' rye ', 'rye', '', '"sour dough"'],
      category: ' Food ',
      article_count: 25,
      remove_signature: true,
      ids_to_skip: [3, 1, 3],
    }),
  )

  expect({ ...request, idsToSkip: unpackIds(request.idsToSkip) }).toEqual({
    keywords: ['rye', '"sour dough"'],
    category: 'Food',
    articleCount: 25,
    removeSignature: true,
    idsToSkip: [3, 1],
  })
})

test('every field may be missing or null', async () => {
  const asDefaults = { keywords: [], category: undefined, articleCount: 10, removeSignature: false }

  expect(await readJobRequest(json({}))).toMatchObject(asDefaults)
  expect(
    await readJobRequest(
      json({
        keywords: null,
        category: null,
        article_count: null,
        remove_signature: null,
        ids_to_skip: null,
      }),
    ),
  ).toMatchObject(asDefaults)
})

test('integers may be strings of digits, as PHP and forms send them', async () => {
  const { articleCount, idsToSkip } = await readJobRequest(
    json({ article_count: '25', ids_to_skip: ['17', 17, '0042', 5] }),
  )

  expect(articleCount).toBe(25)
  expect(unpackIds(idsToSkip)).toEqual([17, 42, 5])
})

test('unknown fields are ignored, even those with a meaning in JavaScript', async () => {
  const request = await readJobRequest(post('{"__proto__":{"category":"x"},"constructor":1,"toString":null}'))

  expect(request.category).toBeUndefined()
})

test.each([
  ['nothing', ''],
  ['half a body', '{"keywords":['],
  ['another language', 'keywords=bread'],
  ['a list', '[]'],
  ['a number', '1'],
  ['null', 'null'],
  ['a trailing comma', '{"keywords":[],}'],
  ['two objects', '{}{}'],
  ['no UTF-8', new Uint8Array([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d])],
  ['lists 200,000 deep', `{"keywords":${'['.repeat(200_000)}${']'.repeat(200_000)}}`],
  ['objects 100 deep', `${'{"a":'.repeat(100)}1${'}'.repeat(100)}`],
])('%s is malformed: 400', async (_, body) => {
  expect((await refusal(post(body))).status).toBe(400)
})

test('only nesting counts as depth, not brackets in strings or lists side by side', async () => {
  const keywords = ['['.repeat(20), `"${'{'.repeat(20)}`, `\\${'['.repeat(20)}`]

  expect(
    (await readJobRequest(json({ keywords, others: Array.from({ length: 20 }, () => [{}]) }))).keywords,
  ).toEqual(keywords)
  expect((await refusal(post(`{"a":${'['.repeat(15)}"]"${']'.repeat(15)}}`))).status).toBe(200)
  expect((await refusal(post(`{"a":${'['.repeat(16)}"]"${']'.repeat(16)}}`))).status).toBe(400)
})

test('the length of keywords and categories is counted in characters, as /openapi.json says', async () => {
  const longest = '🍞'.repeat(requestLimits.keywordLength)
  expect(await readJobRequest(json({ keywords: [longest], category: longest }))).toMatchObject({
    keywords: [longest],
    category: longest,
  })
  expect(await refusal(json({ keywords: [`${longest}🍞`] }))).toMatchObject({ fields: ['keywords'] })
})

test.each([
  ['keywords', 'bread'],
  ['keywords', ['bread', 1]],
  ['keywords', [['bread']]],
  ['keywords', { 0: 'bread' }],
  ['keywords', ['a\0b']],
  ['keywords', ['\ud800']],
  ['keywords', ['x'.repeat(requestLimits.keywordLength + 1)]],
  ['keywords', Array<string>(requestLimits.keywords + 1).fill('x')],
  ['category', 5],
  ['category', ['Food']],
  ['category', 'a\0'],
  ['category', 'x'.repeat(requestLimits.categoryLength + 1)],
  ['article_count', 0],
  ['article_count', -1],
  ['article_count', 1.5],
  ['article_count', 'ten'],
  ['article_count', '0'],
  ['article_count', '1e1'],
  ['article_count', '10001'],
  ['article_count', 10_001],
  ['article_count', 1e300],
  ['remove_signature', 'true'],
  ['remove_signature', 1],
  ['ids_to_skip', 5],
  ['ids_to_skip', [1, '2x']],
  ['ids_to_skip', ['']],
  ['ids_to_skip', ['9007199254740993']],
  ['ids_to_skip', [1.5]],
  ['ids_to_skip', [null]],
  ['ids_to_skip', [2 ** 53]],
  ['ids_to_skip', [[1]]],
])('%s of a wrong type or out of range is named: 422', async (field, value) => {
  expect(await refusal(json({ [field]: value }))).toEqual({
    status: 422,
    words: expect.stringContaining(field) as string,
    fields: [field],
  })
})

test.each([
  [{ keywords: ['bread', 1] }, 'keywords [1] must be a string'],
  [{ category: 5 }, 'category must be a string'],
  [{ article_count: 0 }, 'article_count must be a whole number from 1 to 10,000'],
  [{ ids_to_skip: [1, 2, 'three'] }, 'ids_to_skip [2] must be an integer, not "three"'],
  [{ ids_to_skip: [1.5] }, 'ids_to_skip [0] must be an integer, not 1.5'],
  [{ ids_to_skip: ['x'.repeat(50)] }, `ids_to_skip [0] must be an integer, not "${'x'.repeat(39)}…`],
  [{ ids_to_skip: [1, 2 ** 53] }, 'ids_to_skip [1] is larger than 9007199254740991'],
  [{ ids_to_skip: ['9'.repeat(400)] }, 'ids_to_skip [0] is larger than 9007199254740991'],
  [{ ids_to_skip: [-(2 ** 60)] }, 'ids_to_skip [0] is smaller than -9007199254740991'],
])('%j is rejected with a message: %s', async (body, words) => {
  expect((await refusal(json(body))).words).toBe(words)
})

test('all invalid fields are named at once', async () => {
  const { fields } = await refusal(json({ keywords: 1, category: 1, article_count: 1 }))

  expect(fields).toEqual(['keywords', 'category'])
})

test.each([
  ['text/plain', 415],
  ['application/x-www-form-urlencoded', 415],
  ['application/json; charset=latin1', 415],
  ['application/json; charset=x-utf-8', 415],
  ['application/json-patch+json', 415],
  ['application/json; charset=UTF-8', 200],
  ['application/json; charset=utf8', 200],
  ['application/json;', 200],
  ['application/json; profile="https://client.test/a;b"; charset="utf-8"', 200],
  ['application/json; profile=x; charset=latin1', 415],
  ['application/json, text/plain', 415],
  ['Application/JSON', 200],
])('Content-Type %s: %i', async (type, status) => {
  expect((await refusal(post('{}', { 'Content-Type': type }))).status).toBe(status)
})

test('a body without a Content-Type, or compressed, is 415', async () => {
  const json = { 'Content-Type': 'application/json' }

  expect((await refusal(post(new TextEncoder().encode('{}'), {}))).status).toBe(415)
  expect((await refusal(post('{}', { ...json, 'Content-Encoding': 'gzip' }))).status).toBe(415)
})

test('over 1 MiB is 413, but ids may take 8 MiB more', async () => {
  const padding = 'x'.repeat(2 ** 20)
  const ids = Array.from({ length: 1_000_000 }, (_, index) => 9_999_999 - index)

  expect((await refusal(json({ note: padding }))).status).toBe(413)
  expect((await refusal(json({ note: padding, ids_to_skip: ids }))).status).toBe(413)
  expect((await refusal(post(JSON.stringify({ ids_to_skip: ids }).replaceAll(',', ', ')))).status).toBe(200)
})

test('a body that breaks off is 400, not an error of the database', async () => {
  const broken = new ReadableStream({
    pull() {
      throw Object.assign(new Error('aborted'), { code: 'ECONNRESET' })
    },
  })

  expect((await refusal(post(broken))).status).toBe(400)
})

test('an endless body without a length is refused as soon as it is too long', async () => {
  let sentBytes = 0
  const endless = new ReadableStream({
    pull(controller) {
      sentBytes += 65_536
      controller.enqueue(new Uint8Array(65_536).fill(0x20))
    },
  })

  expect((await refusal(post(endless))).status).toBe(413)
  expect(sentBytes).toBeLessThan(bodyLimits.bytesWithIds + 1_000_000)
})

test('a million ids are read in another thread, while this one serves others', async () => {
  const ids = Array.from({ length: 1_000_000 }, (_, index) => 9_999_999 - index)
  const request = json({ ids_to_skip: ids })
  // Warm-up: the thread takes a moment to start.
  await readJobRequest(json({ ids_to_skip: ids.slice(0, 30_000) }))
  const startedAt = performance.now()
  let longestMs = 0
  let lastAt = startedAt
  const measure = () => {
    longestMs = Math.max(longestMs, performance.now() - lastAt)
    lastAt = performance.now()
  }
  const clock = setInterval(measure, 5)
  const { idsToSkip } = await readJobRequest(request)
  // A thread that was blocked until now has run no timer.
  measure()
  clearInterval(clock)
  const tookMs = performance.now() - startedAt

  expect(idsToSkip.numbers).toHaveLength(1_000_000)
  // If this thread did the parsing, the two would be about equal.
  expect(longestMs).toBeLessThan(tookMs / 2)
})
