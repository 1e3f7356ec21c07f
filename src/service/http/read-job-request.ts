import type { JobRequest } from '../../contract/job.ts'
import { createThreadPool } from '../threads/thread-pool.ts'
import { bodyLimits, parseJobRequest } from './parse-job-request.ts'
import type { FieldFault } from './problems.ts'
import { HttpProblem } from './problems.ts'
import { readBytes } from './read-bytes.ts'

/** The thread's result: our error classes don't survive a message between threads. */
export type ThreadResult =
  | { readonly request: JobRequest }
  | { readonly refused: { status: number; detail: string; faults: readonly FieldFault[] } }

/** Bodies up to this size are parsed in this thread, in a few milliseconds; 9 MiB take most of a second. */
const maxInlineBytes = 128 * 1024

const thread = createThreadPool<Uint8Array, ThreadResult>({
  program: new URL('./request-thread.ts', import.meta.url),
  threads: 1,
  deadlineMs: 10_000,
  maxMegabytes: 192,
})

/**
 * Reads the body of POST jobs; a large one in a separate thread, so that it doesn't block every other request.
 *
 * @param onLarge called when it is known to be large, if possible before it is read, and again with each part; may throw
 *   an HttpProblem
 * @throws HttpProblem 400, 413, 415, or 422 naming every field at fault
 */
export async function readJobRequest(
  request: Request,
  onLarge: () => void = () => undefined,
): Promise<JobRequest> {
  checkType(request.headers)
  const body = await readBytes(request, bodyLimits.bytesWithIds, (bytes) => {
    if (bytes > maxInlineBytes) onLarge()
  })
  if (body.length <= maxInlineBytes) return parseJobRequest(body)
  const result = await thread.run(body)
  if ('request' in result) return result.request
  if ('noResult' in result)
    throw new HttpProblem(503, 'The request could not be read in time.', { headers: { 'Retry-After': '5' } })
  const { status, detail, faults } = result.refused
  throw new HttpProblem(status, detail, { faults })
}

function checkType(headers: Headers): void {
  const type = headers.get('Content-Type') ?? ''
  // JSON has no parameters of its own (RFC 8259), but many clients send some.
  const charset = /;\s*charset="?([^\s";]*)/i.exec(type)?.[1] ?? 'utf-8'
  if (!/^application\/json\s*(?:;|$)/i.test(type) || !/^utf-?8$/i.test(charset))
    throw new HttpProblem(415, 'Send the request as JSON, with Content-Type: application/json.')
  if (!/^(?:identity)?$/i.test(headers.get('Content-Encoding') ?? ''))
    throw new HttpProblem(415, 'Send the request without a Content-Encoding.')
}
