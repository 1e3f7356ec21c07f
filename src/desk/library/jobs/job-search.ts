import type { ArticleId } from '../../../contract/ids.ts'
import type { JobKey } from '../records.ts'
import { cardsPerPage } from '../records.ts'
import type { SearchQuery } from '../texts/search.ts'
import { matchesSearch, parseSearch } from '../texts/search.ts'
import { searchableText } from '../texts/searchable-text.ts'
import type { Store } from '../store/store.ts'

export interface JobSearch {
  find(key: JobKey, query: string): Promise<Uint32Array>
  /** Reads and folds the texts before the first keystroke. */
  prepare(key: JobKey): Promise<void>
  /** Discards the folded texts of a job. Call it when the job's articles have changed. */
  drop(key: JobKey): void
}

/** The folded notes by article. Updated in place. */
export type FoldedNotes = ReadonlyMap<ArticleId, string>

interface JobTexts {
  /** The ids of the articles, in the service's order. */
  readonly ids: readonly (ArticleId | undefined)[]
  readonly folded: readonly string[]
}

interface Latest {
  readonly query: string
  readonly positions: Uint32Array
}

/**
 * Searches the texts of one job. Folding 30 MB takes a few hundred milliseconds and searching it a few, so the folded
 * texts of the latest job are cached. If the editor types on, only the previous matches are searched, and those with a
 * note, which may have changed.
 */
export function createJobSearch(store: Store, readNotes: () => Promise<FoldedNotes>): JobSearch {
  let kept: { key: JobKey; texts: Promise<JobTexts>; latest: Latest | undefined } | undefined

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
      await Promise.all([prepared(key).texts, readNotes()])
    },
    async find(key, query) {
      const job = prepared(key)
      const [texts, notes] = await Promise.all([job.texts, readNotes()])
      const parsed = parseSearch(query)
      const earlier =
        job.latest && isNarrower(query, job.latest.query) ? new Set(job.latest.positions) : undefined
      const positions = Uint32Array.from(matching(texts, notes, parsed, earlier))
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

async function readTexts(store: Store, key: JobKey): Promise<JobTexts> {
  return store.transaction('readonly', ['cards', 'texts'], async ({ cards, texts }) => {
    const folded: string[] = []
    const ids: (ArticleId | undefined)[] = []
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
        const { id, title = '', author, source } = about[folded.length % (pagesAtOnce * cardsPerPage)] ?? {}
        ids.push(id)
        folded.push(searchableText({ title, text, author, source }))
      }
      if (isLast) return { ids, folded }
    }
  })
}

/** True only if plain words were extended: with a quote or a minus, a longer query may match more. */
const isNarrower = (query: string, earlier: string): boolean =>
  query.startsWith(earlier) && !/["“”„«»-]/.test(query)

function* matching(
  { ids, folded }: JobTexts,
  notes: FoldedNotes,
  query: SearchQuery,
  earlier: ReadonlySet<number> | undefined,
) {
  for (const [position, text] of folded.entries()) {
    const id = ids[position]
    const note = id === undefined ? undefined : notes.get(id)
    if (note === undefined && earlier?.has(position) === false) continue
    if (matchesSearch(note === undefined ? text : `${text}\0${note}`, query)) yield position
  }
}
