import type { JobKey } from '../records.ts'
import { cardsPerPage } from '../records.ts'
import type { SearchQuery } from '../texts/search.ts'
import { isBlankSearch, matchesSearch, parseSearch, searchableText } from '../texts/search.ts'
import type { Store } from '../store/store.ts'

export interface JobSearch {
  find(key: JobKey, query: string): Promise<Uint32Array>
  /** Reads and folds the texts before the first keystroke. */
  prepare(key: JobKey): Promise<void>
  /** Discards the folded texts of a job. Call it when the job's articles have changed. */
  drop(key: JobKey): void
}

interface Latest {
  readonly query: string
  readonly positions: Uint32Array
}

/**
 * Searches the texts of one job. Folding 30 MB takes a few hundred milliseconds and searching it a few, so the folded
 * texts of the latest job are cached. If the editor types on, only the previous matches are searched.
 */
export function createJobSearch(store: Store): JobSearch {
  let kept: { key: JobKey; texts: Promise<readonly string[]>; latest: Latest | undefined } | undefined

  function prepared(key: JobKey) {
    if (kept?.key === key) return kept
    const fresh = { key, texts: readTexts(store, key), latest: undefined }
    fresh.texts.catch(() => {
      if (kept === fresh) kept = undefined
    })
    kept = fresh
    return fresh
  }

  return {
    async prepare(key) {
      await prepared(key).texts
    },
    async find(key, query) {
      const job = prepared(key)
      const texts = await job.texts
      const parsed = parseSearch(query)
      if (isBlankSearch(parsed)) return Uint32Array.from(texts.keys())
      const candidates =
        job.latest && isNarrower(query, job.latest.query) ? job.latest.positions : texts.keys()
      const positions = Uint32Array.from(matching(texts, candidates, parsed))
      job.latest = { query, positions }
      return positions
    },
    drop(key) {
      if (kept?.key === key) kept = undefined
    },
  }
}

/** Small enough not to hold a job's texts in memory twice, large enough that the number of reads doesn't matter. */
const pagesAtOnce = 20

async function readTexts(store: Store, key: JobKey): Promise<readonly string[]> {
  return store.transaction('readonly', ['cards', 'texts'], async ({ cards, texts }) => {
    const folded: string[] = []
    const read = (page: number) =>
      Promise.all([cards.range(key, page, page + pagesAtOnce), texts.range(key, page, page + pagesAtOnce)])
    let reading = read(0)
    for (let page = pagesAtOnce; ; page += pagesAtOnce) {
      const [cardPages, textPages] = await reading
      const isLast = textPages.length < pagesAtOnce
      // The device reads on while these are folded.
      if (!isLast) reading = read(page)
      const about = cardPages.flatMap(({ cards }) => cards)
      for (const text of textPages.flatMap(({ texts }) => texts)) {
        const { title = '', author, source } = about[folded.length % (pagesAtOnce * cardsPerPage)] ?? {}
        folded.push(searchableText({ title, text, author, source }))
      }
      if (isLast) return folded
    }
  })
}

/** True only if plain words were extended: with a quote or a minus, a longer query may match more. */
const isNarrower = (query: string, earlier: string): boolean =>
  query.startsWith(earlier) && !/["“”„«»-]/.test(query)

function* matching(texts: readonly string[], candidates: Iterable<number>, query: SearchQuery) {
  for (const position of candidates) if (matchesSearch(texts[position] ?? '', query)) yield position
}
