import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { matchesSearch, parseSearch } from '../search.ts'
import { searchableText } from '../searchable-text.ts'
import type { Segment } from './segment.ts'
import { type Piece, splitSegment } from './segment-pieces.ts'
import { createTextIndex, restoreTextIndex, type IndexedText, type TextIndex } from './text-index.ts'

const text = (doc: number, text: string, more: Partial<IndexedText> = {}): IndexedText => ({
  doc,
  title: '',
  text,
  recency: doc,
  ...more,
})

function indexed(...batch: readonly IndexedText[]): TextIndex {
  const index = createTextIndex()
  index.add(batch)
  return index
}

const found = (index: TextIndex, query: string) => [...index.search(query)]
const sorted = (docs: Iterable<number>) => [...docs].sort((a, b) => a - b)

/** Few enough pieces that texts and queries often match, covering every rule of the syntax and of folding. */
const pieces = [
  ['a', 'b', 'ab', 'abc', 'é', 'e\u0301', 'É', 'ß', 'ss', '\uFB03', 'ffi', '7', '٣', '𝐚', '𐐀'],
  [' ', ' ', ' ', '\n', '\t', '\u00a0', '\u2009', '-', '\u2013', '\u2014', "'", '’', '.', ',', '/', '_'],
  ['. ', ', ', '\0', '!', '·', '://', '🌞', '❤\ufe0f', '\u20e3', '\u200d', '\u00ad'],
  ['東', '京', '東京', 'ー', 'パ', '々', '、', '𠀀', 'ก', 'ำ', 'ไทย', 'ក', 'हि', 'ि', 'राम', '한', 'ᄒ'],
]
const piece = fc.constantFrom(...pieces.flat())
const madeText = fc.array(piece, { maxLength: 24 }).map((pieces) => pieces.join(''))
const madeQuery = fc
  .array(fc.oneof({ weight: 3, arbitrary: piece }, fc.constantFrom('"', '“', '”', '-', ' -', ' "', '" ')), {
    maxLength: 7,
  })
  .map((pieces) => pieces.join(''))
const madeName = fc.option(madeText, { nil: undefined })
const madeArticle = fc.record({ title: madeText, text: madeText, author: madeName, source: madeName })

describe('the text index', () => {
  it('finds exactly what a scan of every text finds', () => {
    fc.assert(
      fc.property(
        fc.array(madeArticle, { minLength: 1, maxLength: 12 }),
        fc.array(madeQuery, { minLength: 1, maxLength: 8 }),
        (articles, queries) => {
          const index = indexed(...articles.map((article, doc) => ({ ...article, doc, recency: 0 })))
          for (const query of queries) {
            expect({ query, docs: sorted(found(index, query)) }).toEqual({
              query,
              docs: matching(articles, query),
            })
          }
        },
      ),
      { numRuns: 1000 },
    )
  })

  it('finds any excerpt of a text', () => {
    fc.assert(
      fc.property(madeArticle, fc.nat(), fc.nat(60), (article, from, length) => {
        const start = from % (article.text.length + 1)
        const query = article.text.slice(start, start + length)
        const index = indexed({ ...article, doc: 3, recency: 0 })
        for (const asked of [query, `"${query}"`, `-${query}`]) {
          expect({ asked, docs: found(index, asked) }).toEqual({
            asked,
            docs: isMatch(article, asked) ? [3] : [],
          })
        }
      }),
      { numRuns: 700 },
    )
  })

  it('is correct after any sequence of additions, replacements, removals, merges and reloads', () => {
    const step = fc.oneof(
      {
        weight: 4,
        arbitrary: fc.record({ add: fc.array(fc.tuple(fc.nat(15), madeArticle), { maxLength: 4 }) }),
      },
      fc.record({ remove: fc.array(fc.nat(15), { maxLength: 6 }) }),
      fc.record({ ask: madeQuery }),
      fc.constant({ compact: true }),
      fc.constant({ reload: true }),
    )
    fc.assert(
      fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
        let index = createTextIndex()
        const model = new Map<number, { title: string; text: string }>()
        let stored: StoredPieces | undefined
        const fill = (query?: string) => {
          for (const piece of index.missing(query)) index.fill(piece, stored!.bytesOf(piece))
        }
        for (const step of steps) {
          if ('add' in step) {
            index.add(step.add.map(([doc, article]) => ({ ...article, doc, recency: doc })))
            for (const [doc, article] of step.add) model.set(doc, article)
          } else if ('remove' in step) {
            index.remove(step.remove)
            for (const doc of step.remove) model.delete(doc)
          } else if ('compact' in step) {
            index.compact()
          } else if ('reload' in step) {
            fill()
            stored = storedInPieces(index)
            index = stored.restore()
          }
          const query = 'ask' in step ? step.ask : 'a'
          fill(query)
          const expected = [...model].filter(([, article]) => isMatch(article, query)).map(([doc]) => doc)
          expect({ query, docs: sorted(found(index, query)) }).toEqual({ query, docs: sorted(expected) })
        }
      }),
      { numRuns: 400 },
    )
  })

  it('finds the same after a reload, from the few pieces that a search needs', () => {
    const words = Array.from({ length: 1_500 }, (_, word) => `w${word}`)
    const wordAt = (doc: number, at: number) =>
      words[(Math.imul(doc * 1_000 + at, 0x9e3779b1) >>> 8) % words.length]!
    const whole = indexed(
      ...Array.from({ length: 500 }, (_, doc) =>
        text(doc, Array.from({ length: 900 }, (_, at) => wordAt(doc, at)).join(' ')),
      ),
    )
    const stored = storedInPieces(whole)
    const pieceCount = stored.restore().missing().length
    expect(pieceCount).toBeGreaterThan(8)
    const phrase = `"${wordAt(77, 8)} ${wordAt(77, 9)} ${wordAt(77, 10)}"`
    for (const query of [
      'w1',
      'w7',
      '"w1499"',
      'w0 w1499',
      phrase,
      `-${phrase} w3`,
      'w77 -w5',
      'absent',
      '',
    ]) {
      const index = stored.restore()
      const pieces = index.missing(query)
      expect(pieces.length).toBeLessThan(pieceCount)
      for (const piece of pieces) index.fill(piece, stored.bytesOf(piece))
      expect({ query, docs: found(index, query) }).toEqual({ query, docs: found(whole, query) })
      // Whatever else is read later.
      for (const piece of index.missing()) index.fill(piece, stored.bytesOf(piece))
      expect(index.missing()).toEqual([])
      for (const [at, { docs, places }] of index.dump().segments.entries()) {
        const { docs: wholeDocs, places: wholePlaces } = whole.dump().segments[at]!
        // Comparing megabytes as numbers takes minutes.
        expect(Buffer.compare(docs, wholeDocs) || Buffer.compare(places, wholePlaces)).toBe(0)
      }
    }
    // Read ahead for the next letter, also of the next word.
    const ahead = stored.restore()
    const pieces = ahead.missing('w1', true)
    expect(pieces.length).toBeLessThan(pieceCount)
    for (const piece of pieces) ahead.fill(piece, stored.bytesOf(piece))
    for (const query of ['w14', 'w149', 'w1 w']) expect(ahead.missing(query)).toEqual([])
  })

  it('has nothing left to read of an article without words', () => {
    const restored = storedInPieces(indexed(text(1, ''))).restore()
    expect(restored.missing()).toEqual([])
    expect(found(restored, '')).toEqual([1])
  })

  it('ranks rarer words, more of them, titles, whole words and shorter texts first', () => {
    const filler = 'and so it goes on for a while '.repeat(8)
    const index = indexed(
      text(0, `${filler} bread`),
      text(1, `${filler} bread bread bread`),
      text(2, filler, { title: 'Bread' }),
      text(3, `${filler} breadth`),
      text(4, 'bread'),
      text(5, `${filler} ${filler} bread`),
      text(6, filler),
    )
    expect(found(index, 'bread')).toEqual([2, 4, 1, 0, 5, 3])
    const rare = indexed(
      text(1, 'bread bread wine'),
      text(2, 'bread wine wine'),
      text(3, 'bread'),
      text(4, 'bread'),
    )
    expect(found(rare, 'bread wine')).toEqual([2, 1])
    const some = indexed(
      text(1, 'bread and so on', { recency: 1 }),
      text(2, 'bread on it goes', { recency: 2 }),
      text(3, 'bread bread bread wine', { recency: 3 }),
      text(0, 'bread bread so on', { recency: 0 }),
    )
    expect(found(some, 'bread -wine')).toEqual([0, 2, 1])
  })

  it('ranks by a single letter as by each of the words that begin with it', () => {
    const made = Array.from({ length: 300 }, (_, doc) => {
      const words = Array.from({ length: 20 + (doc % 7) }, (_, at) => `s${(doc * 31 + at * at) % 90}`)
      return text(doc, `${words.join(' ')} bread ${'s '.repeat(doc % 4)}`, {
        ...(doc % 5 === 0 && { title: `Bread of s${doc}` }),
      })
    })
    const letters = ['s', 'b', 'x', 's b', '-s', '"s"']
    const ranked = (index: TextIndex) => letters.map((letter) => found(index, letter))
    const oneByOne = createTextIndex()
    for (const article of made) {
      oneByOne.add([article])
      // Seals a segment of too few words for lists of first letters.
      oneByOne.search('')
    }
    const expected = ranked(oneByOne)
    expect(expected[0]!.length).toBe(300)
    const whole = indexed(...made)
    expect(ranked(whole)).toEqual(expected)
    const stored = storedInPieces(whole)
    const restored = stored.restore()
    for (const letter of letters)
      for (const piece of restored.missing(letter)) restored.fill(piece, stored.bytesOf(piece))
    expect(ranked(restored)).toEqual(expected)
    while (oneByOne.compact());
    expect(ranked(oneByOne)).toEqual(expected)
    const removed = made.filter(({ doc }) => doc % 3 === 0).map(({ doc }) => doc)
    const rest = indexed(...made.filter(({ doc }) => doc % 3 > 0))
    oneByOne.remove(removed)
    while (oneByOne.compact());
    expect(ranked(oneByOne)).toEqual(ranked(rest))
  })

  it('ranks newer before older if equally relevant, then by higher number', () => {
    const index = indexed(
      text(7, 'bread', { recency: 20 }),
      text(8, 'bread', { recency: 30 }),
      text(9, 'bread', { recency: 10 }),
      text(4, 'bread', { recency: 30 }),
    )
    expect(found(index, 'bread')).toEqual([8, 4, 7, 9])
    expect(found(index, '-wine')).toEqual([8, 4, 7, 9])
    expect(found(index, '')).toEqual([8, 4, 7, 9])
  })

  it('keeps this order among thousands', () => {
    const length = 60
    const hitsOf = (doc: number) => 1 + ((doc * 7919) % (length - 1))
    const docs = Array.from({ length: 2_000 }, (_, doc) => doc)
    const index = indexed(
      ...docs.map((doc) => text(doc, 'river '.repeat(hitsOf(doc)) + 'bread '.repeat(length - hitsOf(doc)))),
    )
    expect(found(index, 'river')).toEqual(docs.toSorted((a, b) => hitsOf(b) - hitsOf(a) || b - a))
  })

  it('accepts numbers up to the largest of 32 bits', () => {
    expect(found(indexed(text(2 ** 32 - 1, 'bread')), 'bread')).toEqual([2 ** 32 - 1])
  })

  it('rejects an index written by another version', () => {
    const stored = indexed(text(1, 'bread')).dump()
    expect(restoreTextIndex({ ...stored, format: stored.format + 1 })).toBeUndefined()
  })

  it('merges until few segments are left, and finds the same before, during and after', () => {
    const index = createTextIndex()
    for (let doc = 0; doc < 300; doc += 1) {
      index.add([text(doc, `bread number${doc} ${doc % 2 ? 'odd' : 'even'} end`)])
      expect(found(index, `"number${doc}"`)).toEqual([doc])
      if (doc % 60 === 0) index.compact()
    }
    let steps = 0
    while (index.compact()) {
      steps += 1
      expect(found(index, 'odd').length).toBe(150)
      expect(found(index, '"number77 odd end"')).toEqual([77])
    }
    expect(steps).toBeGreaterThan(1)
    expect(index.size().segments).toBeLessThan(16)
    expect(found(index, 'bread')[0]).toBe(299)
  })

  it('merges segments even if small ones, sealed by a search, are between larger ones', () => {
    const index = createTextIndex()
    const long = 'ab '.repeat(420_000)
    for (let doc = 0; doc < 16; doc += 1) {
      index.add([text(doc, doc % 2 === 0 ? long : `short ${doc}`)])
      index.search('')
    }
    expect(index.size().segments).toBe(16)
    while (index.compact());
    expect(index.size().segments).toBeLessThan(8)
    expect([found(index, 'short').length, found(index, 'ab').length]).toEqual([8, 8])
  })

  it('merges the few small segments between big ones', () => {
    const index = createTextIndex()
    for (const article of ['short', 'short too', 'ab '.repeat(4_100_000), 'short again']) {
      index.add([text(article.length, article)])
      index.search('')
    }
    expect(index.size().segments).toBe(4)
    while (index.compact());
    expect(index.size().segments).toBe(3)
    expect(found(index, 'short').length).toBe(3)
  })

  it('frees the memory of what was removed', () => {
    const index = createTextIndex()
    for (let doc = 0; doc < 40; doc += 1) index.add([text(doc, `bread and wine ${doc}`.repeat(200))])
    index.search('')
    index.compact()
    const before = index.size().bytes
    index.remove(Array.from({ length: 30 }, (_, doc) => doc))
    while (index.compact());
    expect(index.size().documents).toBe(10)
    expect(index.size().bytes).toBeLessThan(before / 2)
    expect(found(index, 'wine').length).toBe(10)
    index.remove(Array.from({ length: 40 }, (_, doc) => doc))
    while (index.compact());
    expect(index.size()).toEqual({ documents: 0, segments: 0, bytes: 0 })
  })

  it('frees the memory of what was removed since it was stored', () => {
    const stored = storedInPieces(
      indexed(...Array.from({ length: 40 }, (_, doc) => text(doc, `bread and wine ${doc}`.repeat(200)))),
    )
    const index = stored.restore()
    for (const piece of index.missing()) index.fill(piece, stored.bytesOf(piece))
    index.remove(Array.from({ length: 40 }, (_, doc) => doc))
    while (index.compact());
    expect(index.size()).toEqual({ documents: 0, segments: 0, bytes: 0 })
  })

  it('finds the same in segments merged across one that was emptied', () => {
    const index = createTextIndex()
    // Different words with the same first letter: enough for a list of it.
    const article = (doc: number) => text(doc, `wine${doc} and bread`, { title: 'Good news' })
    const docsFrom = (from: number, to: number) => Array.from({ length: to - from }, (_, at) => from + at)
    const add = (docs: readonly number[]) => {
      index.add(docs.map(article))
      // Seals a segment.
      index.search('')
    }
    for (let from = 0; from < 80; from += 20) add(docsFrom(from, from + 20))
    index.compact()
    index.remove(docsFrom(20, 40))
    while (index.compact());
    for (let from = 80; from < 180; from += 20) add(docsFrom(from, from + 20))
    while (index.compact());
    expect(index.size().segments).toBe(1)
    const whole = indexed(...[...docsFrom(0, 20), ...docsFrom(40, 180)].map(article))
    const ranked = (of: TextIndex) =>
      ['w', 'wine88', '"and bread"', '"good news"', '-w'].map((query) => found(of, query))
    expect(ranked(index)).toEqual(ranked(whole))
  })
})

type StoredPieces = ReturnType<typeof storedInPieces>

/** As on the device: each restored index begins without the lists of its segments. */
function storedInPieces(index: TextIndex) {
  const { segments, ...rest } = structuredClone(index.dump())
  const parts = segments.map(splitSegment)
  const pieces = new Map<Segment, readonly Uint8Array[]>()
  return {
    restore(): TextIndex {
      const firsts = parts.map(({ first, pieces: ofPart }) => {
        const segment = { ...first }
        pieces.set(segment, ofPart)
        return segment
      })
      return restoreTextIndex({ ...rest, segments: firsts })!
    },
    bytesOf: ({ part, number }: Piece) => pieces.get(part)![number]!,
  }
}

function matching(articles: readonly { title: string; text: string }[], query: string): number[] {
  return [...articles.keys()].filter((doc) => isMatch(articles[doc] ?? { title: '', text: '' }, query))
}

const isMatch = (article: { title: string; text: string }, query: string) =>
  matchesSearch(searchableText(article), parseSearch(query))
