import { setImmediate } from 'node:timers/promises'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { Hono } from 'hono'
import { expect, onTestFinished, test } from 'vitest'
import type { Article } from '../../contract/article.ts'
import type { FoundJob } from '../jobs/find-job.ts'
import { respondWithJob } from './job-response.ts'

const job: FoundJob = {
  id: 42,
  state: 'success',
  category: 'Food',
  wantedCount: 10,
  isWholeRanking: true,
  version: 'one',
}
const article = (id: number): Article => ({ id, title: `Title ${id}`, text: 'x'.repeat(3_000) })

function ask(batches: () => AsyncIterable<readonly Article[]>, init: RequestInit = {}, asked = job) {
  const app = new Hono().get('/', (c) => respondWithJob(c as never, asked, batches))
  return app.request('/', init)
}

async function* inBatches(...batches: Article[][]): AsyncGenerator<Article[]> {
  yield* batches
}

test('articles from any number of batches make one job, head first', async () => {
  const response = await ask(() => inBatches([], [article(1), article(2)], [], [article(3)]))
  const text = await response.text()

  expect(JSON.parse(text)).toEqual({
    id: 42,
    state: 'success',
    category: 'Food',
    articles: [article(1), article(2), article(3)],
  })
  expect(text.startsWith('{"id":42,"state":"success","category":"Food","articles":[{"id":1,')).toBe(true)
})

test('if only the newest of many were ranked, a header says so, and the job is as documented', async () => {
  const partly = await ask(() => inBatches([article(1)]), {}, { ...job, isWholeRanking: false })
  const wholly = await ask(() => inBatches([article(1)]))

  expect(partly.headers.get('Article-Ranking')).toBe('newest-window')
  expect(wholly.headers.get('Article-Ranking')).toBeNull()
  expect(await partly.text()).toBe(await wholly.text())
})

test('an unfinished job has no articles, and none are read for it', async () => {
  const response = await ask(() => expect.unreachable(), {}, { ...job, state: 'running' })

  expect(await response.json()).toEqual({ id: 42, state: 'running', category: 'Food', articles: [] })
})

test('an unfinished job is sent at once, uncompressed', async () => {
  const headers = { 'Accept-Encoding': 'br, gzip' }
  const response = await ask(() => expect.unreachable(), { headers }, { ...job, state: 'running' })

  expect(response.headers.get('Content-Encoding')).toBeNull()
  expect(await response.json()).toMatchObject({ state: 'running' })
})

test('returns only documented fields', async () => {
  const response = await ask(() => inBatches([{ ...article(1), secret: 'x' } as Article]))

  expect(Object.keys(((await response.json()) as { articles: object[] }).articles[0] ?? {})).toEqual([
    'id',
    'title',
    'text',
  ])
})

test.each([
  ['br', brotliDecompressSync],
  ['gzip', gunzipSync],
])('is compressed with %s on request', async (encoding, decompress) => {
  const response = await ask(() => inBatches([article(1)]), { headers: { 'Accept-Encoding': encoding } })
  const bytes = Buffer.from(await response.arrayBuffer())

  expect(response.headers.get('Content-Encoding')).toBe(encoding)
  expect(response.headers.get('Vary')).toContain('Accept-Encoding')
  expect(bytes.length).toBeLessThan(1_000)
  expect(JSON.parse(decompress(bytes).toString())).toMatchObject({ articles: [article(1)] })
})

test('articles are read only as fast as the reader takes them', async () => {
  let batchesRead = 0
  async function* endless(): AsyncGenerator<Article[]> {
    for (;;) {
      batchesRead += 1
      yield Array.from({ length: 100 }, (_, id) => article(id))
    }
  }
  const response = await ask(endless)
  const reader = response.body!.getReader()
  await reader.read()
  await reader.read()
  await new Promise((resolve) => setTimeout(resolve, 50))

  expect(batchesRead).toBeLessThan(6)
  await reader.cancel()
})

test('reading ends when the reader leaves', async () => {
  let isClosed = false
  async function* endless(): AsyncGenerator<Article[]> {
    try {
      for (;;) yield [article(1)]
    } finally {
      isClosed = true
    }
  }
  for (const encoding of ['identity', 'br']) {
    isClosed = false
    const reader = (await ask(endless, { headers: { 'Accept-Encoding': encoding } })).body!.getReader()
    await reader.read()
    await reader.cancel()
    await expect.poll(() => isClosed).toBe(true)
  }
})

test('a response that breaks off never passes for a complete one', async () => {
  async function* broken(): AsyncGenerator<Article[]> {
    yield [article(1)]
    throw new Error('the database went away')
  }

  for (const encoding of ['identity', 'br'])
    await expect((await ask(broken, { headers: { 'Accept-Encoding': encoding } })).text()).rejects.toThrow(
      'went away',
    )
})

test('if the database fails before the first article, the response is an error status, not an aborted body', async () => {
  const gone = async (): Promise<never> => Promise.reject(new Error('the database went away'))
  const response = await ask(() => ({ [Symbol.asyncIterator]: () => ({ next: gone }) }))

  expect(response.status).toBe(500)
})

test('HEAD has the headers of GET, and reads no articles', async () => {
  const response = await ask(() => expect.unreachable(), { method: 'HEAD' })

  expect(response.headers.get('ETag')).toMatch(/^"[\w-]{22}"$/)
  expect(await response.text()).toBe('')
})

test('the tag changes with the job, its version and the encoding', async () => {
  const tags = await Promise.all(
    [
      ask(() => inBatches()),
      ask(() => inBatches(), {}, { ...job, version: 'two' }),
      ask(() => inBatches(), {}, { ...job, id: 43 }),
      ask(() => inBatches(), { headers: { 'Accept-Encoding': 'br' } }),
    ].map(async (response) => (await response).headers.get('ETag')),
  )

  expect(new Set(tags).size).toBe(4)
})

test('a failure to read ahead is of no consequence once the reader has left', async () => {
  let fail = (): void => undefined
  const failure = new Promise<never>((_, reject) => (fail = () => reject(new Error('The connection broke.'))))
  const unhandled: unknown[] = []
  const note = (error: unknown): void => void unhandled.push(error)
  process.on('unhandledRejection', note)
  onTestFinished(() => void process.off('unhandledRejection', note))
  const response = await ask(async function* () {
    yield [article(1)]
    await failure
  })
  const left = response.body?.cancel()
  fail()
  await left?.catch(() => undefined)
  // Node reports a rejection that nobody handled after all promises of this turn.
  await setImmediate()

  expect(unhandled).toEqual([])
})
