import type { ArticleId } from '../../../contract/ids.ts'
import type { Changes, LibraryChange } from '../changes.ts'
import { answersOf, jobOfAnswer } from '../jobs/earlier-answers.ts'
import type { Card, JobKey, JobRecord, Mark } from '../records.ts'
import type { Store } from '../store/store.ts'
import { newestFirst, present } from '../jobs/stored-jobs.ts'

/** Where an article came. */
export interface Occurrence {
  /** With "~1" and so on where a job that was saved again had brought another text before. */
  readonly jobKey: JobKey
  /** The job of that key, as the editor knows it. */
  readonly job: JobRecord
  readonly card: Card
}

/** An article of the library, once, whatever the jobs it came in. */
export interface CatalogueEntry {
  readonly id: ArticleId
  /** The newest first: it is what is shown. */
  readonly occurrences: readonly [Occurrence, ...Occurrence[]]
}

/** The library as it is now. */
export interface Catalogue {
  /** Without those removed, newest first. */
  readonly jobs: ReadonlyMap<JobKey, JobRecord>
  /** In the order of their newest occurrence: newest job first, within it as the service gave them. */
  readonly entries: ReadonlyMap<ArticleId, CatalogueEntry>
  /** Goes on being kept up to date, in place. */
  readonly marks: ReadonlyMap<ArticleId, Mark>
}

export interface CatalogueKeeper {
  /** Read on the first call; kept up to date from then on. Its `entries` are the same object while no article came or went. */
  current(): Promise<Catalogue>
}

/**
 * Keeps every card and mark of the library in memory, in the worker: about half a kilobyte an article. Filters, facets,
 * rates and the ledger are questions to it, answered without reading the device.
 */
export function createCatalogue(store: Store, changes: Changes): CatalogueKeeper {
  const cards = new Map<JobKey, readonly Card[]>()
  const marks = new Map<ArticleId, Mark>()
  let areJobsStale = true
  let areMarksStale = true
  /** Changes since reading began: they are newer than what is read. */
  let sinceRead: LibraryChange[] = []
  let latest: Promise<Catalogue> | undefined

  function follow({ jobs, articles = [], marks: marked }: LibraryChange): void {
    for (const key of articles) for (const kept of cards.keys()) if (isOf(kept, key)) cards.delete(kept)
    if (jobs.length > 0 || articles.length > 0) areJobsStale = true
    if (marked === 'many') areMarksStale = true
    else
      for (const [id, mark] of marked ?? []) {
        if (mark) marks.set(id, mark)
        else marks.delete(id)
      }
  }

  changes.subscribe((change) => {
    sinceRead.push(change)
    follow(change)
  })

  async function read(before: Catalogue | undefined): Promise<Catalogue> {
    const [withJobs, withMarks] = [areJobsStale || !before, areMarksStale]
    areJobsStale = areMarksStale = false
    sinceRead = []
    try {
      const { records, fresh } = await store.transaction('readonly', ['jobs', 'cards'], async (tables) => {
        const records = withJobs ? await tables.jobs.all() : []
        const fresh = new Map<JobKey, readonly Card[]>()
        for (const key of records
          .filter(hasArticles)
          .flatMap(answersOf)
          .filter((key) => !cards.has(key))) {
          const pages = await tables.cards.range(key, 0, allPages)
          fresh.set(
            key,
            pages.flatMap((page) => page.cards),
          )
        }
        return { records, fresh }
      })
      // Apart from the cards, which take longer: a decision must not wait for them.
      const buckets = withMarks
        ? await store.transaction('readonly', ['marks'], ({ marks }) => marks.all())
        : []
      for (const [key, list] of fresh) cards.set(key, list)
      if (withMarks) {
        marks.clear()
        for (const bucket of buckets) for (const [id, mark] of bucket.marks) marks.set(id, mark)
      }
      for (const change of sinceRead) follow(change)
      if (before && !withJobs) return before
      const jobs = newestFirst(present(records))
      const sources = jobs.filter(hasArticles)
      const entries =
        before && fresh.size === 0 && isSame(sources, [...before.jobs.values()].filter(hasArticles))
          ? before.entries
          : entriesOf(sources, cards)
      return { jobs: new Map(jobs.map((job) => [job.key, job])), entries, marks }
    } catch (error) {
      areJobsStale ||= withJobs
      areMarksStale ||= withMarks
      throw error
    }
  }

  return {
    current() {
      if (latest && !areJobsStale && !areMarksStale) return latest
      const next = (latest ?? Promise.resolve(undefined)).catch(() => undefined).then(read)
      latest = next
      return next
    },
  }
}

/** When the articles of a job came. Milliseconds since the epoch. */
export const collectedAt = ({ readyAt, startedAt }: JobRecord): number => readyAt ?? startedAt

const isOf = (kept: JobKey, key: JobKey): boolean => jobOfAnswer(kept) === key

const hasArticles = ({ phase }: JobRecord): boolean => phase === 'ready'

/** A check of some job is noted every second or so, which must not cost a pass over a hundred thousand articles. */
const isSame = (jobs: readonly JobRecord[], others: readonly JobRecord[]): boolean =>
  jobs.length === others.length &&
  jobs.every((job, index) => {
    const other = others[index]
    return (
      job.key === other?.key &&
      !job.request === !other.request &&
      saidOf.every((field) => job[field] === other[field])
    )
  })

/** What is said of an article by the job it came in. A request is never changed, but may become known later. */
const saidOf = ['earlierAnswers', 'readyAt', 'category', 'chain', 'articleCount'] as const

const allPages = 1_000_000

function entriesOf(
  jobs: readonly JobRecord[],
  cards: ReadonlyMap<JobKey, readonly Card[]>,
): Map<ArticleId, CatalogueEntry> {
  const entries = new Map<ArticleId, { id: ArticleId; occurrences: [Occurrence, ...Occurrence[]] }>()
  for (const job of jobs) {
    for (const jobKey of answersOf(job)) {
      for (const card of cards.get(jobKey) ?? []) {
        const entry = entries.get(card.id)
        if (entry) entry.occurrences.push({ jobKey, job, card })
        else entries.set(card.id, { id: card.id, occurrences: [{ jobKey, job, card }] })
      }
    }
  }
  return entries
}
