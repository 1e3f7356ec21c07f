import { refreshArticles, saveArticles } from '../articles/store.ts'
import type { Database } from '../database/database.ts'
import { readStarterCollection } from '../sources/starter.ts'

const batchSize = 200
const textLength = 3_000

/**
 * Fills a database with plausible articles of about 3 KB, put together from the paragraphs of the starter collection:
 * the same ones every time, a minute of publication apart, in the collection's categories.
 */
export async function seedArticles(database: Database, count: number): Promise<void> {
  const collection = readStarterCollection()
  const paragraphs = collection.flatMap(({ text }) => text.split('\n\n')).filter(({ length }) => length > 200)
  const random = createRandom(20_260_131)
  const pick = <T>(from: readonly T[]): T => from[Math.floor(random() * from.length)]!
  for (let start = 0; start < count; start += batchSize) {
    const numbers = Array.from(
      { length: Math.min(batchSize, count - start) },
      (_, offset) => start + offset + 1,
    )
    await saveArticles(
      database,
      numbers.map((number) => {
        const text: string[] = []
        while (text.join('\n\n').length < textLength) text.push(pick(paragraphs))
        const { title, category } = pick(collection)
        return {
          sourceKey: `seed:${number}`,
          title: `${title} (${number})`,
          text: text.join('\n\n'),
          category,
          publishedAt: new Date(Date.UTC(2024, 0, 1) + number * 60_000),
        }
      }),
    )
  }
  await refreshArticles(database)
}

/** Mulberry32: the same numbers for the same seed on every machine. */
function createRandom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}
