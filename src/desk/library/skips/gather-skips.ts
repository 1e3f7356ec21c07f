import type { IdList } from '../../../contract/ids.ts'
import { countIds, emptyIdList, intersectIds, packIds, subtractIds, uniteIds } from '../../../contract/ids.ts'
import type { Catalogue, Occurrence } from '../view/catalogue.ts'
import { chainJobs } from '../jobs/chains.ts'
import { isOfCategory } from '../jobs/job-category.ts'
import type { Ledger } from './ledger.ts'
import type { JobKey, JobRecord } from '../records.ts'
import type { SkipPart, SkipScope, SkipTotal } from './skip-scope.ts'

/** A named list of a scope, with its ids. */
export type ChosenList = readonly [name: string, ids: IdList]

type Gathered = Omit<SkipPart, 'count'> & { readonly ids: IdList }

interface SkipSources {
  readonly catalogue: Catalogue
  readonly ledger: Ledger
  readonly lists: readonly ChosenList[]
  /** Of the scope's jobs that have been removed. */
  readonly removed: IdList
}

/** Collects the ids of a scope. With `everything`, the parts chosen from the library are ignored. */
export function gatherSkips(scope: SkipScope, { lists, ...sources }: SkipSources): SkipTotal {
  const { ledger } = sources
  const chosen = scope.everything ? [] : partsOfLibrary(scope, sources)
  const sparing = chosen.map((part) => ({ ...part, ids: subtractIds(part.ids, ledger.released) }))
  const everything: Gathered[] = scope.everything ? [{ kind: 'everything', ids: ledger.skipped() }] : []
  const named = lists.map(([name, ids]): Gathered => ({ kind: 'list', name, ids }))
  const united = uniteIds(scope.pasted ?? [])
  const pasted: Gathered[] = countIds(united) > 0 ? [{ kind: 'pasted', ids: united }] : []
  const parts = [...everything, ...sparing, ...named, ...pasted]
  const { ids, shared } = uniteAndCompare(parts.map((part) => part.ids))
  const left = scope.everything ? ledger.all : uniteIds(chosen.map((part) => part.ids))
  return {
    ids,
    parts: parts.map(({ kind, name, ids }) => ({ kind, name, count: countIds(ids) })),
    sharedCount: countIds(shared),
    releasedCount: countIds(subtractIds(intersectIds(ledger.released, left), ids)),
  }
}

function partsOfLibrary(
  scope: SkipScope,
  { catalogue, ledger, removed }: Omit<SkipSources, 'lists'>,
): Gathered[] {
  const jobs = [...catalogue.jobs.values()]
  const parts: Gathered[] = []
  const add = (kind: SkipPart['kind'], ids: IdList, name?: string) => parts.push({ kind, name, ids })
  if (scope.reasons) add('reasons', ledger.skipped(scope.reasons))
  if (scope.chain !== undefined) add('chain', broughtBy(chainJobs(scope.chain, jobs), catalogue))
  if (scope.category !== undefined)
    add('category', broughtBy(jobs.filter(isOfCategory(scope.category)), catalogue), scope.category)
  if (scope.jobs && scope.jobs.length > 0) {
    const keys = new Set(scope.jobs)
    const present = jobs.filter(({ key }) => keys.has(key))
    add('jobs', uniteIds([broughtBy(present, catalogue), removed]))
  }
  return parts
}

/** Without ids past 2^53, which could be sent as a different number, and ids of an earlier service. */
function broughtBy(jobs: readonly JobRecord[], { entries }: Catalogue): IdList {
  if (jobs.length === 0) return emptyIdList
  const keys = new Set<JobKey>(jobs.map(({ key }) => key))
  return packIds(idsIn(entries, keys))
}

function* idsIn(entries: Catalogue['entries'], keys: ReadonlySet<JobKey>) {
  for (const { id, occurrences } of entries.values()) if (occurrences.some((it) => isSent(it, keys))) yield id
}

const isSent = ({ result, job, position }: Occurrence, keys: ReadonlySet<JobKey>): boolean =>
  keys.has(job.key) && !result.isUnsafeAt(position) && !job.isOfEarlierService

function uniteAndCompare(lists: readonly IdList[]): { ids: IdList; shared: IdList } {
  let ids = emptyIdList
  let shared = emptyIdList
  for (const list of lists) {
    shared = uniteIds([shared, intersectIds(list, ids)])
    ids = uniteIds([ids, list])
  }
  return { ids, shared }
}
