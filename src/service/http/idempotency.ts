import { HttpProblem } from './problems.ts'

interface Kept {
  readonly status: number
  readonly headers: Headers
  readonly body: Uint8Array<ArrayBuffer>
}

const dayMs = 24 * 3_600_000
/** A browser whose connection broke retries at once; a later repeat is deliberate. */
const repeatedWithinMs = 10_000
/** Ample: the response to a POST is just the number of a job. */
const maxBytes = 64 * 1024
const maxKept = 10_000

/**
 * Does the work of each name once: a repeated call gets the first response, waiting for it if it is still in progress. A
 * success is kept for a day, any other response only briefly, so that it can be retried.
 */
export function createIdempotencyCache(now: () => number = Date.now) {
  const known = new Map<string, { response: Promise<Kept>; until: number }>()

  return async function once(name: string, work: () => Promise<Response>): Promise<Response> {
    let entry = known.get(name)
    if (!entry || entry.until <= now()) {
      const started = { response: work().then(keep), until: Infinity }
      const keepFor = (ms: number) => (started.until = now() + ms)
      void started.response.then(
        ({ status }) => keepFor(status < 300 ? dayMs : repeatedWithinMs),
        () => keepFor(repeatedWithinMs),
      )
      known.delete(name)
      if (known.size >= maxKept) known.delete(known.keys().next().value ?? '')
      known.set(name, (entry = started))
    }
    const { status, headers, body } = await entry.response
    // With statuses such as 204, a response may have no body at all, not even an empty one.
    return new Response(body.length > 0 ? body : null, { status, headers })
  }
}

/** The work may have been done even if its response breaks off, so that failure is kept as a response too. */
async function keep(response: Response): Promise<Kept> {
  const chunks: Uint8Array[] = []
  let length = 0
  try {
    for await (const chunk of response.body ?? []) {
      length += chunk.length
      if (length > maxBytes) throw new Error('Too long')
      chunks.push(chunk)
    }
  } catch {
    return keep(new HttpProblem(502, 'The answer of the service broke off, or was too long.').toResponse())
  }
  return { status: response.status, headers: response.headers, body: new Uint8Array(Buffer.concat(chunks)) }
}
