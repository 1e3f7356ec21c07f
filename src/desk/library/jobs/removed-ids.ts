import { countIds, emptyIdList, subtractIds, uniteIds, type IdList } from '../../../contract/ids.ts'
import type { JobRecord } from '../records.ts'
import type { Before } from '../store/rows.ts'
import type { Tables } from '../store/store.ts'
import { answersOf } from './earlier-answers.ts'
import { toIdList } from './job-ids.ts'

/**
 * Lists that outlive a job. `removed` holds ids received in jobs since removed, which are still skipped; `forgotten`
 * holds ids forgotten with their job, which are not skipped even if they have a decision.
 */
export const removalLists = ['removed', 'forgotten'] as const

type IdTables = Pick<Tables, 'ids' | 'listIds'>

/** @returns the lists as they were before */
export async function keepSkipping(tables: IdTables, record: JobRecord): Promise<Before> {
  return change(tables, { from: 'forgotten', to: 'removed', ids: await idsOf(tables, record) })
}

/** @returns the lists as they were before */
export async function forgetIds(tables: IdTables, record: JobRecord): Promise<Before> {
  return change(tables, { from: 'removed', to: 'forgotten', ids: await idsOf(tables, record) })
}

/** Keeps skipping the ids of a purged job unless they were forgotten: older desks did not ask when removing a job. */
export async function keepSkippingPurged(tables: IdTables, record: JobRecord): Promise<void> {
  const forgotten = await listed(tables, 'forgotten')
  const ids = subtractIds(await idsOf(tables, record), forgotten)
  await change(tables, { from: 'forgotten', to: 'removed', ids })
}

/** Without ids past 2^53, and without ids of an earlier service, which now name other articles. */
async function idsOf({ ids }: Pick<Tables, 'ids'>, record: JobRecord): Promise<IdList> {
  if (record.isOfEarlierService) return emptyIdList
  const brought: IdList[] = []
  for (const answer of answersOf(record)) {
    const found = await ids.get(answer)
    if (found) brought.push(toIdList(found))
  }
  return uniteIds(brought)
}

export type RemovalList = (typeof removalLists)[number]

async function listed({ listIds }: Pick<Tables, 'listIds'>, id: RemovalList): Promise<IdList> {
  return (await listIds.get(id))?.ids ?? emptyIdList
}

/** Moves ids from one list to the other. @returns the lists as they were before */
async function change(
  tables: Pick<Tables, 'listIds'>,
  { from, to, ids }: { from: RemovalList; to: RemovalList; ids: IdList },
): Promise<Before> {
  const [were, are] = [await listed(tables, from), await listed(tables, to)]
  if (countIds(were) > 0) await tables.listIds.put({ listId: from, ids: subtractIds(were, ids) })
  if (countIds(ids) > 0) await tables.listIds.put({ listId: to, ids: uniteIds([are, ids]) })
  return { lists: [before(from, were), before(to, are)] }
}

const before = (id: RemovalList, ids: IdList) => ({ id, was: countIds(ids) > 0 ? { ids } : null })
