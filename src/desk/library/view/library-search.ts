import type { ArticleId } from '../../../contract/ids.ts'
import { type CatalogueKeeper, collectedAt, type Occurrence } from './catalogue.ts'
import type { Changes } from '../changes.ts'
import { type Doc, type NewestFollower, followNewest } from './newest-follower.ts'
import { cardsPerPage } from '../records.ts'
import type { Store } from '../store/store.ts'
import { createTextIndex, type IndexedText } from '../texts/text-index/text-index.ts'

/** Searches the newest text of every article, as far as they have been read. */
export interface LibrarySearch extends Pick<NewestFollower, 'doneOf' | 'wake' | 'stop'> {
  /** The most relevant first. */
  search(query: string): readonly ArticleId[]
}

/** Texts between two announcements, so that a search that is on the screen grows while the rest is read. */
const announcedEvery = 2_000

export function createLibrarySearch(parts: {
  store: Store
  changes: Changes
  catalogue: CatalogueKeeper
}): LibrarySearch {
  const index = createTextIndex()
  let unannounced = 0

  function announce(): void {
    unannounced = 0
    parts.changes.announce({ jobs: [], analysed: [] })
  }

  const follower = followNewest(parts, {
    async take({ jobKey, page, articles }) {
      const record = await parts.store.transaction('readonly', ['texts'], ({ texts }) =>
        texts.get(jobKey, page),
      )
      if (!record) return false
      index.add(articles.map(([doc, occurrence]) => indexed(doc, occurrence, record.texts)))
      unannounced += articles.length
      if (unannounced >= announcedEvery) announce()
      return true
    },
    drop: (docs) => index.remove(docs),
    async rest(pause) {
      if (unannounced > 0) announce()
      while (index.compact()) if (!(await pause())) return
    },
  })

  return {
    search: (query) => Array.from(index.search(query).docs, (doc) => follower.idOf(doc)),
    doneOf: (catalogue) => follower.doneOf(catalogue),
    wake: () => follower.wake(),
    stop: () => follower.stop(),
  }
}

function indexed(doc: Doc, { job, card }: Occurrence, texts: readonly string[]): IndexedText {
  return {
    doc,
    title: card.title,
    text: texts[card.position % cardsPerPage] ?? '',
    // Within a job the service's first is the newest; a job has never so many that this reaches the job before.
    recency: collectedAt(job) - card.position / 1_000,
  }
}
