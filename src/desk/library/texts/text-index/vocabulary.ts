/** The distinct terms of a segment being built, numbered in the order of first use. */
export interface Vocabulary {
  readonly terms: readonly string[]
  /** Returns the number of the term in `folded` from `start` to `end`. Creates no string for a known term. */
  intern(folded: string, start: number, end: number, hash: number): number
}

const firstSize = 1 << 14

export function createVocabulary(): Vocabulary {
  const terms: string[] = []
  const hashes: number[] = []
  // Term numbers plus one; 0 is a free slot.
  let table = new Int32Array(firstSize)

  function insert(number: number, hash: number): void {
    let at = bucketOf(hash, table.length)
    while (table[at] !== 0) at = (at + 1) & (table.length - 1)
    table[at] = number + 1
  }

  return {
    terms,
    intern(folded, start, end, hash) {
      const mask = table.length - 1
      for (let at = bucketOf(hash, table.length); ; at = (at + 1) & mask) {
        const number = (table[at] ?? 0) - 1
        if (number < 0) break
        if (hashes[number] !== hash) continue
        const term = terms[number] ?? ''
        if (term.length === end - start && folded.startsWith(term, start)) return number
      }
      terms.push(folded.slice(start, end))
      hashes.push(hash)
      if (terms.length * 2 > table.length) {
        table = new Int32Array(table.length * 2)
        for (const [number, known] of hashes.entries()) insert(number, known)
      } else insert(terms.length - 1, hash)
      return terms.length - 1
    },
  }
}

/** Mixes in higher bits, because the lower bits depend too much on a term's last letters. */
const bucketOf = (hash: number, size: number): number => (hash ^ (hash >>> 15)) & (size - 1)
