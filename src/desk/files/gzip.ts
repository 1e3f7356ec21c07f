import { Gunzip } from 'fflate'
import { concat, type Bytes } from './zip.ts'

/** A file that can be read more than once, as a `Blob` is. */
export interface ByteSource {
  stream(): ReadableStream<Bytes>
}

/** Compresses pieces as they come, off this thread. An error of theirs is an error of the result. */
export function gzipped(pieces: AsyncGenerator<Bytes>): AsyncGenerator<Bytes, void, undefined> {
  const stream = new ReadableStream<Bytes>({
    async pull(controller) {
      const next = await pieces.next()
      if (next.done) controller.close()
      else controller.enqueue(next.value)
    },
    async cancel() {
      await pieces.return(undefined)
    },
  })
  return piecesOf(stream.pipeThrough(new CompressionStream('gzip')))
}

/**
 * The contents of a file, unpacked where it is gzip. A file that was cut off or is damaged gives all that can be read up
 * to there, without an error; one that cannot be read at all fails as its stream does.
 *
 * @returns once all is read, whether the file was whole by its own checksum; one that is not gzip has none
 */
export async function* unpacked(file: ByteSource): AsyncGenerator<Bytes, boolean, undefined> {
  if (!(await isGzip(file))) {
    yield* piecesOf(file.stream())
    return true
  }
  let given = 0
  try {
    const stream = new DecompressionStream('gzip') as ReadableWritablePair<Bytes, Bytes>
    for await (const piece of piecesOf(file.stream().pipeThrough(stream))) {
      given += piece.length
      yield piece
    }
    return true
  } catch {
    // The browser's own keeps back what it had unpacked before the damage; fflate gives it, from the start again.
    yield* readablePart(file, given)
    return false
  }
}

/** What can be unpacked of a damaged file, in small steps: the step that fails is lost. */
async function* readablePart(file: ByteSource, skippedBytes: number): AsyncGenerator<Bytes, void, undefined> {
  let out: Bytes[] = []
  let skip = skippedBytes
  const gunzip = new Gunzip((piece) => void out.push(piece))
  for await (const piece of piecesOf(file.stream())) {
    let failed = false
    for (let at = 0; at < piece.length && !failed; at += stepBytes) {
      try {
        gunzip.push(piece.subarray(at, at + stepBytes))
      } catch {
        failed = true
      }
    }
    const whole = concat(out)
    out = []
    if (whole.length > skip) yield whole.subarray(skip)
    skip = Math.max(0, skip - whole.length)
    if (failed) return
  }
}

const stepBytes = 256

async function isGzip(file: ByteSource): Promise<boolean> {
  let first: Bytes = new Uint8Array()
  for await (const piece of piecesOf(file.stream())) {
    first = concat([first, piece])
    if (first.length > 1) break
  }
  return first[0] === 0x1f && first[1] === 0x8b
}

/** Streams can be iterated in themselves only in the newest browsers. */
async function* piecesOf(stream: ReadableStream<Bytes>): AsyncGenerator<Bytes, void, undefined> {
  const reader = stream.getReader()
  try {
    for (;;) {
      const next = await reader.read()
      if (next.done) return
      yield next.value
    }
  } finally {
    await reader.cancel().catch(() => undefined)
  }
}
