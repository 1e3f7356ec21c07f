import { expect, test } from 'vitest'
import { packIds } from '../../contract/ids.ts'
import { packSkipIds, skipBitmap, unskippedIds } from './skip-ids.ts'

test('only possible article ids are kept', () => {
  const packed = packSkipIds(packIds([7, 2 ** 31, 2 ** 31 - 1, 0, -7, '7']))
  expect([packed.length, packed.readInt32LE(0), packed.readInt32LE(4)]).toEqual([8, 7, 2 ** 31 - 1])
})

test('the bitmap has a bit for each existing id and those that may follow, and no more', () => {
  const bitmap = skipBitmap(packSkipIds(packIds([1, 8, 9, 17, 18, 2_000_000_000])), 17)
  expect([...bitmap]).toEqual([0b10, 0b11, 0b110])
})

test('a million ids are packed and expanded in a moment', () => {
  const ids = packIds(Array.from({ length: 1_000_000 }, (_, index) => index * 3))
  // CPU time in microseconds, which doesn't depend on how busy the machine is.
  const before = process.cpuUsage()
  skipBitmap(packSkipIds(ids), 3_000_000)
  expect(process.cpuUsage(before).user).toBeLessThan(500_000)
})

test('unskipped ids are listed if they are few', () => {
  const bitmap = skipBitmap(packSkipIds(packIds([1, 2, 4, 8, 9, 11])), 12)
  expect(unskippedIds(bitmap, 12, 6)).toEqual([3, 5, 6, 7, 10, 12])
  expect(unskippedIds(bitmap, 12, 5)).toBeUndefined()
  expect(unskippedIds(skipBitmap(packSkipIds(packIds([1])), 1), 1, 5)).toEqual([])
})
