import type { ArticleId, IdList, IdSet } from '../../../contract/ids.ts'
import { countIds, createIdSet, packIds, subtractIds, uniteIds } from '../../../contract/ids.ts'
import { type Catalogue, type CatalogueEntry, occurrenceTitle } from '../view/catalogue.ts'
import type { LedgerReason, Annotation } from '../records.ts'
import { isRetiredId } from '../jobs/retired-id.ts'
import { fold } from '../../../text/fold.ts'
import type { ledgerLists } from './stored-lists.ts'
import type { LedgerPage, LedgerQuery, LedgerRow } from './ledger-page.ts'

export const ledgerPageSize = 50

/** @returns the last page of so many ids, counted from 0 */
export const lastLedgerPage = (matchCount: number): number =>
  Math.max(0, Math.ceil(matchCount / ledgerPageSize) - 1)

export interface Ledger {
  /** @param listed the ids of the query's list */
  page(query: LedgerQuery, listed?: IdList): LedgerPage
  /** The ids with any of these reasons (or any reason at all), except un-skipped ones. */
  skipped(reasons?: readonly LedgerReason[]): IdList
  /** Those of the ids that a search finds. */
  matching(ids: IdList, query: string): IdList
  readonly released: IdList
  /** All ids with any reason, including un-skipped ones. */
  readonly all: IdList
}

/**
 * Derives the ledger from the library. The order is: articles, newest first, then ids of jobs that are gone, then ids
 * typed in, then ids from files.
 *
 * @param lists see {@link ledgerLists}
 */
export function createLedger(
  { entries, annotations }: Catalogue,
  lists: Readonly<Record<(typeof ledgerLists)[number], IdList>>,
): Ledger {
  const known = knownIds(entries, annotations, createIdSet(lists.forgotten))
  const knownPacked = packIds(known.received)
  const { imported, 'by-hand': byHand, released } = lists
  const removedOnly = subtractIds(lists.removed, knownPacked)
  const received = uniteIds([knownPacked, removedOnly])
  const byHandOnly = subtractIds(byHand, received)
  const importedOnly = subtractIds(subtractIds(imported, received), byHand)
  const all = uniteIds([received, byHandOnly, importedOnly])
  const skipped = subtractIds(all, released)
  const sets = {
    imported: createIdSet(imported),
    byHand: createIdSet(byHand),
    released: createIdSet(released),
    received: createIdSet(received),
  }

  const counts = {
    received: countIds(received),
    kept: known.kept.length,
    rejected: known.rejected.length,
    duplicate: known.duplicate.length,
    exported: known.exported.length,
    imported: countIds(imported),
    'by-hand': countIds(byHand),
    released: countIds(released),
  }

  const segments = (reason: LedgerQuery['reason']): (readonly ArticleId[] | IdList)[] => {
    if (reason === undefined) return [known.received, removedOnly, byHandOnly, importedOnly]
    if (reason === 'received') return [known.received, removedOnly]
    return [reason === 'released' ? released : isListed(reason) ? lists[reason] : known[reason]]
  }

  return {
    released,
    all,
    skipped: (reasons) =>
      reasons === undefined
        ? skipped
        : subtractIds(
            uniteIds(
              reasons
                .flatMap((reason) => segments(reason))
                .map((segment) => (isPacked(segment) ? segment : packIds(segment))),
            ),
            released,
          ),
    matching: (ids, query) => matchingIds(ids, fold(query.trim()), entries),
    page({ reason, query = '', page = 0 }, listed) {
      const wanted = fold(query.trim())
      // Without a reason, packed ids are not in the library, so there is no need to look up a million titles.
      const titled = reason === undefined && !listed ? noEntries : entries
      const found = (listed ? [listed] : segments(reason)).map((segment) => {
        if (wanted === '') return segment
        return isPacked(segment)
          ? matchingIds(segment, wanted, titled)
          : segment.filter((id) => matches(id, wanted, entries))
      })
      const matchCount = found.reduce((sum, segment) => sum + sizeOf(segment), 0)
      const from = Math.min(page, lastLedgerPage(matchCount)) * ledgerPageSize
      return {
        counts,
        total: countIds(all),
        skippedCount: countIds(skipped),
        matchCount,
        rows: slice(found, from, from + ledgerPageSize).map((id) =>
          rowOf(id, { entry: entries.get(id), annotation: annotations.get(id), sets }),
        ),
      }
    },
  }
}

const noEntries: Catalogue['entries'] = new Map()

/**
 * The ids of a list that match, in order. A million take a tenth of a second, so call it only in the worker.
 *
 * @param query folded: the start of an id, or part of its article's title
 */
function matchingIds(ids: IdList, query: string, entries: Catalogue['entries']): IdList {
  const numbers = new Float64Array(ids.numbers.length)
  const isDigits = /^-?\d+$/.test(query)
  let count = 0
  for (const id of ids.numbers) {
    if ((isDigits && String(id).startsWith(query)) || matchesTitle(id, query, entries)) numbers[count++] = id
  }
  return {
    numbers: numbers.slice(0, count),
    strings: ids.strings.filter((id) => matches(id, query, entries)),
  }
}

const matches = (id: ArticleId, query: string, entries: Catalogue['entries']): boolean =>
  fold(String(id)).startsWith(query) || matchesTitle(id, query, entries)

function matchesTitle(id: ArticleId, query: string, entries: Catalogue['entries']): boolean {
  if (entries.size === 0) return false
  const entry = entries.get(id)
  return entry !== undefined && fold(occurrenceTitle(entry.occurrences[0])).includes(query)
}

type KnownReason = Exclude<LedgerReason, 'imported' | 'by-hand'>

const isListed = (reason: LedgerReason): reason is 'imported' | 'by-hand' =>
  reason === 'imported' || reason === 'by-hand'

/** Excludes ids past 2^53, which could be sent as a different number. */
function knownIds(
  entries: Catalogue['entries'],
  annotations: Catalogue['annotations'],
  forgotten: IdSet,
): Record<KnownReason, ArticleId[]> {
  const known: Record<KnownReason, ArticleId[]> = {
    received: [],
    kept: [],
    rejected: [],
    duplicate: [],
    exported: [],
  }
  const add = (id: ArticleId, annotation: Annotation | undefined) => {
    for (const reason of knownReasons(annotation)) known[reason].push(id)
  }
  for (const [id, { occurrences }] of entries) {
    // Skipping an id of an earlier service would skip a different article.
    if (occurrences[0].job.isOfEarlierService) continue
    if (occurrences.some(({ result, position }) => !result.isUnsafeAt(position))) add(id, annotations.get(id))
  }
  // An article with an annotation was received once, even if its job has been removed since.
  for (const [id, annotation] of annotations)
    if (!entries.has(id) && !forgotten.has(id) && !isRetiredId(id) && !looksUnsafe(id)) add(id, annotation)
  return known
}

/**
 * Whether an id may be a number past 2^53, which can't be sent. Only its job knew whether the service sent it as a
 * number; ids that it sent as strings are in the list `removed`.
 */
const looksUnsafe = (id: ArticleId): boolean =>
  typeof id === 'string' && /^-?\d+$/.test(id) && !Number.isSafeInteger(Number(id))

/** Most important reason first. */
function knownReasons({ decision, duplicateOf, exportedAt }: Annotation = {}): KnownReason[] {
  const reasons: KnownReason[] = []
  if (decision === 'reject') reasons.push(duplicateOf === undefined ? 'rejected' : 'duplicate')
  if (decision === 'keep') reasons.push('kept')
  if (exportedAt !== undefined) reasons.push('exported')
  reasons.push('received')
  return reasons
}

function rowOf(
  id: ArticleId,
  {
    entry,
    annotation,
    sets,
  }: {
    entry: CatalogueEntry | undefined
    annotation: Annotation | undefined
    sets: Record<'imported' | 'byHand' | 'released' | 'received', IdSet>
  },
): LedgerRow {
  const reasons: LedgerReason[] = sets.received.has(id) ? knownReasons(annotation) : []
  if (sets.byHand.has(id)) reasons.push('by-hand')
  if (sets.imported.has(id)) reasons.push('imported')
  return {
    id,
    reasons,
    isReleased: sets.released.has(id),
    title: entry && occurrenceTitle(entry.occurrences[0]),
    jobs: entry ? [...new Set(entry.occurrences.map(({ job }) => job.key))] : [],
    duplicateOf: reasons.includes('duplicate') ? annotation?.duplicateOf : undefined,
  }
}

const isPacked = (segment: readonly ArticleId[] | IdList): segment is IdList => 'numbers' in segment

const sizeOf = (segment: readonly ArticleId[] | IdList): number =>
  isPacked(segment) ? countIds(segment) : segment.length

function slice(segments: readonly (readonly ArticleId[] | IdList)[], from: number, to: number): ArticleId[] {
  const taken: ArticleId[] = []
  let start = 0
  for (const segment of segments) {
    const end = start + sizeOf(segment)
    for (let at = Math.max(from, start); at < Math.min(to, end); at++) {
      const id = isPacked(segment) ? idInList(segment, at - start) : segment[at - start]
      if (id !== undefined) taken.push(id)
    }
    start = end
  }
  return taken
}

const idInList = ({ numbers, strings }: IdList, index: number): ArticleId | undefined =>
  index < numbers.length ? numbers[index] : strings[index - numbers.length]
