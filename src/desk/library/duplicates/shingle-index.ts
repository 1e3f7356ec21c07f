/** Which documents have a shingle: chains in typed arrays, since a Map of millions of small arrays is a gigabyte. */
export interface ShingleIndex {
  add(shingle: number, doc: number): void
  /** The latest documents with this shingle, `most` at most; what `isAlive` refuses does not count. */
  docs(shingle: number, most: number, isAlive: (doc: number) => boolean): readonly number[]
  readonly size: number
}

export function createShingleIndex(): ShingleIndex {
  let capacity = 1 << 12
  let heads = new Int32Array(capacity).fill(-1)
  let shingles = new Uint32Array(capacity)
  let docs = new Int32Array(capacity)
  let next = new Int32Array(capacity)
  let size = 0

  /** The low bits: sketches keep the smallest shingles, so the high ones are alike. */
  const bucketOf = (shingle: number) => (shingle & (capacity - 1)) >>> 0

  function link(entry: number) {
    const bucket = bucketOf(shingles[entry] ?? 0)
    next[entry] = heads[bucket] ?? -1
    heads[bucket] = entry
  }

  function grow() {
    capacity *= 2
    shingles = enlarged(shingles, new Uint32Array(capacity))
    docs = enlarged(docs, new Int32Array(capacity))
    next = new Int32Array(capacity)
    heads = new Int32Array(capacity).fill(-1)
    for (let entry = 0; entry < size; entry += 1) link(entry)
  }

  return {
    get size() {
      return size
    },
    add(shingle, doc) {
      if (size === capacity) grow()
      shingles[size] = shingle
      docs[size] = doc
      link(size)
      size += 1
    },
    docs(shingle, most, isAlive) {
      const found: number[] = []
      let entry = heads[bucketOf(shingle)] ?? -1
      for (; entry >= 0 && found.length < most; entry = next[entry] ?? -1) {
        const doc = docs[entry] ?? 0
        if (shingles[entry] === shingle && isAlive(doc)) found.push(doc)
      }
      return found
    },
  }
}

function enlarged<T extends Uint32Array<ArrayBuffer> | Int32Array<ArrayBuffer>>(from: T, to: T): T {
  to.set(from)
  return to
}
