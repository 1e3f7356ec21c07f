import { describe, expect, it } from 'vitest'
import { createDuplicateFinder } from './duplicate-finder.ts'
import { sketchOf } from '../../../../text/sketch.ts'

const sketch = (from: number, to: number) =>
  sketchOf(Array.from({ length: to - from }, (_, index) => `word${from + index}`).join(' '))
const docs = (finder: ReturnType<typeof createDuplicateFinder>, doc: number) =>
  finder.candidates(doc).map((candidate) => candidate.doc)
const all = { ofOne: 1, ofOther: 1, similarity: 1 }

describe('the finder of duplicates', () => {
  it('finds texts that share the most words, best first', () => {
    const finder = createDuplicateFinder()
    finder.add(0, sketch(0, 400))
    finder.add(1, sketch(100, 500))
    finder.add(2, sketch(10_000, 10_400))
    finder.add(3, sketch(0, 400))
    expect(docs(finder, 0)).toEqual([3, 1])
    expect(finder.candidates(3)[0]).toEqual({ doc: 0, estimate: all, isSure: true, isSame: false })
    expect(finder.candidates(1)[0]?.estimate.similarity).toBeCloseTo(0.75, 0)
    expect(docs(finder, 2)).toEqual([])
  })

  it('recognises a part of a text, and does not call it identical', () => {
    const finder = createDuplicateFinder()
    finder.add(0, sketch(0, 600))
    finder.add(1, sketch(200, 500))
    const [part] = finder.candidates(1)
    expect(part).toMatchObject({ doc: 0, estimate: { ofOne: 1, similarity: 1 }, isSure: true, isSame: false })
    expect(part?.estimate.ofOther).toBeGreaterThan(0.35)
    expect(part?.estimate.ofOther).toBeLessThan(0.65)
  })

  it('leaves the comparison of short notes to their texts', () => {
    const finder = createDuplicateFinder()
    finder.add(0, sketch(0, 12))
    finder.add(1, sketch(0, 12))
    expect(finder.candidates(1)).toEqual([{ doc: 0, estimate: all, isSure: false, isSame: true }])
    finder.add(2, sketchOf('too short to say anything'))
    expect(finder.candidates(2)).toEqual([])
  })

  it('finds a copy among hundreds of copies', () => {
    const finder = createDuplicateFinder()
    for (let doc = 0; doc < 500; doc += 1) finder.add(doc, sketch(0, 400))
    expect(docs(finder, 250).length).toBeGreaterThan(10)
  })

  it('is not misled by what hundreds of texts have in common', () => {
    const finder = createDuplicateFinder()
    const framed = (doc: number) =>
      sketchOf(
        [...Array(60).keys()]
          .map((n) => `frame${n}`)
          .concat([...Array(400).keys()].map((n) => `doc${doc}word${n}`))
          .join(' '),
      )
    for (let doc = 0; doc < 500; doc += 1) finder.add(doc, framed(doc))
    finder.add(500, framed(17))
    expect(docs(finder, 500)).toEqual([17])
  })

  it('forgets what was removed or replaced', () => {
    const finder = createDuplicateFinder()
    for (let doc = 0; doc < 40; doc += 1) finder.add(doc, sketch(doc * 1000, doc * 1000 + 300))
    finder.add(40, sketch(0, 300))
    finder.add(41, sketch(1000, 1300))
    expect([docs(finder, 40), docs(finder, 41)]).toEqual([[0], [1]])
    finder.remove(0)
    finder.add(1, sketch(90_000, 90_300))
    expect([docs(finder, 40), docs(finder, 41), docs(finder, 0)]).toEqual([[], [], []])
    // Enough are removed for the index to be rebuilt.
    for (let doc = 2; doc < 40; doc += 1) finder.remove(doc)
    finder.add(42, sketch(0, 300))
    expect(docs(finder, 42)).toEqual([40])
  })
})
