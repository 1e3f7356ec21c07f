import { countIds, emptyIdList, intersectIds, subtractIds, uniteIds } from '../../../contract/ids.ts'
import type { IdList } from '../../../contract/ids.ts'
import { removalLists } from '../jobs/removed-jobs.ts'
import { newId } from '../store/store.ts'
import type { LedgerList, SkipList, Step } from '../records.ts'
import { withValidTimes } from '../records.ts'
import type { Tables } from '../store/store.ts'
import { logStep } from '../undo/undo-log.ts'
import { compareNames } from '../view/compare-names.ts'
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
   * Creates a list, or changes the one with the given id. Without `ids` it keeps its ids. Recorded as a step.
   *
   * @param list.add ids to add
   * @param list.remove ids to remove
   */
  saveList(list: {
    id?: string
    name: string
    ids?: IdList
    add?: readonly IdList[]
    remove?: IdList
  }): Promise<SkipList>
  /** Combines the ids of named lists. The difference is the first list minus all others. */
  combineLists(lists: readonly string[], how: 'union' | 'intersection' | 'difference'): Promise<IdList>
  /** @returns its step; undefined if there was nothing to delete */
  deleteList(id: string): Promise<Step | undefined>
  /** All changes at once, recorded as one step. @returns the number of ids that were added or removed anywhere */
  changeLedger(...changes: readonly LedgerChange[]): Promise<number>
}

export interface LedgerChange {
  readonly list: LedgerList
  readonly add?: IdList
  readonly remove?: IdList
}

/** Converts to strings, because the name in a damaged record may not be one. */
const inOrder = (one: unknown, other: unknown): number => compareNames(String(one), String(other))

const listTables = ['lists', 'listIds', 'steps', 'settings'] as const

export function storedLists({ store, changes, now }: LibraryDependencies): ListMethods {
  const announce = (...lists: string[]) => changes.announce({ lists })

  return {
    lists: () =>
      store.transaction('readonly', ['lists'], async ({ lists }) =>
        (await lists.all()).map(withValidTimes).sort((a, b) => inOrder(a.name, b.name)),
      ),
    listIds: (id) => store.transaction('readonly', ['listIds'], (tables) => idsOfList(tables, id)),

    async saveList({ id = newId(), name, ids, add = [], remove }) {
      const at = now()
      const saved = await store.transaction('readwrite', listTables, async (tables) => {
        const was = await tables.lists.get(id)
        const isRenamed = was !== undefined && ids === undefined && add.length === 0 && !remove
        const had = isRenamed ? emptyIdList : await idsOfList(tables, id)
        const given = isRenamed ? undefined : uniteIds([ids ?? had, ...add])
        const kept = given && remove ? subtractIds(given, remove) : given
        const count = kept ? countIds(kept) : (was?.count ?? 0)
        const list = { id, name, count, createdAt: was?.createdAt ?? at, updatedAt: at }
        const before = { id, was: was ? { list: was } : {}, ...(kept && changeOf(had, kept)) }
        await logStep(tables, { kind: 'save-list', name }, { at, count, before: { lists: [before] } })
        await tables.lists.put(list)
        if (kept) await tables.listIds.put({ listId: id, ids: kept })
        return list
      })
      announce(id)
      return saved
    },

    async combineLists(lists, how) {
      const all = await store.transaction('readonly', ['listIds'], async (tables) => {
        const found: IdList[] = []
        for (const id of lists) found.push(await idsOfList(tables, id))
        return found
      })
      const [first = emptyIdList, ...others] = all
      if (how === 'union') return uniteIds(all)
      return others.reduce(how === 'intersection' ? intersectIds : subtractIds, first)
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

    async changeLedger(...given) {
      const at = now()
      const result = await store.transaction('readwrite', listTables, async (tables) => {
        const lists = new Map<LedgerList, { was: IdList; is: IdList }>()
        for (const { list, add = emptyIdList, remove = emptyIdList } of given) {
          const { was, is } = lists.get(list) ?? (await unchanged(tables, list))
          lists.set(list, { was, is: uniteIds([subtractIds(is, remove), add]) })
        }
        const before = [...lists]
          .map(([id, { was, is }]) => ({ id, was: {}, ...changeOf(was, is) }))
          .filter(({ added, removed }) => countIds(added) + countIds(removed) > 0)
        const count = countIds(uniteIds(before.flatMap(({ added, removed }) => [added, removed])))
        if (count === 0) return { count, changed: [] }
        const isUnskip = given.some(
          ({ list, add = emptyIdList }) => (list === 'released') === countIds(add) > 0,
        )
        await logStep(
          tables,
          { kind: isUnskip ? 'unskip' : 'skip' },
          { at, count, before: { lists: before } },
        )
        for (const { id } of before)
          await tables.listIds.put({ listId: id, ids: lists.get(id)?.is ?? emptyIdList })
        return { count, changed: before.map(({ id }) => id) }
      })
      if (result.count > 0) announce(...result.changed)
      return result.count
    },
  }
}

const unchanged = async (tables: Pick<Tables, 'listIds'>, list: LedgerList) => {
  const was = await idsOfList(tables, list)
  return { was, is: was }
}

export const idsOfList = async ({ listIds }: Pick<Tables, 'listIds'>, id: string): Promise<IdList> =>
  (await listIds.get(id))?.ids ?? emptyIdList

/** What a step did to the ids of a list. */
const changeOf = (were: IdList, are: IdList) => ({
  added: subtractIds(are, were),
  removed: subtractIds(were, are),
})
