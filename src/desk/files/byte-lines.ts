import { concat, type Bytes } from './zip.ts'

/** A line without its end; undefined where it was too long to be held. */
export type ByteLine = Bytes | undefined

/** Longer than any record we write: a list of five million ids takes half of it. */
const longestLine = 2 ** 27

/** The lines of a file that comes in pieces. Holds no more than one of them, however hostile the file. */
export async function* linesOf(pieces: AsyncIterable<Bytes>): AsyncGenerator<ByteLine, void, undefined> {
  let waiting: Bytes[] = []
  let length = 0
  const take = (last: Bytes): ByteLine => {
    const line = length + last.length > longestLine ? undefined : concat([...waiting, last])
    waiting = []
    length = 0
    return line
  }
  for await (const piece of pieces) {
    let start = 0
    for (let end = piece.indexOf(lineFeed); end !== -1; end = piece.indexOf(lineFeed, start)) {
      yield take(piece.subarray(start, end))
      start = end + 1
    }
    const rest = piece.subarray(start)
    length += rest.length
    if (length <= longestLine) waiting.push(rest)
    else waiting = []
  }
  if (length > 0) yield take(new Uint8Array())
}

const lineFeed = 10
