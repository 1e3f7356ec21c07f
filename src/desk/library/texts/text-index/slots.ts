/** The documents of an index in insertion order. Each takes a slot, which stays empty when it is removed. */
export interface Slots {
  readonly count: number
  readonly living: number
  /** Assigns the next slot to a document. A previous slot of the document becomes empty. */
  take(doc: number, recency: number, tokens: number): void
  leave(doc: number): void
  isTaken(slot: number): boolean
  /** By slot. Valid until the next document is added. */
  columns(): SlotColumns
  /** Undefined if the document has none. */
  slotOf(doc: number): number | undefined
  /** Of the `lengths` of all documents. */
  readonly averageLength: number
  /** The slots in use, newest first. Documents of the same recency are sorted by number, highest first. */
  newestFirst(): Uint32Array
  dump(): StoredSlots
}

export interface SlotColumns {
  readonly docs: Uint32Array
  /** The number of tokens of each document, to normalize for longer texts. */
  readonly lengths: Uint32Array
}

export interface StoredSlots extends SlotColumns {
  readonly recencies: Float64Array
  readonly taken: Uint8Array
}

const firstCapacity = 1024

export function createSlots(stored?: StoredSlots): Slots {
  let count = stored?.docs.length ?? 0
  const capacity = Math.max(firstCapacity, count)
  let docs = widened(new Uint32Array(capacity), stored?.docs)
  let recencies = widened(new Float64Array(capacity), stored?.recencies)
  let lengths = widened(new Uint32Array(capacity), stored?.lengths)
  let taken = widened(new Uint8Array(capacity), stored?.taken)
  /** Slots by document. Built on first use, since a search after a reload doesn't need them. */
  let slots: Map<number, number> | undefined
  let living = 0
  let totalLength = 0
  let newest: Uint32Array | undefined
  for (let slot = 0; slot < count; slot += 1) {
    if (taken[slot] !== 1) continue
    living += 1
    totalLength += lengths[slot] ?? 0
  }

  function slotsByDoc(): Map<number, number> {
    if (slots) return slots
    slots = new Map()
    for (let slot = 0; slot < count; slot += 1) if (taken[slot] === 1) slots.set(docs[slot]!, slot)
    return slots
  }

  function grow(): void {
    docs = widened(new Uint32Array(docs.length * 2), docs)
    recencies = widened(new Float64Array(recencies.length * 2), recencies)
    lengths = widened(new Uint32Array(lengths.length * 2), lengths)
    taken = widened(new Uint8Array(taken.length * 2), taken)
  }

  function leave(doc: number): void {
    const slot = slotsByDoc().get(doc)
    if (slot === undefined) return
    slotsByDoc().delete(doc)
    living -= 1
    taken[slot] = 0
    totalLength -= lengths[slot] ?? 0
    newest = undefined
  }

  return {
    get count() {
      return count
    },
    get living() {
      return living
    },
    get averageLength() {
      return living === 0 ? 1 : Math.max(1, totalLength / living)
    },
    take(doc, recency, tokens) {
      leave(doc)
      if (count === docs.length) grow()
      const slot = count
      count += 1
      docs[slot] = doc
      recencies[slot] = recency
      lengths[slot] = tokens
      totalLength += tokens
      taken[slot] = 1
      living += 1
      slotsByDoc().set(doc, slot)
      newest = undefined
    },
    leave,
    isTaken: (slot) => taken[slot] === 1,
    columns: () => ({ docs, lengths }),
    slotOf: (doc) => slotsByDoc().get(doc),
    newestFirst: () => (newest ??= orderNewest({ docs, recencies, taken }, count)),
    dump: () => ({
      docs: docs.slice(0, count),
      recencies: recencies.slice(0, count),
      lengths: lengths.slice(0, count),
      taken: taken.slice(0, count),
    }),
  }
}

function widened<T extends Uint32Array | Float64Array | Uint8Array>(wider: T, from: T | undefined): T {
  if (from) wider.set(from)
  return wider
}

function orderNewest(
  { docs, recencies, taken }: Pick<StoredSlots, 'docs' | 'recencies' | 'taken'>,
  count: number,
): Uint32Array {
  const order: number[] = []
  for (let slot = count - 1; slot >= 0; slot -= 1) if (taken[slot] === 1) order.push(slot)
  const compare = (a: number, b: number) =>
    (recencies[b] ?? 0) - (recencies[a] ?? 0) || (docs[b] ?? 0) - (docs[a] ?? 0)
  // Sorting a plain array, unlike a typed one, takes hardly longer than reading it if it consists of a few
  // sorted stretches, as the articles of each job are one.
  return new Uint32Array(order.sort(compare))
}
