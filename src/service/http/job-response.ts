import { createHash } from 'node:crypto'
import { pipeline, Readable } from 'node:stream'
import type { Transform } from 'node:stream'
import { constants, createBrotliCompress, createGzip } from 'node:zlib'
import type { Context } from 'hono'
import type { Article } from '../../contract/article.ts'
import { successState } from '../../contract/job-state.ts'
import type { FoundJob } from '../jobs/find-job.ts'
import type { Environment } from './environment.ts'
import { closeOnError } from './error-response.ts'
import { chooseEncoding, matchesEtag } from './negotiation.ts'

/**
 * The Job as documented (docs/interface.md, "Jobs and articles"), written in batches and never held in memory whole.
 * State and category come before the articles, so that a streaming reader knows them first. The first batch is read
 * before anything is sent, so that an unreachable database gives an error status rather than a broken response. A
 * slow client slows the reading from the database. Compressed if the client accepts it: 30 MB at the fastest level cost
 * less than sending them.
 */
export async function respondWithJob(
  c: Context<Environment>,
  job: FoundJob,
  articles: () => AsyncIterable<readonly Article[]>,
): Promise<Response> {
  const isDone = job.state === successState
  // Most responses say that the job isn't done yet; setting up a compressor would be most of their cost.
  const encoding = isDone ? chooseEncoding(c.req.header('Accept-Encoding') ?? '') : ''
  const etag = `"${createHash('sha256').update(`${job.id} ${job.version}`).digest('base64url').slice(0, 22)}${encoding && `-${encoding}`}"`
  const headers = new Headers({
    'Content-Type': 'application/json',
    // Revalidated every time, so that a revoked key opens nothing, but an unchanged body is not sent again.
    'Cache-Control': 'private, no-cache',
    ETag: etag,
    Vary: 'Authorization, Accept-Encoding',
    ...(!job.isWholeRanking && { 'Article-Ranking': 'newest-window' }),
  })
  if (matchesEtag(c.req.header('If-None-Match'), etag)) return new Response(null, { status: 304, headers })
  if (encoding) headers.set('Content-Encoding', encoding)
  if (c.req.method === 'HEAD') return new Response(null, { headers })
  if (!isDone) return new Response(`${headOf(job)}]}`, { headers })

  const batches = readAhead(articles())
  const first = await batches.next()
  const json = Readable.from(writeJob(job, first.done ? [] : first.value, batches), { objectMode: false })
  const stream = encoding ? pipeline(json, compressors[encoding](), () => undefined) : json
  const body = Readable.toWeb(stream) as ReadableStream<Uint8Array>
  return new Response(closeOnError(body, c.env?.outgoing), { headers })
}

async function* writeJob(
  job: FoundJob,
  first: readonly Article[],
  others: AsyncIterable<readonly Article[]>,
): AsyncGenerator<Buffer> {
  yield Buffer.from(headOf(job) + writeArticles(first))
  let isFirst = first.length === 0
  for await (const batch of others) {
    if (batch.length === 0) continue
    yield Buffer.from(`${isFirst ? '' : ','}${writeArticles(batch)}`)
    isFirst = false
  }
  yield Buffer.from(']}')
}

/** Only the documented fields, even if a row holds more. */
const writeArticles = (batch: readonly Article[]): string =>
  JSON.stringify(batch.map(({ id, title, text }) => ({ id, title, text }))).slice(1, -1)

const headOf = ({ id, state, category }: FoundJob): string =>
  `${JSON.stringify({ id, state, category }).slice(0, -1)},"articles":[`

/** The database reads the next batch while this one is written and sent. */
async function* readAhead<Batch>(batches: AsyncIterable<Batch>): AsyncGenerator<Batch> {
  const iterator = batches[Symbol.asyncIterator]()
  try {
    let next = iterator.next()
    for (;;) {
      const { done, value } = await next
      if (done) return
      next = iterator.next()
      // A failure is reported when `next` is awaited, or ignored if the reader has left.
      next.catch(() => undefined)
      yield value
    }
  } finally {
    await iterator.return?.()
  }
}

const compressors = {
  br: (): Transform => createBrotliCompress({ params: { [constants.BROTLI_PARAM_QUALITY]: 1 } }),
  gzip: (): Transform => createGzip({ level: 1 }),
}
