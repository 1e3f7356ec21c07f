import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import {
  createNearDuplicates,
  type NearDuplicates,
} from '../src/desk/library/texts/duplicates/near-duplicates.ts'
import { type Sketch, sketchOf } from '../src/text/sketch.ts'
import { evaluate } from '../src/desk/library/texts/duplicates/testing/evaluation.ts'
import {
  type LabelledText,
  labelledCorpus,
} from '../src/desk/library/texts/duplicates/testing/labelled-corpus.ts'
import { textHash } from '../src/desk/library/texts/text-hash.ts'
import { readFrontMatter } from '../src/service/sources/folder/front-matter.ts'
import { normalizeText } from '../src/service/sources/plain-text.ts'
import type { Figure } from './figures.ts'
import { seededRandom } from './seeded-random.ts'

const collection = fileURLToPath(new URL('../src/service/sources/starter-collection', import.meta.url))
const articleCount = Number(process.env['BENCH_ARTICLES'] ?? 20_000)
const storyLength = 2_900
const count = articleCount.toLocaleString('en')

/** How well near-duplicates are found, by rule, and the cost compared with reading every text once. */
export async function duplicateFigures(): Promise<Figure[]> {
  const stories = starterTexts()
  const small = labelledCorpus(stories)
  const { duplicates } = await findAll(small)
  const found = evaluate(small, duplicates)
  return [
    { name: 'precision on the labelled corpus', value: found.precision * 100, unit: '%', least: 99 },
    { name: 'recall on the labelled corpus', value: found.recall * 100, unit: '%', least: 95 },
    ...[...found.byRule].map(([rule, recall]) => ({
      name: `- ${rule}`,
      value: recall * 100,
      unit: '%',
      least: 95,
    })),
    ...(await archiveFigures(stories)),
  ]
}

/**
 * The texts of the starter collection without its reruns. Read directly, since only Vite can load
 * `readStarterCollection`.
 */
function starterTexts(): string[] {
  return readdirSync(collection, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.md'))
    .sort()
    .map((file) => readFileSync(path.join(collection, file), 'utf8').replaceAll('\r\n', '\n'))
    .filter((text) => !/^rerun-of: /m.test(text))
    .map((text) => normalizeText(readFrontMatter(text).body))
}

async function archiveFigures(stories: readonly string[]): Promise<Figure[]> {
  const archive = madeArchive(stories)
  // Warm up the engine, as a worker that has saved a job has done.
  for (const { text } of archive.slice(0, 2_000)) textHash({ title: '', text })
  for (const { text } of archive.slice(0, 2_000)) sketchOf(text)
  const hashing = timed(() => archive.forEach(({ text }) => textHash({ title: '', text })))
  const { duplicates, sketches, sketching, finding, reads } = await findAll(archive)
  const found = evaluate(archive, duplicates)
  const bytes = sketches.reduce((sum, sketch) => sum + sketch.byteLength, 0)
  return [
    { name: `precision among ${count} articles`, value: found.precision * 100, unit: '%', least: 99 },
    { name: `recall among ${count} articles`, value: found.recall * 100, unit: '%', least: 95 },
    { name: `sketching ${count} articles`, value: sketching, unit: 's', baseline: hashing, budget: 15 },
    { name: `finding among ${count} articles`, value: finding, unit: 's', baseline: hashing, budget: 15 },
    {
      name: 'texts read again to be sure, of 100 articles',
      value: (reads / archive.length) * 100,
      unit: '',
      budget: 10,
    },
    { name: 'sketch of an article', value: bytes / archive.length, unit: 'bytes', budget: 400 },
  ]
}

interface Findings {
  readonly duplicates: NearDuplicates
  readonly sketches: readonly Sketch[]
  /** In seconds. */
  readonly sketching: number
  readonly finding: number
  readonly reads: number
}

async function findAll(texts: readonly LabelledText[]): Promise<Findings> {
  let reads = 0
  const duplicates = createNearDuplicates((doc) => {
    reads += 1
    return Promise.resolve(texts[doc]?.text)
  })
  let sketches: Sketch[] = []
  const sketching = timed(() => {
    sketches = texts.map(({ text }) => sketchOf(text))
  })
  const startedAt = performance.now()
  for (const [doc, sketch] of sketches.entries()) await duplicates.add(doc, sketch)
  return { duplicates, sketches, sketching, finding: (performance.now() - startedAt) / 1000, reads }
}

/**
 * Makes articles of about 3 KB whose words follow each other as in the collection, so that phrases repeat as they do in
 * a real archive. After every twentieth story comes a copy of it, made by each rule in turn.
 */
function madeArchive(stories: readonly string[]): LabelledText[] {
  const random = seededRandom(7)
  const followers = followersIn(stories.filter((text) => /^[\x20-\x7e\s]*$/.test(text)))
  const words = [...followers.keys()]
  const archive: LabelledText[] = []
  for (let story = 0; archive.length < articleCount; story += 1) {
    const text = madeStory(followers, words, random)
    archive.push({ story, rule: 'original', text })
    if (story % 20 !== 0) continue
    const copies = labelledCorpus([text]).filter(({ story, rule }) => story === 0 && rule !== 'original')
    const copy = copies[(story / 20) % copies.length]
    if (copy) archive.push({ ...copy, story })
  }
  return archive
}

function followersIn(texts: readonly string[]): Map<string, string[]> {
  const followers = new Map<string, string[]>()
  for (const text of texts) {
    const words = text.split(/\s+/)
    for (const [index, word] of words.entries()) {
      const next = words[index + 1]
      if (next) followers.set(word, [...(followers.get(word) ?? []), next])
    }
  }
  return followers
}

function madeStory(followers: Map<string, string[]>, words: readonly string[], random: () => number): string {
  let text = ''
  let word = ''
  for (let length = 0, inParagraph = 0; length < storyLength; length += word.length + 1) {
    const known = random() < 0.6 ? followers.get(word) : undefined
    const choices = known ?? words
    word = choices[Math.floor(random() * choices.length)] ?? ''
    inParagraph += 1
    const endsParagraph = inParagraph > 60 && word.endsWith('.')
    if (endsParagraph) inParagraph = 0
    text += word + (endsParagraph ? '\n\n' : ' ')
  }
  return text.trim()
}

/** In seconds. */
function timed(work: () => void): number {
  const startedAt = performance.now()
  work()
  return (performance.now() - startedAt) / 1000
}
