import { use } from 'react'
import { Link, useLocation, useParams } from 'react-router-dom'
import { useDuplicate, useEntry } from '../../worker-client/worker-context.tsx'
import { jobNumber } from '../../library/jobs/job-title.ts'
import { shownTitle, type Card, type JobKey } from '../../library/records.ts'
import type { DuplicateNote, LibraryEntry } from '../../library/view/view.ts'
import { paths } from '../../paths.ts'
import { pluralize, figure, percent } from '../../ui/number-words.ts'
import styles from './article-chips.module.css'
import { qualityWords, ShortWordsContext } from './quality-words.ts'

/**
 * On a card: what the library knows about the article beyond the job; in the library, also the jobs it came in. Aligned
 * to the start of the space beside the facts: chips that load later go after the others and move nothing.
 */
export function ArticleChips({ card }: { card: Card }) {
  const entry = useEntry(card.id)
  const duplicate = useDuplicate(card.id)
  const { jobId } = useParams()
  const { search } = useLocation()
  const { versionCount = 1 } = entry ?? {}
  const quality = entry ? qualityHere(entry, jobId) : []
  const notes: readonly Note[] = [
    ...useShort(card, entry),
    ...(entry && jobId === undefined ? [jobsOf(entry)] : []),
    ...(versionCount > 1 ? [{ words: pluralize(versionCount, 'version') }] : []),
    ...quality.map((name) => ({ words: qualityWords[name] })),
    ...(duplicate ? [{ words: duplicateWords(duplicate), to: pathOf(duplicate, search, jobId) }] : []),
  ]
  const all = notes.map(({ words }) => words).join(', ')
  return (
    <span className={styles.chips} title={all || undefined}>
      {notes.map(({ words, tone, to }) =>
        to === undefined ? (
          <span key={words} className={styles.chip} data-tone={tone}>
            {words}
          </span>
        ) : (
          <Link key={words} to={to} preventScrollReset className={styles.chip}>
            <bdi>{words}</bdi>
          </Link>
        ),
      )}
    </span>
  )
}

interface Note {
  readonly words: string
  readonly tone?: 'plain'
  /** Address of the other article. */
  readonly to?: string
}

/**
 * What is unusual about the text that is shown: the one of the current job, or the newest. Not its length: the library
 * does not decide how short is short.
 */
export const qualityHere = (
  { quality, qualityIn }: LibraryEntry,
  here: JobKey | undefined,
): LibraryEntry['quality'] =>
  ((here !== undefined && qualityIn?.[here]) || quality).filter((name) => name !== 'short')

/** Stays in the current list, with its search and filters, unless that is of a job without the other article. */
function pathOf({ id, jobs }: DuplicateNote, search: string, here: JobKey | undefined): string {
  if (here === undefined) return paths.libraryArticle(id) + search
  return jobs.includes(here) ? paths.article(here, id) + search : paths.libraryArticle(id)
}

/** If most articles of a job are short, none of them is marked as such. */
function useShort({ wordCount }: Card, entry: LibraryEntry | undefined): Note[] {
  const shortWords = use(ShortWordsContext)
  if (!entry || wordCount >= shortWords) return []
  return (entry.usualWordCount ?? shortWords) < shortWords ? [] : [{ words: 'Short' }]
}

export function jobsOf({ jobs }: Pick<LibraryEntry, 'jobs'>): Note {
  const [newest = '', next] = jobs.slice(0, 2).map(jobNumber)
  if (next === undefined) return { words: `Job ${newest}`, tone: 'plain' }
  const more = jobs.length > 2 ? ` and ${figure(jobs.length - 2)} more` : ''
  return { words: `Jobs ${newest}, ${next}${more}`, tone: 'plain' }
}

/** "98% in “The river wakes”": compares the texts, whatever their titles. */
export const duplicateWords = ({ share, title }: DuplicateNote): string =>
  `${percent(share)} in “${shownTitle(title)}”`
