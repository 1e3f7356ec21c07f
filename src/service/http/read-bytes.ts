import { HttpProblem } from './problems.ts'

/**
 * Reads the body of a request, stopping as soon as it is known to be too big.
 *
 * @param onLength called with the length as far as it is known: before the body is read, and with each part; may throw
 *   an HttpProblem
 * @throws HttpProblem 413, or 400 if the body breaks off
 */
export async function readBytes(
  request: Request,
  maxBytes: number,
  onLength: (bytes: number) => void = () => undefined,
): Promise<Buffer<ArrayBuffer>> {
  const check = (bytes: number): void => {
    if (bytes > maxBytes) throw new HttpProblem(413, `This request may have at most ${maxBytes} bytes.`)
    onLength(bytes)
  }
  check(Number(request.headers.get('Content-Length') ?? 0))
  const chunks: Uint8Array[] = []
  let length = 0
  try {
    // Cancelling the rest would close the connection, before the client can read the refusal.
    for await (const chunk of request.body?.values({ preventCancel: true }) ?? []) {
      length += chunk.length
      check(length)
      chunks.push(chunk)
    }
  } catch (error) {
    // The client has gone or was too slow. Unconverted, this error would look like a lost database connection.
    throw error instanceof HttpProblem ? error : new HttpProblem(400, 'The request broke off.')
  }
  return Buffer.concat(chunks, length)
}

/**
 * Drains the part of a request that nobody reads. Most clients read no response before they have sent their whole
 * request: if the connection closed earlier, they would never see the refusal.
 */
export async function discardRest(request: Request): Promise<void> {
  try {
    // Once the client has gone, even this throws.
    const { body } = request
    if (!body || body.locked) return
    for await (const _ of body);
  } catch {
    // The client has gone, or was too slow.
  }
}
