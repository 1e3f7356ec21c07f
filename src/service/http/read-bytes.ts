import { HttpProblem } from './problems.ts'

/**
 * Reads the body of a request, and stops as soon as it is known to be too big.
 *
 * @throws HttpProblem 413
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
  for await (const chunk of request.body ?? []) {
    length += chunk.length
    if (length > mostBytes) throw tooLarge()
    chunks.push(chunk)
  }
  return Buffer.concat(chunks, length)
}
