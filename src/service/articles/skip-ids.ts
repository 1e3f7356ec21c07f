import type { IdList } from '../../contract/ids.ts'

/**
 * Packs the ids that our articles can have, at four bytes each. Others (strings, numbers past 32 bits) name no article
 * of this service, so there is nothing to skip.
 */
export function packSkipIds({ numbers }: IdList): Buffer {
  // Not `filter`: its callback makes it ten times slower on a million ids.
  const ids = new Int32Array(numbers.length)
  let count = 0
  for (const id of numbers) if (id > 0 && id <= 0x7fff_ffff) ids[count++] = id
  return Buffer.from(ids.buffer, 0, count * 4)
}

/**
 * One bit per stored article, set if it is to be skipped. With a million ids the database then tests one bit for each
 * article it considers; a join took more than a second and held up everyone else on the embedded database's one
 * connection.
 *
 * @param packed from `packSkipIds`
 * @param highestId of any stored article. A replica may have more of them a moment later, so ids that may follow soon
 *   are in it too; others are left out, so that one huge id costs no memory
 */
export function skipBitmap(packed: Buffer, highestId: number): Buffer {
  let highest = highestId
  for (let offset = 0; offset < packed.length; offset += 4) {
    const id = packed.readInt32LE(offset)
    if (id > highest && id <= highestId + mayFollow) highest = id
  }
  const bitmap = Buffer.alloc(Math.floor(highest / 8) + 1)
  for (let offset = 0; offset < packed.length; offset += 4) {
    const id = packed.readInt32LE(offset)
    if (id <= highest) bitmap[id >> 3]! |= 1 << (id & 7)
  }
  return bitmap
}

const mayFollow = 1_000_000

/**
 * The ids up to `highestId` whose bit is not set, if there are at most `most`: what remains of a collection that is
 * skipped almost entirely is listed more quickly.
 */
export function unskippedIds(bitmap: Buffer, highestId: number, most: number): number[] | undefined {
  const ids: number[] = []
  for (let id = 1; id <= highestId; id += 1) {
    if ((bitmap[id >> 3]! >> (id & 7)) & 1) continue
    if (ids.length === most) return undefined
    ids.push(id)
  }
  return ids
}
