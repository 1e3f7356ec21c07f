/** Counts votes for documents, again and again, without a map each time. */
export interface Votes {
  add(doc: number): void
  /** Those with several votes, most first, then those with a single one, first voted first; forgets all votes. */
  take(limits: { least: number; mostWithSeveral: number; mostWithOne: number }): number[]
}

export function createVotes(): Votes {
  let counts = new Uint8Array(1 << 10)
  let voted: number[] = []

  return {
    add(doc) {
      if (doc >= counts.length) {
        const larger = new Uint8Array(2 ** Math.ceil(Math.log2(doc + 1)))
        larger.set(counts)
        counts = larger
      }
      if (counts[doc] === 0) voted.push(doc)
      if (counts[doc]! < 255) counts[doc]! += 1
    },
    take({ least, mostWithSeveral, mostWithOne }) {
      const several = voted
        .filter((doc) => counts[doc]! >= Math.max(2, least))
        .sort((a, b) => counts[b]! - counts[a]!)
      const one = least > 1 ? [] : voted.filter((doc) => counts[doc] === 1)
      for (const doc of voted) counts[doc] = 0
      voted = []
      return [...several.slice(0, mostWithSeveral), ...one.slice(0, mostWithOne)]
    },
  }
}
