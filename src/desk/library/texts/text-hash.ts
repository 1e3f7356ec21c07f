/**
 * A hash that distinguishes versions of an article. The same title and text give the same number on every device and in
 * every release, because it is stored.
 *
 * 53 bits, so that it is a plain number. Two different texts collide once in 9 * 10^15 pairs. Only versions of the same
 * article id are compared, so a library of a million articles with ten versions each has a collision once in 200
 * million libraries. Not collision-resistant against deliberate attempts.
 */
export function textHash({ title, text }: { title: string; text: string }): number {
  const lanes: Lanes = [0x2f0b4c87, 0x6a09e667]
  absorb(lanes, title)
  // Not a character code, so that moving a word from the title to the text changes the hash.
  mix(lanes, 0x10000)
  absorb(lanes, text)
  const [low, high] = [settle(lanes[0], lanes[1]), settle(lanes[1], lanes[0])]
  return (high & 0x1fffff) * 0x1_0000_0000 + low
}

type Lanes = [number, number]

function absorb(lanes: Lanes, text: string): void {
  let [one, other] = lanes
  for (let i = 0; i < text.length; i += 1) {
    const code = text.charCodeAt(i)
    one = Math.imul(one ^ code, 0x5bd1e995)
    one ^= one >>> 15
    other = Math.imul(other + code, 0x27d4eb2f)
    other ^= other >>> 13
  }
  lanes[0] = one
  lanes[1] = other
}

function mix(lanes: Lanes, value: number): void {
  lanes[0] = Math.imul(lanes[0] ^ value, 0x5bd1e995)
  lanes[1] = Math.imul(lanes[1] + value, 0x27d4eb2f)
}

function settle(lane: number, other: number): number {
  let value = lane ^ Math.imul(other, 0x9e3779b1)
  value = Math.imul(value ^ (value >>> 16), 0x7feb352d)
  value = Math.imul(value ^ (value >>> 15), 0x846ca68b)
  return (value ^ (value >>> 16)) >>> 0
}
