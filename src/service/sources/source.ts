import { isRequestable } from '../articles/tokenizer.ts'

/** A feed, a sitemap, a page that lists articles, an address with `{keywords}` in it, or a local folder. */
export type SourceKind = 'feed' | 'sitemap' | 'page' | 'search' | 'folder'

/** A source as its owner sees it. */
export interface Source {
  readonly id: number
  readonly kind: SourceKind
  /** Of a folder, its path. */
  readonly address: string
  readonly title: string
  readonly category: string
  readonly addedAt: Date
  readonly pausedAt: Date | null
  /** Empty if the owner paused it. */
  readonly pausedBecause: string
  /** Its address before it moved. */
  readonly movedFrom: string | null
  readonly movedAt: Date | null
  readonly dueAt: Date
  readonly succeededAt: Date | null
  /** When the last new article came. */
  readonly renewedAt: Date | null
  /** Of a folder: it is being imported, or its last import was cut short; null for others. */
  readonly importState: 'running' | 'interrupted' | null
  /** Consecutive errors. */
  readonly errors: number
  readonly error: string
  /**
   * Counts of the last seven days: new articles; articles already known, by address or by text; pages that are not
   * articles, or for a folder, what was refused for the first time.
   */
  readonly added: number
  readonly known: number
  readonly refused: number
  /** Pages still to be fetched. */
  readonly pending: number
  /**
   * The latest pages that were not taken, or for a folder, what its last import refused; newest first, at most
   * {@link maxRefusals}.
   */
  readonly refusals: readonly Refusal[]
}

/** Enough to see what is wrong with a source. */
export const maxRefusals = 5

/** A source without what has to be looked up among its pages. */
export type SourceSummary = Omit<Source, 'pending' | 'refusals'>

export interface Refusal {
  /** Empty if the listing gave none; in a folder, the path of the file. */
  readonly title: string
  /** Null for a feed entry without a page, and in a folder. */
  readonly address: string | null
  /** In words that follow "The page": "is behind a paywall". */
  readonly reason: string
  readonly isTriedAgain: boolean
}

/** @returns the share of last week's articles that were already known; undefined if there were none */
export const shareKnown = ({ added, known }: SourceSummary): number | undefined =>
  added + known > 0 ? known / (added + known) : undefined

const dayMs = 86_400_000
const silentForDays = 30
const movedForDays = 30

/**
 * @returns a problem that the owner should know of, in words that follow the source's name ("asks for a login (401)")
 */
export function problemOf(source: SourceSummary, now: Date): string | undefined {
  const daysSince = (date: Date): number => Math.floor((now.getTime() - date.getTime()) / dayMs)
  if (source.pausedAt) return source.pausedBecause || undefined
  if (source.importState === 'interrupted')
    return 'was not imported to the end, since the service stopped; refresh it to read the rest'
  if (source.errors > 0) return source.error
  if (source.movedAt && daysSince(source.movedAt) < movedForDays) return `moved here from ${source.movedFrom}`
  // Sources are not added with such a category any more.
  if (!isRequestable(source.category))
    return 'has a category too long for a job to ask for; change it to a shorter one'
  if (source.kind === 'folder' || source.kind === 'search') return undefined
  if (source.added + source.known === 0 && source.refused >= minRefused)
    return `brought ${source.refused} pages in the last week, none of which is an article`
  const silentDays = daysSince(source.renewedAt ?? source.addedAt)
  return silentDays >= silentForDays ? `no new article for ${silentDays} days` : undefined
}

const minRefused = 5
