import type { ArticleId } from '../../../contract/ids.ts'
import type { CatalogueKeeper } from './catalogue.ts'
import type { Changes } from '../changes.ts'
import { createNearDuplicates } from '../texts/duplicates/near-duplicates.ts'
import { type Doc, type NewestFollower, followNewest } from './newest-follower.ts'
import { cardsPerPage } from '../records.ts'
import type { Store } from '../store/store.ts'
import type { DuplicateNote, NearDuplicate } from './view.ts'

/** Which articles say nearly the same, by their newest texts, as far as these have been read. */
export interface LibraryDuplicates extends Pick<NewestFollower, 'doneOf' | 'wake' | 'stop'> {
  /** Counts up whenever more is known. */
  readonly version: number
  isDuplicated(id: ArticleId): boolean
  /** The same number for all that say nearly the same. */
  groupOf(id: ArticleId): number | undefined
  /** The nearest, with its true figure: may read two texts. */
  noteOf(id: ArticleId): Promise<DuplicateNote | undefined>
  /** The others of its group, nearest first. */
  othersOf(id: ArticleId): Promise<NearDuplicate[]>
}

/** Articles between two announcements: each makes the screens count again. */
const announcedEvery = 4_000

export function createLibraryDuplicates(parts: {
  store: Store
  changes: Changes
  catalogue: CatalogueKeeper
}): LibraryDuplicates {
  const { store, changes, catalogue } = parts
  let version = 0
  let unannounced = 0

  async function readText(doc: Doc): Promise<string | undefined> {
    const newest = (await catalogue.current()).entries.get(follower.idOf(doc))?.occurrences[0]
    if (!newest) return undefined
    const { position } = newest.card
    const page = Math.floor(position / cardsPerPage)
    const record = await store.transaction('readonly', ['texts'], ({ texts }) =>
      texts.get(newest.jobKey, page),
    )
    return record?.texts[position % cardsPerPage]
  }

  function announce(): void {
    unannounced = 0
    changes.announce({ jobs: [], analysed: [] })
  }

  const near = createNearDuplicates(readText)
  const follower: NewestFollower = followNewest(parts, {
    async take({ jobKey, page, articles }) {
      const record = await store.transaction('readonly', ['analyses'], ({ analyses }) =>
        analyses.get(jobKey, page),
      )
      if (!record) return false
      for (const [doc, { card }] of articles) {
        const analysis = record.analyses[card.position % cardsPerPage]
        if (analysis) await near.add(doc, analysis.sketch)
      }
      version += 1
      unannounced += articles.length
      if (unannounced >= announcedEvery) announce()
      return true
    },
    drop(docs) {
      for (const doc of docs) near.remove(doc)
      version += 1
    },
    rest() {
      if (unannounced > 0) announce()
      return Promise.resolve()
    },
  })

  return {
    get version() {
      return version
    },
    doneOf: (catalogue) => follower.doneOf(catalogue),
    wake: () => follower.wake(),
    stop: () => follower.stop(),
    isDuplicated: (id) => linksOf(id).length > 0,

    groupOf(id) {
      const doc = follower.docOf(id)
      return doc === undefined ? undefined : near.groupOf(doc)[0]
    },

    async noteOf(id) {
      const doc = follower.docOf(id)
      const nearest = doc === undefined ? undefined : await near.nearest(doc)
      if (doc === undefined || !nearest) return undefined
      const other = follower.idOf(nearest.doc)
      const occurrences = (await catalogue.current()).entries.get(other)?.occurrences
      if (!occurrences) return undefined
      const jobs = [...new Set(occurrences.map(({ job }) => job.key))]
      return { id: other, jobs, similarity: nearest.similarity, groupSize: near.groupOf(doc).length }
    },

    async othersOf(id) {
      const doc = follower.docOf(id)
      if (doc === undefined) return []
      await near.nearest(doc)
      const similarities = new Map(near.linksOf(doc).map((link) => [link.doc, link.similarity]))
      const { entries } = await catalogue.current()
      return near
        .groupOf(doc)
        .filter((other) => other !== doc && entries.has(follower.idOf(other)))
        .map((other) => ({ id: follower.idOf(other), similarity: similarities.get(other) }))
        .sort((a, b) => (b.similarity ?? 0) - (a.similarity ?? 0))
    },
  }

  function linksOf(id: ArticleId) {
    const doc = follower.docOf(id)
    return doc === undefined ? [] : near.linksOf(doc)
  }
}
