/** Maps shingles to documents in typed arrays: a `Map` of millions of small arrays would take a gigabyte. */
export interface ShingleIndex {
  add(shingle: number, doc: number): void
  /** How often the shingle was added. */
  count(shingle: number): number
  /** The latest documents it was added for, at most `most`, without those that `isAlive` rejects. */
  docs(shingle: number, most: number, isAlive: (doc: number) => boolean): readonly number[]
  /** The number of entries added. */
  readonly size: number
}

export function createShingleIndex(): ShingleIndex {
  const table = createTable()
  let docs = new Int32Array(1 << 12)
  /** The previous entry of the same shingle. */
  let next = new Int32Array(1 << 12)
  let size = 0

  return {
    get size() {
      return size
    },
    add(shingle, doc) {
      if (size === docs.length) {
        docs = enlarged(docs)
        next = enlarged(next)
      }
      docs[size] = doc
      next[size] = table.put(shingle, size)
      size += 1
    },
    count: (shingle) => table.count(table.find(shingle)),
    docs(shingle, most, isAlive) {
      const found: number[] = []
      let entry = table.latest(table.find(shingle))
      for (; entry >= 0 && found.length < most; entry = next[entry] ?? -1) {
        const doc = docs[entry] ?? 0
        if (isAlive(doc)) found.push(doc)
      }
      return found
    },
  }
}

/** A hash table of distinct shingles with open addressing, at most half full. */
function createTable() {
  let capacity = 1 << 13
  let keys = new Uint32Array(capacity)
  let latest = new Int32Array(capacity).fill(-1)
  let counts = new Int32Array(capacity)
  let taken = 0

  function find(shingle: number): number {
    // Uses the low bits: sketches keep the smallest shingles, so the high bits are similar.
    let place = shingle & (capacity - 1)
    while (counts[place] !== 0 && keys[place] !== shingle) place = (place + 1) & (capacity - 1)
    return place
  }

  function grow() {
    const old = { keys, latest, counts }
    capacity *= 2
    keys = new Uint32Array(capacity)
    latest = new Int32Array(capacity).fill(-1)
    counts = new Int32Array(capacity)
    for (let from = 0; from < old.keys.length; from += 1) {
      if (old.counts[from] === 0) continue
      const place = find(old.keys[from] ?? 0)
      keys[place] = old.keys[from] ?? 0
      latest[place] = old.latest[from] ?? -1
      counts[place] = old.counts[from] ?? 0
    }
  }

  return {
    find,
    count: (place: number) => counts[place] ?? 0,
    latest: (place: number) => latest[place] ?? -1,
    /** @returns the previous latest entry, or -1 */
    put(shingle: number, entry: number): number {
      if (taken * 2 >= capacity) grow()
      const place = find(shingle)
      const before = latest[place] ?? -1
      if (counts[place] === 0) taken += 1
      keys[place] = shingle
      latest[place] = entry
      counts[place] = (counts[place] ?? 0) + 1
      return before
    },
  }
}

function enlarged(from: Int32Array): Int32Array<ArrayBuffer> {
  const to = new Int32Array(from.length * 2)
  to.set(from)
  return to
}
