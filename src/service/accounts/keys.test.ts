import { expect, test } from 'vitest'
import { createKeyCheck, findKeyFault, generateKey, hashKey } from './keys.ts'

test('random keys are never the same, and are safe in headers, addresses and shells', () => {
  const keys = new Set(Array.from({ length: 1_000 }, generateKey))

  expect(keys.size).toBe(1_000)
  for (const key of keys) expect(key).toMatch(/^[A-Za-z0-9_-]{32}$/)
})

test('a random key matches its hash and no other key does', async () => {
  const isRightKey = createKeyCheck()
  const key = generateKey()
  const kept = await hashKey(key, true)

  expect(await isRightKey(key, kept)).toBe(true)
  expect(await isRightKey(generateKey(), kept)).toBe(false)
  expect(await isRightKey('', kept)).toBe(false)
})

test('a user-chosen key matches its hash, again and again, and no other key does', async () => {
  const isRightKey = createKeyCheck()
  const kept = await hashKey('correct horse battery', false)

  expect(kept.salt).not.toBeNull()
  for (let time = 0; time < 2; time += 1) {
    expect(await isRightKey('correct horse battery', kept)).toBe(true)
    expect(await isRightKey('correct horse batterie', kept)).toBe(false)
  }
})

test('a remembered key is forgotten with its hash', async () => {
  const isRightKey = createKeyCheck()
  await isRightKey('correct horse battery', await hashKey('correct horse battery', false))

  expect(await isRightKey('correct horse battery', await hashKey('another long key', false))).toBe(false)
})

test('no key is right for an unknown account', async () => {
  expect(await createKeyCheck()(generateKey(), undefined)).toBe(false)
})

test('a salted key has a different hash each time', async () => {
  const [one, other] = await Promise.all([hashKey('correct horse', false), hashKey('correct horse', false)])

  expect(one.hash.equals(other.hash)).toBe(false)
})

test('a wrong key takes as long for an unknown account as for either kind of key', async () => {
  const isRightKey = createKeyCheck()
  const kinds = [undefined, await hashKey(generateKey(), true), await hashKey('correct horse battery', false)]
  const fastest: number[] = []
  for (const kept of kinds) {
    const times: number[] = []
    for (let time = 0; time < 2; time += 1) {
      const before = process.cpuUsage()
      await isRightKey(`wrong ${time}`, kept)
      // What else runs in the process adds to it.
      times.push(process.cpuUsage(before).user)
    }
    fastest.push(Math.min(...times))
  }

  // If wrong keys didn't all cost one scrypt, two of them would be a thousand times faster than the third.
  expect(Math.max(...fastest) / Math.min(...fastest)).toBeLessThan(3)
})

test.each([
  ['elevenchars', /at least 12/],
  ['ababababababab', /too few different/],
  ['a key\nwith a line', /control characters/],
  [' leading space', /begin or end/],
  ['x1y2z3'.repeat(40), /at most 200/],
])('the key %j is refused', (key, fault) => {
  expect(findKeyFault(key)).toMatch(fault)
})

test.each(['twelve chars', 'ключ от двери', '一二三四五六七八九十百千', 'a:b"c<d>e&f%g'])(
  'the key %j is accepted',
  (key) => {
    expect(findKeyFault(key)).toBeUndefined()
  },
)
