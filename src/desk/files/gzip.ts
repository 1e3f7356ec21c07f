import { Gunzip } from 'fflate'
import { concat, type Bytes } from './zip.ts'

/** Compresses pieces as they come, off this thread. Errors of the pieces are passed on. */
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
 * Yields the contents of a file, unpacked if it is gzip. A truncated or damaged file yields everything readable before
 * the damage, without an error. Errors of the file's stream are passed on.
 *
 * @returns whether the file matched its own checksum; true for a file that is not gzip and has none
 */
export async function* unpacked(file: Blob): AsyncGenerator<Bytes, boolean, undefined> {
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
    // The browser withholds the last data before the damage; fflate returns it, but has to start over.
    yield* readablePart(file, given)
    return false
  }
}

/** Unpacks a damaged file as far as possible, in small steps, because the step that fails is lost. */
async function* readablePart(file: Blob, skippedBytes: number): AsyncGenerator<Bytes, void, undefined> {
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

/** The size of a file's contents, as a gzip file says at its end; of one beyond 4 GB, only the lower 32 bits. */
export async function unpackedSize(file: Blob): Promise<number> {
  if (file.size < 4 || !(await isGzip(file))) return file.size
  return new DataView(await file.slice(-4).arrayBuffer()).getUint32(0, true)
}

async function isGzip(file: Blob): Promise<boolean> {
  const [first, second] = new Uint8Array(await file.slice(0, 2).arrayBuffer())
  return first === 0x1f && second === 0x8b
}

/** Only the newest browsers have async iteration of streams. */
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
