import { HttpProblem } from './problems.ts'

/**
 * Reads the body of a request, and stops as soon as it is known to be too big.
 *
 * @throws HttpProblem 413, or 400 where it breaks off
 */
export async function readBytes(request: Request, mostBytes: number): Promise<Buffer> {
  const tooLarge = () =>
    // What is still on its way would have to be read to its end before the next request: the connection goes.
    new HttpProblem(413, `This request may have at most ${mostBytes} bytes.`, {
      headers: { Connection: 'close' },
    })
  if (Number(request.headers.get('Content-Length') ?? 0) > mostBytes) throw tooLarge()
  const chunks: Uint8Array[] = []
  let length = 0
  try {
    for await (const chunk of request.body ?? []) {
      length += chunk.length
      if (length > mostBytes) throw tooLarge()
      chunks.push(chunk)
    }
  } catch (error) {
    // Who sent it has gone, or was too slow. Left as it is, this would pass for a connection that the database lost.
    throw error instanceof HttpProblem ? error : new HttpProblem(400, 'The request broke off.')
  }
  return Buffer.concat(chunks, length)
}
