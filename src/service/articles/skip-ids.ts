import type { IdList } from '../../contract/ids.ts'

/**
 * The ids that can be ids of our articles, packed to four bytes each. Others (strings, fractions, numbers past
 * 32 bits) name no article of this service, so skipping them is a promise kept for nothing.
 */
export function packSkipIds({ numbers }: IdList): Buffer {
  // Not `filter`, which calls back for each of a million and takes ten times as long.
  const ids = new Int32Array(numbers.length)
  let count = 0
  for (const id of numbers) if (isPossibleId(id)) ids[count++] = id
  return Buffer.from(ids.buffer, 0, count * 4)
}

/**
 * One bit for each article that there is: set where it is to be skipped. A million ids then cost the database a
 * look at one bit for each article it considers, where a join with them took more than a second and held up
 * everyone else on the embedded database's one connection.
 *
 * @param packed as `packSkipIds` made it
 * @param highestId of any article there is; ids above it are left out, so that one huge id costs no memory
 */
export function skipBitmap(packed: Buffer, highestId: number): Buffer {
  const bitmap = Buffer.alloc(Math.floor(highestId / 8) + 1)
  for (let offset = 0; offset < packed.length; offset += 4) {
    const id = packed.readInt32LE(offset)
    if (id <= highestId) bitmap[id >> 3]! |= 1 << (id & 7)
  }
  return bitmap
}

/**
 * The ids up to `highestId` whose bit is not set, where they are at most `most`: what is left of a collection that was
 * skipped nearly whole is quickly named.
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

const isPossibleId = (id: number): boolean => Number.isInteger(id) && id > 0 && id <= 0x7fff_ffff
