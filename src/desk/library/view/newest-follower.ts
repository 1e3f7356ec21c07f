import type { ArticleId } from '../../../contract/ids.ts'
import { createBackground } from './background.ts'
import type { Catalogue, CatalogueKeeper, Occurrence } from './catalogue.ts'
import type { Changes } from '../changes.ts'
import { jobOfAnswer } from '../jobs/earlier-answers.ts'
import type { JobKey } from '../records.ts'
import { cardsPerPage } from '../records.ts'

/** An article by a small whole number, the same as long as the worker lives. */
export type Doc = number

export interface FollowedPage {
  readonly jobKey: JobKey
  readonly page: number
  /** Articles of which this is the newest text, all on the same page of the same answer. */
  readonly articles: readonly (readonly [doc: Doc, occurrence: Occurrence])[]
}

export interface NewestFollower {
  idOf(doc: Doc): ArticleId
  docOf(id: ArticleId): Doc | undefined
  /** How many of the library's articles were taken in. */
  doneOf(catalogue: Catalogue): number
  /** Begins, and from then on follows what comes and goes. */
  wake(): void
  stop(): void
}

/** What is made of the newest text of every article, by whoever follows them. */
export interface NewestTaker {
  /** @returns false where it can't yet: it is asked again with the next change */
  take(page: FollowedPage): Promise<boolean>
  drop(docs: readonly Doc[]): void
  /** Once nothing is left to take in, or for now. */
  rest?(pause: () => Promise<boolean>): Promise<void>
}

/** The screen that wants it is drawn first. */
const delayMs = 150

/** Leads a taker through the newest text of every article of the library, a page at a time in the background. */
export function followNewest(
  { changes, catalogue }: { changes: Changes; catalogue: CatalogueKeeper },
  taker: NewestTaker,
): NewestFollower {
  const ids: ArticleId[] = []
  const docs = new Map<ArticleId, Doc>()
  /** From which answer each was taken: a newer one takes its place. */
  const takenFrom = new Map<Doc, JobKey>()
  /** Without anything left to take in: what is asked with every keystroke is not counted then. */
  let settledFor: Catalogue['entries'] | undefined
  let isWanted = false

  const numbered = (id: ArticleId): Doc => {
    let doc = docs.get(id)
    if (doc === undefined) {
      doc = ids.push(id) - 1
      docs.set(id, doc)
    }
    return doc
  }

  function dropGone({ entries }: Catalogue): void {
    const gone = [...takenFrom.keys()].filter((doc) => !entries.has(ids[doc]!))
    if (gone.length > 0) taker.drop(gone)
    for (const doc of gone) takenFrom.delete(doc)
  }

  function missingIn({ entries }: Catalogue): (readonly [doc: Doc, occurrence: Occurrence])[] {
    return [...entries.values()]
      .map(({ id, occurrences: [newest] }) => [numbered(id), newest] as const)
      .filter(([doc, { jobKey }]) => takenFrom.get(doc) !== jobKey)
  }

  async function goOver(pause: () => Promise<boolean>): Promise<void> {
    const known = await catalogue.current()
    dropGone(known)
    for (const page of pagesOf(missingIn(known))) {
      if (await taker.take(page)) for (const [doc] of page.articles) takenFrom.set(doc, page.jobKey)
      if (!(await pause())) return
    }
    if (missingIn(known).length === 0) settledFor = known.entries
    await taker.rest?.(pause)
  }

  const background = createBackground(goOver, { delayMs })
  changes.subscribe(({ jobs, articles = [], analysed = [] }) => {
    const changed = new Set(articles)
    for (const [doc, jobKey] of takenFrom) if (changed.has(jobOfAnswer(jobKey))) takenFrom.set(doc, '')
    // A job that was removed, or brought back, is told as a change of the job alone.
    if (isWanted && jobs.length + articles.length + analysed.length > 0) background.wake()
  })

  return {
    idOf: (doc) => ids[doc]!,
    docOf: (id) => docs.get(id),
    doneOf: (catalogue) =>
      catalogue.entries.size - (catalogue.entries === settledFor ? 0 : missingIn(catalogue).length),
    wake() {
      if (isWanted) return
      isWanted = true
      background.wake()
    },
    stop: () => background.stop(),
  }
}

/** So that each record of a hundred is read once. */
function pagesOf(articles: readonly (readonly [doc: Doc, occurrence: Occurrence])[]): Iterable<FollowedPage> {
  const pages = new Map<string, { jobKey: JobKey; page: number; articles: [Doc, Occurrence][] }>()
  for (const [doc, occurrence] of articles) {
    const { jobKey, card } = occurrence
    const page = Math.floor(card.position / cardsPerPage)
    const name = `${jobKey} ${page}`
    const known = pages.get(name)
    if (known) known.articles.push([doc, occurrence])
    else pages.set(name, { jobKey, page, articles: [[doc, occurrence]] })
  }
  return pages.values()
}
