import { pipeline, Readable, type Transform } from 'node:stream'
import { createBrotliDecompress, createGunzip, createInflate, createInflateRaw } from 'node:zlib'
import { TooLargeError, UnknownEncodingError } from './fetch-failure.ts'

export const acceptedEncodings = 'gzip, deflate, br'

export interface BodyLimits {
  readonly maxBytes: number
  /** Truncates longer bodies to `maxBytes` instead of rejecting them. */
  readonly cutOff?: boolean | undefined
}

type Chunks = AsyncIterable<Uint8Array>

/** Real servers use no more. Each layer can expand its input a thousandfold. */
const maxLayers = 2

/**
 * Reads and decompresses a body. The limit applies at every layer, including the bytes on the wire, so neither a
 * decompression bomb nor an endless stream that decompresses to nothing is read to its end.
 *
 * @param encoding the Content-Encoding header
 * @throws TooLargeError, UnknownEncodingError, or an error of zlib or the connection
 */
export async function readBody(body: Readable, encoding: string, limits: BodyLimits): Promise<Uint8Array> {
  // Stopping early destroys the stream, whose late errors would then be unhandled.
  body.on('error', () => undefined)
  try {
    let chunks = limit(body, limits)
    for (const name of layersOf(encoding)) chunks = limit(decompress(chunks, name), limits)
    return await collect(chunks)
  } finally {
    body.destroy()
  }
}

/** The outermost encoding first. */
function layersOf(encoding: string): string[] {
  const layers = encoding
    .toLowerCase()
    .split(',')
    .map((name) => name.trim())
    .filter((name) => readEncoding.test(name) || otherEncoding.test(name))
  if (layers.some((name) => otherEncoding.test(name)))
    throw new UnknownEncodingError('is compressed in a way that was not asked for')
  if (layers.length > maxLayers) throw new UnknownEncodingError('is compressed again and again')
  return layers.toReversed()
}

const readEncoding = /^(?:x-)?gzip$|^deflate$|^br$/

/** The encodings that compress. Any other name, such as "none" or "UTF-8", is a mistake: the body isn't encoded. */
const otherEncoding = /^(?:zstd|(?:x-)?compress|dc[bz]|(?:x-)?bzip2?|exi|lzma|xz|pack200-gzip|aes128gcm)$/

async function* limit(chunks: Chunks, { maxBytes, cutOff }: BodyLimits): AsyncGenerator<Uint8Array> {
  let left = maxBytes
  for await (const chunk of chunks) {
    if (chunk.length > left) {
      if (!cutOff) throw new TooLargeError(`is larger than ${formatSize(maxBytes)}`)
      yield chunk.subarray(0, left)
      return
    }
    left -= chunk.length
    yield chunk
  }
}

async function* decompress(chunks: Chunks, name: string): AsyncGenerator<Uint8Array> {
  const source = chunks[Symbol.asyncIterator]()
  const first = await source.next()
  if (first.done) return // "gzip" with an empty body is common
  const whole = async function* () {
    yield first.value
    yield* { [Symbol.asyncIterator]: () => source }
  }
  if (name === 'br' || name === 'deflate') yield* decode(whole(), decoderOf(name, first.value))
  else yield* gunzip(whole())
}

const decode = (chunks: Iterable<Uint8Array> | Chunks, decoder: Transform): Chunks =>
  pipeline(Readable.from(chunks), decoder, () => undefined)

/** Some servers append plain text to a compressed page, such as "<!-- cached -->", which browsers overlook. */
async function* gunzip(chunks: Chunks): AsyncGenerator<Uint8Array> {
  const sent: Uint8Array[] = []
  const noted = async function* () {
    for await (const chunk of chunks) {
      sent.push(chunk)
      yield chunk
    }
  }
  let given = 0
  try {
    for await (const part of decode(noted(), createGunzip())) {
      yield part
      given += part.length
    }
  } catch (error) {
    const bytes = Buffer.concat(sent)
    const isTrailing = error instanceof Error && notAnotherMember.test(error.message)
    if (!isTrailing || gzipHeaderEnd(bytes, 0) === undefined) throw error
    // Node discards what it has decompressed of the same chunk.
    for await (const part of finishedMembers(bytes, error)) {
      yield part.subarray(Math.min(given, part.length))
      given = Math.max(0, given - part.length)
    }
  }
}

/** Error messages of zlib; the second is given if a single byte follows. */
const notAnotherMember = /^(?:incorrect header check|unexpected end of file)$/

/** Each gzip member needs its own decoder, and a hostile body may have hundreds of thousands. */
const maxMembers = 100

/** @param damage thrown if there are too many */
async function* finishedMembers(bytes: Buffer, damage: Error): AsyncGenerator<Uint8Array> {
  let start = gzipHeaderEnd(bytes, 0)
  for (let members = 0; start !== undefined; members += 1) {
    if (members === maxMembers) throw damage
    const inflate = createInflateRaw()
    yield* decode([bytes.subarray(start)], inflate)
    // The trailer of eight bytes is a checksum and a length.
    start = gzipHeaderEnd(bytes, start + inflate.bytesWritten + 8)
  }
}

/** @returns where the data of a gzip member begins; undefined if there is none at `at` */
function gzipHeaderEnd(bytes: Buffer, at: number): number | undefined {
  if (bytes.length < at + 10 || bytes.readUInt16BE(at) !== 0x1f8b) return undefined
  const flags = bytes[at + 3]!
  let end = at + 10
  if (flags & 4) end += 2 + (bytes[end] ?? 0) + 256 * (bytes[end + 1] ?? 0)
  // The optional file name and comment, which end in NUL.
  for (const flag of [8, 16]) if (flags & flag) end = bytes.indexOf(0, end) + 1 || bytes.length
  if (flags & 2) end += 2
  return end < bytes.length ? end : undefined
}

function decoderOf(name: string, start: Uint8Array): Transform {
  if (name === 'br') return createBrotliDecompress()
  // Some servers send raw deflate, without the zlib wrapper that the standard requires.
  const isFramed = ((start[0] ?? 0) & 0x0f) === 8
  return isFramed ? createInflate() : createInflateRaw()
}

/** In memory of its own: Node's small buffers share a pool, all of which would be sent to the thread that reads them. */
async function collect(chunks: Chunks): Promise<Uint8Array> {
  const parts: Uint8Array[] = []
  let length = 0
  for await (const chunk of chunks) {
    parts.push(chunk)
    length += chunk.length
  }
  const bytes = new Uint8Array(length)
  let offset = 0
  for (const part of parts) {
    bytes.set(part, offset)
    offset += part.length
  }
  return bytes
}

function formatSize(bytes: number): string {
  if (bytes < 1_024) return `${bytes} bytes`
  return bytes < 1_048_576 ? `${Math.round(bytes / 1_024)} KiB` : `${Math.round(bytes / 1_048_576)} MiB`
}
