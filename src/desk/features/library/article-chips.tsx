import { useParams } from 'react-router-dom'
import { useEntry } from '../../intake/intake-context.tsx'
import type { Card, JobKey } from '../../library/records.ts'
import type { DuplicateNote, LibraryEntry } from '../../library/view/view.ts'
import { counted, figure } from '../../ui/counted.ts'
import styles from './article-chips.module.css'
import { qualityWords } from './quality-words.ts'

/** On the card of a job: what the library knows of the article beyond that job. */
export function ArticleChips({ card }: { card: Card }) {
  const entry = useEntry(card.id)
  const { jobId } = useParams()
  return entry ? <Chips notes={notesOf(entry, jobId)} /> : null
}

/** On the card of the library: the same, and the jobs it came in. */
export function LibraryChips({ card }: { card: Card }) {
  const entry = useEntry(card.id)
  return entry ? <Chips notes={[...notesOf(entry), jobsOf(entry)]} /> : null
}

interface Note {
  readonly words: string
  readonly tone?: 'plain'
}

function Chips({ notes }: { notes: readonly Note[] }) {
  if (notes.length === 0) return null
  return (
    <span className={styles.chips} title={notes.map(({ words }) => words).join(', ')}>
      {notes.map(({ words, tone }) => (
        <span key={words} className={styles.chip} data-tone={tone}>
          {words}
        </span>
      ))}
    </span>
  )
}

/** What may decide on the article first. */
function notesOf({ duplicate, versionCount, quality }: LibraryEntry, jobKey?: JobKey): Note[] {
  return [
    ...(duplicate ? [{ words: duplicateWords(duplicate, jobKey) }] : []),
    ...(versionCount > 1 ? [{ words: counted(versionCount, 'version') }] : []),
    ...quality.map((name) => ({ words: qualityWords[name] })),
  ]
}

function jobsOf({ jobs }: LibraryEntry): Note {
  const [newest = '', next] = jobs
  if (next === undefined) return { words: `Job ${newest}`, tone: 'plain' }
  const more = jobs.length > 2 ? ` and ${figure(jobs.length - 2)} more` : ''
  return { words: `Jobs ${newest}, ${next}${more}`, tone: 'plain' }
}

/**
 * "92 % same as 118 in job 4".
 *
 * @param here the job that is looked at: it is named where the other article came in it too
 */
export function duplicateWords({ similarity, id, jobs }: DuplicateNote, here?: JobKey): string {
  const job = jobs.find((key) => key === here) ?? jobs[0] ?? ''
  return `${percent(similarity)} same as ${id} in job ${job}`
}

/** Never said to be all the same where a word is another. */
export const percent = (similarity: number): string =>
  `${similarity === 1 ? 100 : Math.min(99, Math.round(similarity * 100))} %`
