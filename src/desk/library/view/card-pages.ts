import type { Changes } from '../changes.ts'
import type { Card } from '../records.ts'
import { cardsPerPage } from '../records.ts'
import type { Store } from '../store/store.ts'
import type { Occurrence } from './catalogue.ts'
import { createLruCache } from './lru-cache.ts'

/** Reads cards by page, and keeps the pages read last. */
export interface CardPages {
  cards(occurrences: readonly Occurrence[]): Promise<ReadonlyMap<Occurrence, Card>>
}

/** Enough pages, of a hundred cards each, for a list sorted by title, which is spread over the whole library. */
const maxPages = 200

export function createCardPages(store: Store, changes: Changes): CardPages {
  const kept = createLruCache<readonly Card[]>(maxPages)
  changes.subscribe(({ articles = [] }) => {
    if (articles.length > 0) kept.clear()
  })

  async function read(missing: ReadonlyMap<string, Occurrence>): Promise<Map<string, readonly Card[]>> {
    if (missing.size === 0) return new Map()
    return store.transaction('readonly', ['cards'], async ({ cards }) => {
      const reading = Array.from(missing, async ([name, { result, position }]) => {
        const page = await cards.get(result.jobKey, Math.floor(position / cardsPerPage))
        return [name, page?.cards ?? []] as const
      })
      return new Map(await Promise.all(reading))
    })
  }

  return {
    async cards(occurrences) {
      const wanted = new Map(occurrences.map((occurrence) => [pageName(occurrence), occurrence]))
      const pages = new Map<string, readonly Card[]>()
      for (const name of wanted.keys()) {
        const known = kept.get(name)
        if (known) pages.set(name, known)
      }
      const fresh = await read(new Map([...wanted].filter(([name]) => !pages.has(name))))
      for (const [name, page] of fresh) {
        pages.set(name, page)
        kept.set(name, page)
      }
      const found = new Map<Occurrence, Card>()
      for (const occurrence of occurrences) {
        const card = pages.get(pageName(occurrence))?.[occurrence.position % cardsPerPage]
        if (card) found.set(occurrence, card)
      }
      return found
    },
  }
}

/** Includes the revision, so that a page replaced while it was read is not mistaken for the new one. */
const pageName = ({ result, position }: Occurrence): string =>
  `${result.jobKey} ${result.revision} ${Math.floor(position / cardsPerPage)}`
