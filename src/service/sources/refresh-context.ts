import type { Query } from '../database/database.ts'
import type { Extractor } from '../extraction/extractor.ts'
import type { Fetcher } from '../fetching/fetcher.ts'
import type { DayCounts } from './day-counts.ts'
import type { ListingReader } from './listings/listing-reader.ts'
import type { SaveInTurn } from './saving.ts'
import type { LeasedSource } from './source-lease.ts'

/** What sources are fetched and read with. */
export interface SourceTools {
  readonly fetcher: Fetcher
  readonly extractor: Extractor
  readonly reader: ListingReader
}

/** A refresh of a source, from its listing to the last page. */
export interface RefreshContext extends SourceTools {
  /** Each statement is repeated if others held it up. */
  readonly database: Query
  readonly saveInTurn: SaveInTurn
  readonly now: () => Date
  readonly source: LeasedSource
  /** Fetches the listing even if it isn't due, unless its server asked us to wait. */
  readonly isAsked: boolean
  /** For a search: the keywords, which are not sent again if they were just sent for another job. */
  readonly words?: string | undefined
  /** No page is started after this time; milliseconds since the epoch. */
  readonly endAt: number
  /** Aborted when the service stops or the lease is lost: later results are discarded. */
  readonly signal: AbortSignal
  /** The results so far. */
  readonly counts: Record<keyof DayCounts, number>
  /** Filled with the addresses whose lease could not be released because the database was out of reach. */
  readonly unreleased: string[]
}
