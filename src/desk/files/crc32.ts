/** The checksum of ZIP and gzip, of bytes that come in pieces: the result of one is the start of the next. */
export function crc32(bytes: Uint8Array, start = 0): number {
  let crc = ~start
  for (let at = 0; at < bytes.length; at += 1) {
    crc = (crc >>> 8) ^ (table[(crc ^ (bytes[at] ?? 0)) & 255] ?? 0)
  }
  return ~crc >>> 0
}

const table = Uint32Array.from({ length: 256 }, (_, byte) => {
  let crc = byte
  for (let bit = 0; bit < 8; bit += 1) crc = crc & 1 ? (crc >>> 1) ^ 0xedb88320 : crc >>> 1
  return crc
})
