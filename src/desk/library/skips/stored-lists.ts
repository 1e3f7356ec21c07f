import { countIds, emptyIdList, intersectIds, subtractIds, uniteIds } from '../../../contract/ids.ts'
import type { IdList } from '../../../contract/ids.ts'
import type { LedgerList, Library } from '../library.ts'
import { newId } from '../new-id.ts'
import type { SkipList, StepAction } from '../records.ts'
import type { Before, Tables } from '../store/store.ts'
import { logStep } from '../marks/undo-log.ts'
import type { StoredLibraryParts } from '../library-parts.ts'

/** The lists that the ledger keeps for itself. */
export const ledgerLists = ['imported', 'by-hand', 'released'] as const satisfies LedgerList[]

type ListMethods = Pick<
  Library,
  'lists' | 'listIds' | 'saveList' | 'combineLists' | 'deleteList' | 'changeLedger'
>

/** Named skip lists, and the lists that the ledger keeps for itself. */
export function storedLists({ store, changes, now }: StoredLibraryParts): ListMethods {
  const announce = (id: string) => changes.announce({ jobs: [], lists: [id], steps: true })

  return {
    lists: () =>
      store.transact('read', async ({ lists }) =>
        (await lists.all()).sort((a, b) => a.name.localeCompare(b.name)),
      ),
    listIds: (id) => store.transact('read', (tables) => idsOfList(tables, id)),

    async saveList({ id = newId(), name, ids, add = [] }) {
      const at = now()
      const saved = await store.transact('write', async (tables) => {
        const was = await tables.lists.get(id)
        const isRenamed = was !== undefined && ids === undefined && add.length === 0
        const kept = isRenamed ? undefined : uniteIds([ids ?? (await idsOfList(tables, id)), ...add])
        const count = kept ? countIds(kept) : (was?.count ?? 0)
        const list = { id, name, count, createdAt: was?.createdAt ?? at, updatedAt: at }
        await step(tables, { kind: 'save-list', name }, { at, id, count, isRenamed })
        await tables.lists.put(list)
        if (kept) await tables.listIds.put({ listId: id, ids: kept })
        return list
      })
      announce(id)
      return saved
    },

    async combineLists(lists, how) {
      const all = await store.transact('read', async (tables) => {
        const found: IdList[] = []
        for (const id of lists) found.push(await idsOfList(tables, id))
        return found
      })
      const [first = emptyIdList, ...others] = all
      if (how === 'union') return uniteIds(all)
      return others.reduce(how === 'intersection' ? intersectIds : subtractIds, first)
    },

    async deleteList(id) {
      const isDeleted = await store.transact('write', async (tables) => {
        const was = await tables.lists.get(id)
        if (!was) return false
        await step(tables, { kind: 'delete-list', name: was.name }, { at: now(), id, count: was.count })
        await tables.lists.delete(id)
        await tables.listIds.delete(id)
        return true
      })
      if (isDeleted) announce(id)
    },

    async changeLedger({ list, add = emptyIdList, remove = emptyIdList }) {
      const changed = await store.transact('write', async (tables) => {
        const was = await idsOfList(tables, list)
        const ids = uniteIds([subtractIds(was, remove), add])
        const count = countIds(subtractIds(ids, was)) + countIds(subtractIds(was, ids))
        if (count === 0) return 0
        const isUnskip = (list === 'released') === countIds(add) > 0
        await step(tables, { kind: isUnskip ? 'unskip' : 'skip' }, { at: now(), id: list, count })
        await tables.listIds.put({ listId: list, ids })
        return count
      })
      if (changed > 0) announce(list)
      return changed
    },
  }
}

export const idsOfList = async ({ listIds }: Tables, id: string): Promise<IdList> =>
  (await listIds.get(id))?.ids ?? emptyIdList

/** Written before the change, while what was is still there. */
async function step(
  tables: Tables,
  action: StepAction,
  { at, id, count, isRenamed = false }: { at: number; id: string; count: number; isRenamed?: boolean },
): Promise<void> {
  const list: SkipList | undefined = await tables.lists.get(id)
  const ids = isRenamed ? undefined : (await tables.listIds.get(id))?.ids
  const was = list || ids ? { ...(list && { list }), ...(ids && { ids }) } : null
  const before: Before = { lists: [{ id, was }] }
  await logStep(tables, action, { at, count, before })
}
