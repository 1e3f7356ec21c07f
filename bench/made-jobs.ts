import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { seededRandom } from './seeded-random.ts'

const words =
  'river bread council winter garden bridge letter market season teacher harbour kitchen morning engine village story water paper window evening summer journey library'.split(
    ' ',
  )

/** The JSON of a finished job with `count` articles of half a KB for each paragraph; deterministic. */
export function madeJob(jobId: number, count: number, paragraphs = 6): Buffer {
  const random = seededRandom(jobId * 7919 + count)
  const articles = Array.from({ length: count }, (_, index) => ({
    id: jobId * 100_000 + index,
    title: `The ${pick(random)} and the ${pick(random)}, ${index}`,
    text: Array.from({ length: paragraphs }, () => paragraph(random)).join('\n\n'),
  }))
  return Buffer.from(JSON.stringify({ id: jobId, state: 'success', category: 'Bench', articles }))
}

/** Writes the articles of such a job into a folder, in the form the service imports. */
export function writeArchive(folder: string, count: number, paragraphs?: number): void {
  const { articles } = JSON.parse(madeJob(1, count, paragraphs).toString()) as {
    articles: { title: string; text: string }[]
  }
  const lines = articles.map(({ title, text }) => JSON.stringify({ title, text }))
  writeFileSync(path.join(folder, 'archive.jsonl'), lines.join('\n'))
}

function paragraph(random: () => number): string {
  const sentence = Array.from({ length: 72 }, () => pick(random)).join(' ')
  return `${sentence.charAt(0).toUpperCase()}${sentence.slice(1)}.`
}

function pick(random: () => number): string {
  return words[Math.floor(random() * words.length)] ?? ''
}
