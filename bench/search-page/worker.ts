import { matchesSearch, parseSearch } from '../../src/desk/library/texts/search.ts'
import { searchableText } from '../../src/desk/library/texts/searchable-text.ts'
import { openDeviceStore } from '../../src/desk/library/store/device-store.ts'
import type { Store } from '../../src/desk/library/store/store.ts'
import type { Segment } from '../../src/desk/library/texts/text-index/segment.ts'
import { type Piece, splitSegment } from '../../src/desk/library/texts/text-index/segment-pieces.ts'
import {
  createTextIndex,
  restoreTextIndex,
  type StoredIndex,
} from '../../src/desk/library/texts/text-index/text-index.ts'
import { createIndexSnapshot } from '../../src/desk/library/view/index-snapshot.ts'
import { libraryMaker } from './made-library.ts'

export type Ask =
  | { readonly kind: 'build'; readonly words: readonly string[]; readonly count: number }
  | { readonly kind: 'search' | 'reload' | 'read' | 'check'; readonly query: string }
  | { readonly kind: 'keep' | 'fold' }

export interface Reply {
  /** How long the work took in the worker, and its longest step, during which no search can run. */
  readonly workMs: number
  readonly longestMs: number
  readonly found: number
  readonly bytes: number
}

const pageSize = 100
let store: Store | undefined
let index = createTextIndex()
let make = libraryMaker([])
let count = 0
let folded: string[] = []
let workMs = 0
let longestMs = 0

addEventListener('message', async ({ data }: MessageEvent<Ask>) => {
  workMs = 0
  longestMs = 0
  const found = await run(data)
  postMessage({ workMs, longestMs, found, bytes: index.size().bytes } satisfies Reply)
})

async function run(ask: Ask): Promise<number> {
  switch (ask.kind) {
    case 'build':
      return build(ask.words, ask.count)
    case 'search':
      return timed(() => index.search(ask.query)).length
    case 'keep':
      await keep()
      return count
    case 'reload':
      await reload(ask.query)
      return index.size().documents
    case 'fold':
      for (const page of pages()) folded.push(...timed(() => page.map(searchableText)))
      return count
    case 'read':
      return timed(() => read(ask.query))
    case 'check':
      return check(ask.query)
  }
}

function build(words: readonly string[], articles: number): number {
  index = createTextIndex()
  make = libraryMaker(words)
  count = articles
  folded = []
  for (const page of pages()) {
    timed(() => index.add(page))
    timed(() => index.compact())
  }
  timed(() => index.search(''))
  while (timed(() => index.compact()));
  return count
}

/** Texts are made outside the timed part and not kept, so that only the index remains in memory. */
function* pages() {
  for (let first = 0; first < count; first += pageSize) {
    yield Array.from({ length: Math.min(pageSize, count - first) }, (_, i) => ({
      ...make(first + i),
      doc: first + i,
      recency: first + i,
    }))
  }
}

/** The least a search without an index can do: check whether the letters occur anywhere in each text. */
function read(query: string): number {
  const words = query.split(/[\s"]+/).filter((word) => word !== '' && !word.startsWith('-'))
  return folded.filter((text) => words.every((word) => text.includes(word))).length
}

function check(query: string): number {
  const parsed = parseSearch(query)
  const expected = folded.flatMap((text, doc) => (matchesSearch(text, parsed) ? [doc] : []))
  const docs = index.search(query)
  if (docs.toSorted().join() !== expected.join()) throw new Error(`The index is wrong about ${query}`)
  return docs.length
}

async function keep(): Promise<void> {
  const snapshot = await openSnapshot()
  const { segments, slots, format } = index.dump()
  const startedAt = performance.now()
  await snapshot.write({ metadata: { format, slots }, parts: segments, covers: 'all' }, () =>
    Promise.resolve(true),
  )
  workMs = performance.now() - startedAt
}

/** Simulates a new visit: from the open database to an index that finds this; the rest is read a little later. */
async function reload(query: string): Promise<void> {
  const snapshot = await openSnapshot()
  index = createTextIndex()
  const startedAt = performance.now()
  const found = await snapshot.read()
  const restored = found && restoreTextIndex({ ...found.metadata, segments: found.parts })
  if (!restored) throw new Error('The snapshot could not be read')
  index = restored
  await readPieces(index.missing(query))
  workMs = performance.now() - startedAt
  await readPieces(index.missing())

  async function readPieces(pieces: readonly Piece[]): Promise<void> {
    const bytes = await snapshot.readPieces(pieces)
    for (const [at, piece] of pieces.entries()) index.fill(piece, bytes[at]!)
  }
}

async function openSnapshot() {
  store ??= await openDeviceStore({ indexedDB, databaseName: 'bench' })
  return createIndexSnapshot<Omit<StoredIndex, 'segments'>, Segment>(store, {
    name: 'search',
    format: 1,
    contentOf: (value) =>
      'terms' in value ? [value.terms, value.docs] : [value.slots.docs, value.slots.taken],
    split: splitSegment,
  })
}

function timed<T>(work: () => T): T {
  const startedAt = performance.now()
  const result = work()
  const elapsedMs = performance.now() - startedAt
  workMs += elapsedMs
  longestMs = Math.max(longestMs, elapsedMs)
  return result
}
