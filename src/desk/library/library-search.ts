import type { ArticleId } from '../../contract/ids.ts'
import { createBackground } from './background.ts'
import type { CatalogueKeeper, Occurrence } from './catalogue.ts'
import type { Changes } from './changes.ts'
import { jobOfAnswer } from './earlier-answers.ts'
import type { JobKey } from './records.ts'
import { cardsPerPage } from './records.ts'
import type { Store } from './store.ts'
import { createTextIndex, type IndexedText } from './text-index/text-index.ts'

/** Searches the newest text of every article of the library. */
export interface LibrarySearch {
  /** The articles found so far, most relevant first. */
  search(query: string): readonly ArticleId[]
  /** How many articles can be found; all of them once the index is ready. */
  readonly indexedCount: number
  /** Begins to read the texts, and from then on follows what comes and goes. */
  wake(): void
  stop(): void
}

/** The screen that wants it is drawn first. */
const delayMs = 150

export function createLibrarySearch({
  store,
  changes,
  catalogue,
}: {
  store: Store
  changes: Changes
  catalogue: CatalogueKeeper
}): LibrarySearch {
  const index = createTextIndex()
  const docs = new Map<ArticleId, number>()
  const ids: ArticleId[] = []
  /** Under which answer each document was read: a newer one takes its place. */
  const readAs = new Map<number, JobKey>()
  let isWanted = false

  const docOf = (id: ArticleId): number => {
    let doc = docs.get(id)
    if (doc === undefined) {
      doc = ids.push(id) - 1
      docs.set(id, doc)
    }
    return doc
  }

  async function readAll(pause: () => Promise<boolean>): Promise<void> {
    const { entries } = await catalogue.current()
    const gone = [...readAs.keys()].filter((doc) => !entries.has(ids[doc]!))
    index.remove(gone)
    for (const doc of gone) readAs.delete(doc)
    const unread = [...entries.values()]
      .map(({ occurrences }) => occurrences[0])
      .filter(({ jobKey, card }) => readAs.get(docOf(card.id)) !== jobKey)
    for (const [jobKey, page, occurrences] of byPage(unread)) {
      await readPage(jobKey, page, occurrences)
      if (!(await pause())) return
    }
    while (index.tidy()) if (!(await pause())) return
  }

  async function readPage(jobKey: JobKey, page: number, occurrences: readonly Occurrence[]): Promise<void> {
    const texts = await store.transact(
      'read',
      async (tables) => (await tables.texts.get(jobKey, page))?.texts,
    )
    if (!texts) return
    index.add(occurrences.map((occurrence) => indexed(docOf(occurrence.card.id), occurrence, texts)))
    for (const { card } of occurrences) readAs.set(docOf(card.id), jobKey)
  }

  const background = createBackground(readAll, { delayMs })
  changes.subscribe(({ articles = [], jobs }) => {
    const changed = new Set(articles)
    for (const [doc, jobKey] of readAs) if (changed.has(jobOfAnswer(jobKey))) readAs.set(doc, '')
    // A job that was removed, or brought back, is told as a change of the job alone.
    if (isWanted && (articles.length > 0 || jobs.length > 0)) background.wake()
  })

  return {
    search: (query) => Array.from(index.search(query).docs, (doc) => ids[doc]!),
    get indexedCount() {
      return readAs.size
    },
    wake() {
      if (isWanted) return
      isWanted = true
      background.wake()
    },
    stop: () => background.stop(),
  }
}

function indexed(doc: number, { job, card }: Occurrence, texts: readonly string[]): IndexedText {
  return {
    doc,
    title: card.title,
    text: texts[card.position % cardsPerPage] ?? '',
    // Within a job the service's first is the newest; a job has never so many that this reaches the job before.
    recency: (job.readyAt ?? job.startedAt) - card.position / 1_000,
  }
}

/** So that each record of a hundred texts is read once. */
function* byPage(
  occurrences: readonly Occurrence[],
): Generator<[jobKey: JobKey, page: number, occurrences: Occurrence[]]> {
  const pages = new Map<string, [JobKey, number, Occurrence[]]>()
  for (const occurrence of occurrences) {
    const page = Math.floor(occurrence.card.position / cardsPerPage)
    const name = `${occurrence.jobKey} ${page}`
    const known = pages.get(name)
    if (known) known[2].push(occurrence)
    else pages.set(name, [occurrence.jobKey, page, [occurrence]])
  }
  yield* pages.values()
}
