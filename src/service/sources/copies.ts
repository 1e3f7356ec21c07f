import type { Query } from '../database/database.ts'
import { measureSimilarity } from '../../text/similarity.ts'
import { headLength, sketchOf } from '../../text/sketch.ts'

/**
 * A text is looked up by this many of its smallest shingles. One in 15,000 pairs of texts that share four fifths of
 * their shingles has none of these in common.
 */
const leadingShingles = 6
const maxCandidates = 50
/** Characters of all candidates, which take some 0.4 s. Longer texts than 100,000 are compared with fewer. */
export const maxCompared = 5_000_000
/** A year later the same words may be another article: the Christmas Eve service, the election night. */
const withinDays = 30

/**
 * Agencies sell one text to many sites. On one site, two nearly identical texts are a series, or cover two districts.
 */
const minShareElsewhere = 0.9
const minShareOnSameSite = 0.99
/** Minimum ratio of the shorter text's words to the longer one's. */
const minLength = 0.85
const minWords = 60

export interface SketchedText {
  readonly text: string
  readonly words: number
  /** Signed 32-bit, like PostgreSQL's integers. */
  readonly shingles: readonly number[]
}

export function sketchText(text: string): SketchedText {
  const sketch = sketchOf(text)
  const shingles = Int32Array.from(sketch.subarray(headLength, headLength + leadingShingles))
  return { text, words: sketch[0] ?? 0, shingles: [...shingles] }
}

/**
 * Finds an article with the same text, even under another title, with another agency line or a few words changed. Texts
 * that differ in their numbers are separate articles: results, weather, prices.
 */
export async function findCopy(
  tx: Query,
  { text, words, shingles }: SketchedText,
  { site, publishedAt }: { site: string; publishedAt: Date },
): Promise<number | undefined> {
  if (shingles.length === 0) return undefined
  // In two steps: the planner expects thousands of texts alike, and would read all sketches, or all articles of the
  // dates, to have the newest first.
  const { rows: alike } = await tx.query<{ id: number; site: string }>(
    `select article_id as id, site from article_sketches
    where shingles && $1::int[] and words between $2 and $3`,
    [shingles, Math.floor(words * minLength), Math.ceil(words / minLength)],
  )
  if (alike.length === 0) return undefined
  const { rows } = await tx.query<{ id: number; text: string }>(
    `select articles.id, text from articles join article_versions on article_versions.id = version_id
    where articles.id = any ($1::int[])
      and published_at between $2::timestamptz - $3 * interval '1 day' and $2::timestamptz + $3 * interval '1 day'
    order by articles.id desc limit $4`,
    [
      `{${alike.map(({ id }) => id).join()}}`,
      publishedAt.toISOString(),
      withinDays,
      Math.min(maxCandidates, Math.ceil(maxCompared / text.length)),
    ],
  )
  const sites = new Map(alike.map((other) => [other.id, other.site]))
  return rows.find((other) => isCopy(text, words, other.text, site === sites.get(other.id)))?.id
}

/** @param words number of words in the first text */
export function isCopy(one: string, words: number, other: string, isSameSite: boolean): boolean {
  // In a short text, a share of the words proves little.
  const least = isSameSite || words < minWords ? minShareOnSameSite : minShareElsewhere
  const { ofOne, ofOther } = measureSimilarity(one, other)
  return ofOne >= least && ofOther >= least && haveSameNumbers(one, other, least)
}

/** Compares the numbers in both texts, counting repeats. */
function haveSameNumbers(one: string, other: string, least: number): boolean {
  const [numbers, others] = [numbersOf(one), numbersOf(other)]
  if (Math.max(numbers.length, others.length) === 0) return true
  const left = new Map<string, number>()
  for (const number of others) left.set(number, (left.get(number) ?? 0) + 1)
  let shared = 0
  for (const number of numbers) {
    const count = left.get(number) ?? 0
    if (count > 0) {
      shared += 1
      left.set(number, count - 1)
    }
  }
  return shared >= Math.max(numbers.length, others.length) * least
}

const numbersOf = (text: string): string[] => text.match(/\p{Nd}+/gu) ?? []

export async function saveSketch(
  tx: Query,
  articleId: number,
  site: string,
  sketch: SketchedText,
): Promise<void> {
  await tx.query(
    `insert into article_sketches (article_id, site, words, shingles) values ($1, $2, $3, $4)
    on conflict (article_id) do update set words = excluded.words, shingles = excluded.shingles`,
    [articleId, site, sketch.words, sketch.shingles],
  )
}
