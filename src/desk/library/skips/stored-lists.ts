import { countIds, emptyIdList, subtractIds, uniteIds } from '../../../contract/ids.ts'
import type { IdList } from '../../../contract/ids.ts'
import { idsOfList, removalLists } from '../jobs/removed-jobs.ts'
import { newId } from '../store/store.ts'
import type { LedgerList, SkipList, Step } from '../records.ts'
import { withValidTimes } from '../records.ts'
import type { ListBefore } from '../store/rows.ts'
import type { Tables } from '../store/store.ts'
import { keyOf, logStep, readLog } from '../undo/undo-log.ts'
import { compareNames } from '../compare-names.ts'
import type { LibraryDependencies } from '../store/library-dependencies.ts'

/** The ledger's own lists, and those of the ids of removed jobs. */
export const ledgerLists = [
  ...(['imported', 'by-hand', 'released'] as const satisfies LedgerList[]),
  ...removalLists,
] as const

/** Named skip lists, and the ledger's own lists. */
export interface ListMethods {
  /** The named lists, sorted by name. */
  lists(): Promise<SkipList[]>
  /** The ids of a named list or of a {@link LedgerList}; empty if there is no such list. */
  listIds(id: string): Promise<IdList>
  /**
   * Creates a list, or changes the one with the given id. Without `ids` it keeps its ids: one that
   * another tab has deleted comes back with all of them.
   *
   * @param list.add ids to add
   * @param list.remove ids to remove
   * @returns the list, and its step
   */
  saveList(list: {
    id?: string
    name: string
    ids?: IdList
    add?: readonly IdList[]
    remove?: IdList
  }): Promise<SkipList & { readonly step: Step }>
  /** @returns its step; undefined if there was nothing to delete */
  deleteList(id: string): Promise<Step | undefined>
}

export const listTables = ['lists', 'listIds', 'steps', 'settings'] as const

export function storedLists({ store, changes, now }: LibraryDependencies): ListMethods {
  const announce = (...lists: string[]) => changes.announce({ lists })

  return {
    lists: () =>
      store.transaction('readonly', ['lists'], async ({ lists }) =>
        (await lists.all()).map(withValidTimes).sort((a, b) => compareNames(a.name, b.name)),
      ),
    listIds: (id) => store.transaction('readonly', ['listIds'], (tables) => idsOfList(tables, id)),

    async saveList({ id: known, name, ids, add = [], remove }) {
      const at = now()
      const id = known ?? newId()
      const saved = await store.transaction('readwrite', listTables, async (tables) => {
        const was = await tables.lists.get(id)
        const isRenamed = was !== undefined && ids === undefined && add.length === 0 && !remove
        const had = isRenamed ? emptyIdList : await idsOfList(tables, id)
        // Another tab has deleted the list while this one still showed it.
        const isGone = known !== undefined && !was && !ids
        const deleted = isGone ? await deletionOf(tables, known) : undefined
        const lost = deleted?.removed ?? deleted?.was?.ids ?? emptyIdList
        const given = isRenamed ? undefined : uniteIds([ids ?? had, lost, ...add])
        const kept = given && remove ? subtractIds(given, remove) : given
        const count = kept ? countIds(kept) : (was?.count ?? 0)
        const { createdAt = at } = was ?? deleted?.was?.list ?? {}
        const list = { id, name, count, createdAt, updatedAt: at }
        const before = { id, was: { list: was }, ...(kept && changeOf(had, kept)) }
        const action = { kind: 'save-list', name, isNew: !known } as const
        const step = await logStep(tables, action, { at, count, before: { lists: [before] } })
        await tables.lists.put(list)
        if (kept) await tables.listIds.put({ listId: id, ids: kept })
        return { ...list, step }
      })
      announce(id)
      return saved
    },

    async deleteList(id) {
      const at = now()
      const step = await store.transaction('readwrite', listTables, async (tables) => {
        const was = await tables.lists.get(id)
        if (!was) return undefined
        const before = { id, was: { list: was }, ...changeOf(await idsOfList(tables, id), emptyIdList) }
        const action = { kind: 'delete-list', name: was.name } as const
        await tables.lists.delete(id)
        await tables.listIds.delete(id)
        return logStep(tables, action, { at, count: was.count, before: { lists: [before] } })
      })
      if (step) announce(id)
      return step
    },
  }
}

/** What the deletion of a list has removed; undefined if its step is gone. */
async function deletionOf(
  tables: Pick<Tables, 'settings' | 'steps'>,
  id: string,
): Promise<ListBefore | undefined> {
  for (const { kind, seq } of (await readLog(tables)).steps.toReversed()) {
    if (kind !== 'delete-list') continue
    const { lists } = (await tables.steps.get(keyOf(seq)))?.before ?? {}
    const list = lists?.find((list) => list.id === id)
    if (list) return list
  }
  return undefined
}

/** What a step did to the ids of a list. */
export const changeOf = (were: IdList, are: IdList) => ({
  added: subtractIds(are, were),
  removed: subtractIds(were, are),
})
