import { Inflate, inflateSync } from 'fflate'
import { crc32 } from './zip.ts'

/**
 * Yields the wanted files of a ZIP archive. What it says of a file's size is checked while the file is unpacked, since
 * fflate would go on to its end however long it is.
 *
 * @param wanted gets the name, and the unpacked size as the archive has it
 * @throws if the archive is damaged
 */
export function* readZip(
  archive: Uint8Array,
  wanted: (name: string, size: number) => boolean,
): Generator<[name: string, file: Uint8Array]> {
  const view = new DataView(archive.buffer, archive.byteOffset, archive.byteLength)
  const u16 = (at: number): number => view.getUint16(at, true)
  const u32 = (at: number): number => view.getUint32(at, true)
  const u64 = (at: number): number => Number(view.getBigUint64(at, true))

  let at = startOfDirectory()
  while (u32(at) === 0x02014b50) {
    const [nameLength, extraLength, commentLength] = [u16(at + 28), u16(at + 30), u16(at + 32)]
    const name = new TextDecoder().decode(archive.subarray(at + 46, at + 46 + nameLength))
    const { size, packedSize, offset } = placeOf(at + 46 + nameLength, extraLength)
    if (wanted(name, size)) {
      const start = offset + 30 + u16(offset + 26) + u16(offset + 28)
      const packed = archive.subarray(start, start + packedSize)
      const method = u16(at + 10)
      if (method !== 8 && (method !== 0 || packed.length > size))
        throw new Error('It is packed in an unknown way')
      const file = method === 0 ? packed : inflate(packed, size)
      // A damaged digit would be another article's id.
      if (crc32(file) !== u32(at + 16)) throw new Error('It is damaged')
      yield [name, file]
    }
    at += 46 + nameLength + extraLength + commentLength
  }

  /** The end record comes last, before a comment. */
  function startOfDirectory(): number {
    let end = archive.length - 22
    while (u32(end) !== 0x06054b50) {
      end -= 1
      if (archive.length - end > 65_557) throw new Error('It has no directory')
    }
    const isZip64 = end >= 20 && u32(end - 20) === 0x07064b50
    return isZip64 ? u64(u64(end - 12) + 48) : u32(end + 16)
  }

  /** Of an entry in the directory. Zip64 has the numbers that don't fit behind the name, in this order. */
  function placeOf(extra: number, extraLength: number) {
    let field = extra
    while (field < extra + extraLength && u16(field) !== 1) field += 4 + u16(field + 2)
    field += 4
    const whole = (number: number): number => {
      if (number !== 0xffffffff) return number
      field += 8
      return u64(field - 8)
    }
    return { size: whole(u32(at + 24)), packedSize: whole(u32(at + 20)), offset: whole(u32(at + 42)) }
  }
}

/** @throws if it is longer */
function inflate(packed: Uint8Array, size: number): Uint8Array {
  // For many small files, the stream would take a hundred times as long.
  if (packed.length <= stepBytes) {
    const file = inflateSync(packed, { out: new Uint8Array(size + 1) })
    if (file.length > size) throw new Error('It is larger than it says')
    return file
  }
  const file = new Uint8Array(size)
  let filled = 0
  const stream = new Inflate((piece) => {
    // Throws a RangeError if there is no room.
    file.set(piece, filled)
    filled += piece.length
  })
  for (let start = 0; start < packed.length; start += stepBytes)
    stream.push(packed.subarray(start, start + stepBytes), start + stepBytes >= packed.length)
  return file.subarray(0, filled)
}

/** Unpacks to 16 MB at most. */
const stepBytes = 16 * 1_024
