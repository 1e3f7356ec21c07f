import { deflateRawSync } from 'node:zlib'
import { expect, it } from 'vitest'
import { readIdFile } from './read-id-file.ts'
import { readZip } from './read-zip.ts'
import { concat, crc32, createZip, type Bytes } from './zip.ts'

const bytesOf = (text: string): Bytes => new Uint8Array(new TextEncoder().encode(text))
const table = bytesOf('id\n7\n')

interface Entry {
  readonly packed: Bytes
  /** What the archive says that it unpacks to. */
  readonly size: number
  readonly isStored?: boolean
}

/** An archive of one table `a.csv` for each entry, with the checksum of {@link table} if packed, whatever size is said. */
function archiveOf(entries: readonly Entry[]): Bytes {
  const zip = createZip(new Date(2026, 0, 31))
  const files = entries.flatMap(({ packed }) => zip.add('a.csv', packed, { stored: true }))
  const archive = concat([...files, ...zip.end()])
  const view = new DataView(archive.buffer)
  let local = 0
  let at = view.getUint32(archive.length - 6, true)
  for (const { packed, size, isStored } of entries) {
    const method = isStored ? 0 : 8
    view.setUint16(local + 8, method, true)
    view.setUint16(at + 10, method, true)
    view.setUint32(local + 22, size, true)
    view.setUint32(at + 24, size, true)
    if (!isStored) view.setUint32(at + 16, crc32(table), true)
    local += 30 + 'a.csv'.length + packed.length
    at += 46 + 'a.csv'.length
  }
  return archive
}

const zerosPacked = (count: number): Bytes => new Uint8Array(deflateRawSync(new Uint8Array(count)))
const packedOnce = zerosPacked(2 ** 20)

const damaged = "a.zip is damaged and can't be unpacked."

const read = (archive: Bytes) => readIdFile(new File([archive], 'a.zip'))
const all = (archive: Bytes) =>
  Array.from(
    readZip(archive, () => true),
    ([name]) => name,
  )

it.each([
  ['one large file', [{ packed: zerosPacked(2 ** 28), size: 5 }]],
  ['many small files', Array.from({ length: 1_000 }, () => ({ packed: packedOnce, size: 5 }))],
  [
    'unpacked files that overlap',
    [{ packed: concat([table, new Uint8Array(2 ** 20)]), size: 5, isStored: true }],
  ],
])('an archive is not unpacked any further than it says: %s', async (_, entries) => {
  const archive = archiveOf(entries)
  const before = process.cpuUsage()
  await expect(read(archive)).rejects.toThrow(damaged)
  // The whole would take several seconds.
  expect(process.cpuUsage(before).user).toBeLessThan(1_000_000)
})

it('an archive that says it is larger than allowed is not unpacked', async () => {
  const packed = new Uint8Array(deflateRawSync(table))
  await expect(read(archiveOf([{ packed, size: 2 ** 31 }]))).rejects.toThrow('a.zip holds more than 100 MB.')
})

it('a file that is said to be larger than it is, is read', async () => {
  const packed = new Uint8Array(deflateRawSync(table))
  const texts = await read(archiveOf([{ packed, size: 1_000 }]))
  expect(texts).toEqual([{ name: 'a.csv', text: 'id\n7\n' }])
})

it('an archive in which a digit was changed is refused: the id would be another', async () => {
  const archive = archiveOf([{ packed: table.slice(), size: 5, isStored: true }])
  const at = archive.indexOf('7'.charCodeAt(0))
  archive[at] = '8'.charCodeAt(0)
  await expect(read(archive)).rejects.toThrow(damaged)
})

it('large files are read as they were', async () => {
  const text = `id\n${Array.from({ length: 200_000 }, (_, index) => index * 7919).join('\n')}`
  const zip = createZip(new Date(2026, 0, 31))
  const archive = concat([...zip.add('a.csv', bytesOf(text)), ...zip.end()])
  expect(await read(archive)).toEqual([{ name: 'a.csv', text }])
})

it('sizes and places of 64 bits are understood', () => {
  const archive = archiveOf([{ packed: table, size: 5, isStored: true }])
  const end = archive.length - 22
  const record = end - 46 - 5
  const extra = new Uint8Array(4 + 4 + 28)
  const numbers = new DataView(extra.buffer)
  // Another field comes first.
  numbers.setUint16(0, 9, true)
  numbers.setUint16(4, 1, true)
  numbers.setUint16(6, 24, true)
  numbers.setBigUint64(8, 5n, true)
  numbers.setBigUint64(16, 5n, true)
  const wide = concat([archive.subarray(0, end), extra, archive.subarray(end)])
  const view = new DataView(wide.buffer)
  view.setUint16(record + 30, 32, true)
  for (const field of [20, 24, 42]) view.setUint32(record + field, 0xffffffff, true)
  view.setUint16(record + 32, 4, true)

  expect(Array.from(readZip(wide, () => true))).toEqual([['a.csv', table]])
})

it('more files than the original format could count are read', () => {
  const zip = createZip(new Date(2026, 0, 31))
  const files = Array.from({ length: 66_000 }, () => zip.add('a.csv', table, { stored: true }))
  expect(all(concat([...files.flat(), ...zip.end()]))).toHaveLength(66_000)
})

it('an archive cut off or changed anywhere is read or refused, in time', () => {
  const whole = archiveOf([{ packed: new Uint8Array(deflateRawSync(table)), size: 5 }])
  const count = (archive: Bytes): number => {
    try {
      return Array.from(readZip(archive, (_, size) => size < 1_000)).length
    } catch {
      return 0
    }
  }
  const before = process.cpuUsage()
  const counts = Array.from(whole).flatMap((_, at) => {
    const changed = whole.slice().fill(0xff, at, at + 4)
    return [changed, whole.slice(0, at), whole.slice(at)].map(count)
  })

  expect(process.cpuUsage(before).user).toBeLessThan(2_000_000)
  expect(Math.max(...counts)).toBe(1)
})
