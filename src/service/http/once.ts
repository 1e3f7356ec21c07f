import { HttpProblem } from './problems.ts'

interface Kept {
  readonly status: number
  readonly headers: Headers
  readonly body: Uint8Array<ArrayBuffer>
}

const dayMs = 24 * 3_600_000
/** A browser whose connection broke asks again at once; who asks again later does it on purpose. */
const repeatedWithinMs = 10_000
/** The answer to a POST is the number of a job. */
const mostBytes = 64 * 1024
const mostKept = 10_000

/**
 * Does what has one name once: whoever asks for it again gets the answer of the first time, and waits for it where it is
 * still on its way. A success is kept for a day; any other answer shortly, so that it can be tried again.
 */
export function createOnce(now: () => number = Date.now) {
  const known = new Map<string, { answer: Promise<Kept>; until: number }>()

  return async function once(name: string, work: () => Promise<Response>): Promise<Response> {
    let entry = known.get(name)
    if (!entry || entry.until <= now()) {
      const started = { answer: work().then(keep), until: Infinity }
      void started.answer.then(({ status }) => {
        started.until = now() + (status < 300 ? dayMs : repeatedWithinMs)
      })
      known.delete(name)
      if (known.size >= mostKept) known.delete(known.keys().next().value ?? '')
      known.set(name, (entry = started))
    }
    const { status, headers, body } = await entry.answer
    return new Response(body, { status, headers })
  }
}

/** What breaks off may have been done all the same, so that is an answer to keep as well. */
async function keep(answer: Response): Promise<Kept> {
  const chunks: Uint8Array[] = []
  let length = 0
  try {
    for await (const chunk of answer.body ?? []) {
      length += chunk.length
      if (length > mostBytes) throw new Error('Too long')
      chunks.push(chunk)
    }
  } catch {
    return keep(new HttpProblem(502, 'The answer of the service broke off, or was too long.').toResponse())
  }
  return { status: answer.status, headers: answer.headers, body: new Uint8Array(Buffer.concat(chunks)) }
}
