import { matchesSearch, parseSearch, searchableText } from '../../src/desk/library/texts/search.ts'
import { createTextIndex, restoreTextIndex } from '../../src/desk/library/texts/text-index/text-index.ts'
import { libraryMaker } from './made-library.ts'

export type Ask =
  | { readonly kind: 'build'; readonly words: readonly string[]; readonly count: number }
  | { readonly kind: 'search' | 'read' | 'check'; readonly query: string }
  | { readonly kind: 'reload' | 'fold' }

export interface Answer {
  /** How long the work took in the worker, and its longest step, during which no search is answered. */
  readonly workMs: number
  readonly longestMs: number
  readonly found: number
  readonly bytes: number
}

const pageSize = 100
let index = createTextIndex()
let make = libraryMaker([])
let count = 0
let folded: string[] = []
let workMs = 0
let longestMs = 0

addEventListener('message', ({ data }: MessageEvent<Ask>) => {
  workMs = 0
  longestMs = 0
  const found = answer(data)
  postMessage({ workMs, longestMs, found, bytes: index.size().bytes } satisfies Answer)
})

function answer(ask: Ask): number {
  switch (ask.kind) {
    case 'build':
      return build(ask.words, ask.count)
    case 'search':
      return timed(() => index.search(ask.query)).docs.length
    case 'reload': {
      const stored = structuredClone(index.dump())
      index = timed(() => restoreTextIndex(stored)) ?? index
      return count
    }
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

/** The texts are made while no clock runs, and not kept: what is left in memory is the index. */
function* pages() {
  for (let first = 0; first < count; first += pageSize) {
    yield Array.from({ length: Math.min(pageSize, count - first) }, (_, i) => ({
      ...make(first + i),
      doc: first + i,
      recency: first + i,
    }))
  }
}

/** The least that a search without an index does: whether the letters occur in each text, wherever they stand. */
function read(query: string): number {
  const words = query.split(/[\s"]+/).filter((word) => word !== '' && !word.startsWith('-'))
  return folded.filter((text) => words.every((word) => text.includes(word))).length
}

function check(query: string): number {
  const parsed = parseSearch(query)
  const expected = folded.flatMap((text, doc) => (matchesSearch(text, parsed) ? [doc] : []))
  const { docs } = index.search(query)
  if (docs.toSorted().join() !== expected.join()) throw new Error(`The index is wrong about ${query}`)
  return docs.length
}

function timed<T>(work: () => T): T {
  const startedAt = performance.now()
  const result = work()
  const elapsedMs = performance.now() - startedAt
  workMs += elapsedMs
  longestMs = Math.max(longestMs, elapsedMs)
  return result
}
