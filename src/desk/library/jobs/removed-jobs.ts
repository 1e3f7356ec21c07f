import {
  countIds,
  emptyIdList,
  intersectIds,
  readIdList,
  subtractIds,
  uniteIds,
  type IdList,
} from '../../../contract/ids.ts'
import type { JobKey, JobRecord } from '../records.ts'
import type { LibraryDependencies } from '../store/library-dependencies.ts'
import type { Before } from '../store/rows.ts'
import type { Tables } from '../store/store.ts'
import { forgetRemovals, logStep } from '../undo/undo-log.ts'
import { deleteResult, resultTables } from './result-pages.ts'
import { readIds, resultKeysOf } from './earlier-results.ts'
import { toIdList } from './job-ids.ts'

/** Jobs that the editor removes, and the ids that are still skipped without them. */
export interface RemovalMethods {
  /**
   * Removes a job, or an unconfirmed request, from every list. It is a step: `undo` and
   * {@link RemovalMethods.restoreJob} bring the job back. {@link RemovalMethods.purgeRemoved} deletes its articles.
   *
   * @param how whether its ids are still skipped; by default they are
   * @returns false if it was removed before, perhaps in another way
   */
  removeJob(key: JobKey, at: number, how?: Removal): Promise<boolean>
  restoreJob(key: JobKey): Promise<void>
  /** Permanently deletes the jobs removed before the given time. */
  purgeRemoved(before: number): Promise<void>
}

/** Whether ids that no other job returned may be collected again. */
export type Removal = 'go-on-skipping' | 'forget'

/**
 * Lists that outlive a job. `removed` holds ids received in jobs since removed, which are still skipped; `forgotten`
 * holds ids forgotten with their job, which are not skipped even if they have a decision.
 */
export const removalLists = ['removed', 'forgotten'] as const

export type RemovalList = (typeof removalLists)[number]

/** The tables that change when a removed job comes back; its removal is then no longer a step. */
const restoreTables = ['jobs', 'steps', 'settings'] as const

const removalTables = [...restoreTables, 'ids', 'listIds'] as const

const removeTables = [...removalTables, 'named'] as const

const purgeTables = [...new Set([...removalTables, 'requests', ...resultTables] as const)]

export function storedRemovals({ store, changes }: LibraryDependencies): RemovalMethods {
  return {
    async removeJob(key, at, how = 'go-on-skipping') {
      const removed = await store.transaction('readwrite', removeTables, async (tables) => {
        const record = await tables.jobs.get(key)
        if (!record || record.removedAt !== undefined) return undefined
        await tables.jobs.put({ ...record, removedAt: at })
        const kind = record.jobId === undefined ? 'discard-request' : 'remove-job'
        const [from, to] =
          how === 'forget' ? (['removed', 'forgotten'] as const) : (['forgotten', 'removed'] as const)
        const ids = await idsOf(tables, record)
        const lists = await move(tables, { from, to, ids })
        await logStep(tables, { kind, name: key }, { at, count: 1, before: { ...lists, jobs: [key] } })
        return { named: how === 'forget' ? undefined : await keepInPresets(tables, key, ids) }
      })
      if (removed) changes.announce({ jobs: [key], lists: removalLists, ...removed })
      return removed !== undefined
    },

    async restoreJob(key) {
      await store.transaction('readwrite', restoreTables, async (tables) => {
        const record = await tables.jobs.get(key)
        if (record) await tables.jobs.put({ ...record, removedAt: undefined })
        await forgetRemovals(tables, [key])
      })
      changes.announce({ jobs: [key], lists: removalLists })
    },

    async purgeRemoved(before) {
      const goneOf = async ({ jobs }: Pick<Tables, 'jobs'>) =>
        (await jobs.all()).filter(({ removedAt }) => removedAt !== undefined && removedAt < before)
      // This runs at each start, and the first screen would wait for a transaction that may write.
      const found = await store.transaction('readonly', ['jobs'], goneOf)
      if (found.length === 0) return
      const keys = await store.transaction('readwrite', purgeTables, async (tables) => {
        const gone = await goneOf(tables)
        for (const record of gone) await purge(tables, record)
        const keys = gone.map((record) => record.key)
        await forgetRemovals(tables, keys)
        return keys
      })
      if (keys.length > 0) changes.announce({ jobs: keys, articles: keys, lists: removalLists })
    },
  }
}

/** Presets that skip the job go on skipping its articles, from now on by their ids. @returns true if there are any */
async function keepInPresets(
  { named }: Pick<Tables, 'named'>,
  key: JobKey,
  ids: IdList,
): Promise<true | undefined> {
  let areChanged: true | undefined
  for (const preset of await named.all()) {
    const value = preset.value as { skipJobs?: unknown; pasted?: unknown } | null
    if (preset.kind !== 'preset' || !Array.isArray(value?.skipJobs) || !value.skipJobs.includes(key)) continue
    const skipJobs = value.skipJobs.filter((job) => job !== key)
    await named.put({
      ...preset,
      value: { ...value, skipJobs, pasted: uniteIds([readIdList(value.pasted), ids]) },
    })
    areChanged = true
  }
  return areChanged
}

async function purge(tables: Pick<Tables, (typeof purgeTables)[number]>, record: JobRecord): Promise<void> {
  // They are still skipped unless they were forgotten: some may have been saved after its removal.
  const ids = subtractIds(await idsOf(tables, record), await idsOfList(tables, 'forgotten'))
  await move(tables, { from: 'forgotten', to: 'removed', ids })
  await tables.jobs.delete(record.key)
  await tables.requests.delete(record.key)
  for (const key of resultKeysOf(record)) await deleteResult(tables, key)
}

/** Without ids past 2^53, and without ids of an earlier service, which now name other articles. */
export async function idsOf(tables: Pick<Tables, 'ids'>, record: JobRecord): Promise<IdList> {
  return record.isOfEarlierService ? emptyIdList : uniteIds((await readIds(tables, [record])).map(toIdList))
}

export const idsOfList = async ({ listIds }: Pick<Tables, 'listIds'>, id: string): Promise<IdList> =>
  (await listIds.get(id))?.ids ?? emptyIdList

/** Moves ids from one list to the other. @returns what changed in the lists */
async function move(
  tables: Pick<Tables, 'listIds'>,
  { from, to, ids }: { from: RemovalList; to: RemovalList; ids: IdList },
): Promise<Before> {
  const [were, are] = [await idsOfList(tables, from), await idsOfList(tables, to)]
  const [removed, added] = [intersectIds(were, ids), subtractIds(ids, are)]
  if (countIds(removed) > 0) await tables.listIds.put({ listId: from, ids: subtractIds(were, ids) })
  if (countIds(added) > 0) await tables.listIds.put({ listId: to, ids: uniteIds([are, added]) })
  return {
    lists: [
      { id: from, was: {}, added: emptyIdList, removed },
      { id: to, was: {}, added, removed: emptyIdList },
    ],
  }
}
