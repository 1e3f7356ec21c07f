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
  mostBytes: number,
  onLength: (bytes: number) => void = () => undefined,
): Promise<Buffer> {
  const tooLarge = () =>
    // Close the connection: otherwise the rest of the body would have to be read before the next request.
    new HttpProblem(413, `This request may have at most ${mostBytes} bytes.`, {
      headers: { Connection: 'close' },
    })
  const check = (bytes: number): void => {
    if (bytes > mostBytes) throw tooLarge()
    onLength(bytes)
  }
  check(Number(request.headers.get('Content-Length') ?? 0))
  const chunks: Uint8Array[] = []
  let length = 0
  try {
    for await (const chunk of request.body ?? []) {
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
