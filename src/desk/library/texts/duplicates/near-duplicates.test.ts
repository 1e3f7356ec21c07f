import { beforeAll, describe, expect, it } from 'vitest'
import { readStarterTexts } from '../../../../service/testing/starter-texts.ts'
import { createNearDuplicates, type NearDuplicates } from './near-duplicates.ts'
import { sketchOf } from '../../../../text/sketch.ts'
import { labelledCorpus } from './testing/labelled-corpus.ts'
import { evaluate } from './testing/evaluation.ts'

const collection = readStarterTexts()
const stories = collection.filter(({ rerunOf }) => !rerunOf).map(({ text }) => text)

async function duplicatesOf(texts: readonly string[]): Promise<NearDuplicates> {
  const duplicates = createNearDuplicates((doc) => Promise.resolve(texts[doc]))
  for (const [doc, text] of texts.entries()) await duplicates.add(doc, sketchOf(text))
  return duplicates
}

describe('near-duplicates in a set with known results', () => {
  const known = labelledCorpus(stories)
  let found: ReturnType<typeof evaluate>
  beforeAll(async () => {
    found = evaluate(known, await duplicatesOf(known.map(({ text }) => text)))
  })

  it('are classified correctly in 99 of 100 cases', () => {
    expect(found.foundPairs).toBeGreaterThan(5_000)
    expect(found.precision).toBeGreaterThanOrEqual(0.99)
  })

  it('are found in 95 of 100 cases, whichever rule made them', () => {
    expect(found.recall).toBeGreaterThanOrEqual(0.95)
    expect(Object.fromEntries([...found.byRule].filter(([, recall]) => recall < 0.95))).toEqual({})
  })
})

describe('near-duplicates in the starter collection', () => {
  it('are its reruns and nothing else, with the share of words in common', async () => {
    const duplicates = await duplicatesOf(collection.map(({ text }) => text))
    const pairs = collection.flatMap(({ slug }, doc) =>
      duplicates.linksOf(doc).map((link) => `${slug} = ${collection[link.doc]?.slug}`),
    )
    const reruns = collection.flatMap(({ slug, rerunOf }) =>
      rerunOf ? [`${slug} = ${rerunOf}`, `${rerunOf} = ${slug}`] : [],
    )
    expect(pairs.toSorted()).toEqual(reruns.toSorted())
    for (const [doc] of collection.entries()) {
      const nearest = await duplicates.nearest(doc)
      if (!nearest) continue
      expect(nearest.isExact).toBe(true)
      expect(nearest.similarity).toBeGreaterThan(0.85)
      expect(nearest.similarity).toBeLessThan(0.95)
    }
  })
})

const passage = (from: number, to: number) =>
  Array.from({ length: to - from }, (_, index) => `word${from + index}`).join(' ')

describe('groups of near-duplicates', () => {
  it('are represented by their first article', async () => {
    const duplicates = await duplicatesOf([
      passage(5000, 5400),
      passage(0, 400),
      passage(100, 500),
      passage(200, 600),
      passage(9000, 9400),
    ])
    expect(duplicates.groupOf(3)).toEqual([1, 2, 3])
    expect(duplicates.groupOf(0)).toEqual([0])
    expect(duplicates.groupOf(4)).toEqual([4])
  })

  it('fall apart when the article that linked them is removed', async () => {
    const duplicates = await duplicatesOf([passage(0, 300), passage(200, 500), passage(0, 500)])
    expect(duplicates.groupOf(0)).toEqual([0, 1, 2])
    duplicates.remove(2)
    expect([0, 1].map((doc) => duplicates.groupOf(doc))).toEqual([[0], [1]])
  })

  it('follow an article that arrives again with another text', async () => {
    const texts = [passage(0, 300), passage(0, 300)]
    const duplicates = await duplicatesOf(texts)
    expect(duplicates.groupOf(0)).toEqual([0, 1])
    texts[1] = passage(700, 999)
    await duplicates.add(1, sketchOf(texts[1]))
    expect(duplicates.groupOf(0)).toEqual([0])
  })

  it('say how much of each text is in the other', async () => {
    const duplicates = await duplicatesOf([passage(0, 800), passage(0, 400)])
    expect(duplicates.linksOf(0)[0]?.isExact).toBe(false)
    expect(await duplicates.similarDocs(0)).toEqual([{ doc: 1, share: 1, similarity: 1 }])
    expect(await duplicates.similarDocs(1)).toEqual([{ doc: 0, share: 0.5, similarity: 1 }])
  })

  it('are compared one by one with the article to keep, even if linked only indirectly', async () => {
    const duplicates = await duplicatesOf([
      passage(0, 400),
      passage(180, 580),
      passage(360, 760),
      passage(8, 400),
    ])
    expect(duplicates.groupOf(0)).toEqual([0, 1, 2, 3])
    const found = await duplicates.similarDocs(0)
    expect(found.map(({ doc }) => doc)).toEqual([3, 1, 2])
    expect(found.map(({ share = 0 }) => Math.round(share * 100))).toEqual([100, 55, 10])
  })

  it('have estimates if a text is gone', async () => {
    const duplicates = createNearDuplicates(() => Promise.resolve(undefined))
    await duplicates.add(0, sketchOf(passage(0, 400)))
    await duplicates.add(1, sketchOf(passage(40, 400)))
    await duplicates.add(2, sketchOf(passage(250, 650)))
    expect(duplicates.groupOf(0)).toEqual([0, 1])
    expect(await duplicates.nearest(0)).toMatchObject({ doc: 1, isExact: false })
  })

  it('link all articles made from one template, but read few texts for each', async () => {
    const winds = ['north', 'south', 'east', 'west']
    const texts = Array.from(
      { length: 300 },
      (_, index) =>
        `Weather for Town${index}: tomorrow ${index % 29} degrees with a chance of rain of ${index % 97} percent ` +
        `and wind from the ${winds[index % 4]} at ${index % 53} km/h in the afternoon`,
    )
    let read = 0
    const duplicates = createNearDuplicates((doc) => {
      read += 1
      return Promise.resolve(texts[doc])
    })
    for (const [doc, text] of texts.entries()) await duplicates.add(doc, sketchOf(text))
    expect(duplicates.groupOf(150)).toHaveLength(300)
    expect(read / 300).toBeLessThan(33)
  })

  it('name for each article the one that contains most of it, though a short one may be all in a long one', async () => {
    const duplicates = await duplicatesOf([passage(0, 1000), passage(0, 100), passage(50, 1000)])
    expect(await duplicates.nearest(1)).toMatchObject({ doc: 0, share: 1 })
    expect(await duplicates.nearest(0)).toMatchObject({ doc: 2, share: 0.95 })
  })

  it('name the one that contains most, though its share is only estimated, and that of another is known', async () => {
    const oneIn = (distance: number) =>
      passage(0, 1200)
        .split(' ')
        .map((word, at) => (at % distance === 3 ? `other${distance}x${at}` : word))
        .join(' ')
    const duplicates = await duplicatesOf([passage(0, 1200), oneIn(8), oneIn(15)])
    expect(duplicates.linksOf(0)).toMatchObject([
      { doc: 1, share: 0.875, isExact: true },
      { doc: 2, isExact: false },
    ])
    expect(await duplicates.nearest(0)).toMatchObject({ doc: 2, share: 14 / 15, isExact: true })
  })

  it('do not read identical short notes again', async () => {
    const duplicates = createNearDuplicates(() => Promise.reject(new Error('read')))
    await duplicates.add(0, sketchOf(passage(0, 12)))
    await duplicates.add(1, sketchOf(passage(0, 12)))
    expect(await duplicates.nearest(1)).toEqual({ doc: 0, share: 1, similarity: 1, isExact: true })
  })

  it('tell a copy from a text with one word changed, which has the same sketch more often than not', async () => {
    for (let changed = 100; changed < 900; changed += 100) {
      const corrected = passage(0, 1000).replace(` word${changed} `, ' changed ')
      const duplicates = await duplicatesOf([passage(0, 1000), corrected, passage(0, 1000)])
      expect(await duplicates.similarDocs(0)).toEqual([
        { doc: 2, share: 1, similarity: 1 },
        { doc: 1, share: 0.999, similarity: 0.999 },
      ])
      expect(await duplicates.nearest(1)).toMatchObject({ share: 0.999, isExact: true })
    }
  })

  it('do not include an article that was removed while its text was read', async () => {
    const texts = [passage(0, 400), passage(170, 570)]
    const duplicates = createNearDuplicates(async (doc) => {
      duplicates.remove(0)
      return texts[doc]
    })
    await duplicates.add(0, sketchOf(passage(0, 400)))
    await duplicates.add(1, sketchOf(passage(170, 570)))
    expect([0, 1].map((doc) => duplicates.linksOf(doc))).toEqual([[], []])
  })
})
