import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Database } from '../database/database.ts'
import { openTestDatabase } from '../testing/test-jobs.ts'
import { readStarterTexts } from '../testing/starter-texts.ts'
import { loadStarterCollection } from './starter.ts'

const collection = readStarterTexts()
const bySlug = new Map(collection.map((article) => [article.slug, article]))

/** Counts words as a reader would; scripts without spaces are not counted. */
const countWords = (text: string): number => text.split(/\s+/).length
const hasSpaces = (text: string): boolean => countWords(text) > text.length / 15

test('there are at least 64 articles in 8 categories', () => {
  expect(collection.length).toBeGreaterThanOrEqual(64)
  expect(new Set(collection.map(({ category }) => category)).size).toBe(8)
})

test('half of the articles end in a signature', () => {
  const share = collection.filter(({ isSigned }) => isSigned).length / collection.length
  expect(share).toBeGreaterThanOrEqual(0.45)
  expect(share).toBeLessThanOrEqual(0.55)
})

test('an article has 250 to 700 words, paragraphs and a unique title', () => {
  const odd = collection.filter(
    ({ text }) => hasSpaces(text) && (countWords(text) < 250 || countWords(text) > 700),
  )

  expect(odd.map(({ slug, text }) => `${slug}: ${countWords(text)}`)).toEqual([])
  expect(collection.filter(({ text }) => !text.includes('\n\n')).map(({ slug }) => slug)).toEqual([])
  expect(new Set(collection.map(({ title }) => title)).size).toBe(collection.length)
})

test('some are in other scripts', () => {
  expect(
    collection.filter(({ text }) => !/^[\p{Script=Latin}\p{Script=Common}\p{M}]*$/u.test(text)).length,
  ).toBeGreaterThanOrEqual(3)
})

test('three are reruns: similar, but not identical, to another text', () => {
  const reruns = collection.filter(({ rerunOf }) => rerunOf !== undefined)

  expect(reruns.length).toBe(3)
  for (const rerun of reruns) {
    const original = bySlug.get(rerun.rerunOf ?? '')
    const alike = similarity(rerun.text, original?.text ?? '')
    expect(alike).toBeGreaterThan(0.5)
    expect(alike).toBeLessThan(1)
  }
})

/** The share of four-word sequences that two texts have in common. */
function similarity(one: string, other: string): number {
  const runs = (text: string) => {
    const words = text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []
    return new Set(words.slice(3).map((_, index) => words.slice(index, index + 4).join(' ')))
  }
  const [few, many] = [runs(one), runs(other)]
  return [...few].filter((run) => many.has(run)).length / Math.min(few.size, many.size)
}

let database: Database
beforeAll(async () => {
  database = await openTestDatabase()
})
afterAll(() => database.close())

test('the collection is loaded once, and the next start finds it at once', async () => {
  const before = process.cpuUsage()
  expect(await loadStarterCollection(database)).toEqual({ added: collection.length })
  const loading = process.cpuUsage(before)
  expect(await loadStarterCollection(database)).toEqual({ added: 0 })
  const findingIt = process.cpuUsage(before).user - loading.user
  expect(findingIt).toBeLessThan(loading.user / 5)
  const { rows } = await database.query('select count(*) as articles from articles')
  expect(rows).toEqual([{ articles: collection.length }])
})

test('a start that was interrupted is repeated without duplicates', async () => {
  await database.query(`delete from collections`)
  await database.query(`delete from articles where id > 10`)

  expect(await loadStarterCollection(database)).toEqual({ added: collection.length - 10 })
  const { rows } = await database.query('select count(*) as articles from articles')
  expect(rows).toEqual([{ articles: collection.length }])
})
