import { countIds, emptyIdList, intersectIds, subtractIds, uniteIds } from '../../../contract/ids.ts'
import type { IdList } from '../../../contract/ids.ts'
import type { Catalogue, CatalogueKeeper } from '../view/catalogue.ts'
import type { ChosenList } from './gather-skips.ts'
import { gatherSkips } from './gather-skips.ts'
import { createLedger, type Ledger } from './ledger.ts'
import type { LedgerPage, LedgerQuery } from './ledger-page.ts'
import type { SkipScope, SkipTotal } from './skip-scope.ts'
import { idsOf, idsOfList } from '../jobs/removed-jobs.ts'
import { changeOf, listTables } from './stored-lists.ts'
import type { JobKey, LedgerList, Step } from '../records.ts'
import type { Tables } from '../store/store.ts'
import { logStep } from '../undo/undo-log.ts'
import type { LibraryDependencies } from '../store/library-dependencies.ts'

/** The ledger, which is derived from the library and its own lists, its changes, and the ids a request skips. */
export interface LedgerMethods {
  /** A page of {@link ledgerPageSize} ids with the reasons to skip them. */
  ledger(query: LedgerQuery): Promise<LedgerPage>
  /** The ids that a request with this scope would skip, and the count of each part of the scope. */
  skipIds(scope: SkipScope): Promise<SkipTotal>
  /** Combines the ids of named lists. The difference is the first list minus all others. */
  combineLists(lists: readonly string[], how: 'union' | 'intersection' | 'difference'): Promise<IdList>
  /**
   * All changes at once, recorded as one step. It counts the ids that were added or removed anywhere.
   *
   * @returns its step; undefined if nothing changed
   */
  changeLedger(...changes: readonly LedgerChange[]): Promise<Step | undefined>
}

export interface LedgerChange {
  readonly list: LedgerList
  readonly add?: IdList
  readonly remove?: IdList
}

const skipTables = ['lists', 'listIds', 'jobs', 'ids'] as const

export function storedLedger(
  { store, changes, now }: LibraryDependencies,
  catalogue: CatalogueKeeper,
): LedgerMethods {
  let made: { readonly of: Catalogue; readonly ledger: Ledger } | undefined
  let turn = 0
  changes.subscribe(({ annotations, lists }) => {
    if (!annotations && !lists) return
    made = undefined
    turn += 1
  })

  async function current(): Promise<{ library: Catalogue; ledger: Ledger }> {
    const library = await catalogue.current()
    if (made?.of === library) return { library, ledger: made.ledger }
    const began = turn
    const lists = await store.transaction('readonly', ['listIds'], async (tables) => ({
      imported: await idsOfList(tables, 'imported'),
      'by-hand': await idsOfList(tables, 'by-hand'),
      released: await idsOfList(tables, 'released'),
      removed: await idsOfList(tables, 'removed'),
      forgotten: await idsOfList(tables, 'forgotten'),
    }))
    const ledger = createLedger(library, lists)
    // If something changed while the lists were read, the next call makes a new ledger.
    if (began === turn) made = { of: library, ledger }
    return { library, ledger }
  }

  return {
    async ledger(query) {
      const { ledger } = await current()
      const { list } = query
      if (list === undefined) return ledger.page(query)
      return ledger.page(
        query,
        await store.transaction('readonly', ['listIds'], (tables) => idsOfList(tables, list)),
      )
    },

    async skipIds(scope) {
      const { library, ledger } = await current()
      const chosen = await store.transaction('readonly', skipTables, async (tables) => {
        const lists: ChosenList[] = []
        for (const id of scope.lists ?? []) {
          const list = await tables.lists.get(id)
          if (list) lists.push([list.name, await idsOfList(tables, id)])
        }
        return { lists, removed: await idsOfRemoved(tables, scope.jobs ?? []) }
      })
      const total = gatherSkips(scope, { catalogue: library, ledger, ...chosen })
      return scope.query ? { ...total, ids: ledger.matching(total.ids, scope.query) } : total
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

    async changeLedger(...given) {
      const at = now()
      const { step, changed } = await store.transaction('readwrite', listTables, async (tables) => {
        const lists = new Map<LedgerList, { was: IdList; is: IdList }>()
        for (const { list, add = emptyIdList, remove = emptyIdList } of given) {
          const { was, is } = lists.get(list) ?? (await unchanged(tables, list))
          lists.set(list, { was, is: uniteIds([subtractIds(is, remove), add]) })
        }
        const before = [...lists]
          .map(([id, { was, is }]) => ({ id, was: {}, ...changeOf(was, is) }))
          .filter(({ added, removed }) => countIds(added) + countIds(removed) > 0)
        const count = countIds(uniteIds(before.flatMap(({ added, removed }) => [added, removed])))
        if (count === 0) return { changed: [] }
        const isUnskip = given.some(
          ({ list, add = emptyIdList }) => (list === 'released') === countIds(add) > 0,
        )
        const step = await logStep(
          tables,
          { kind: isUnskip ? 'unskip' : 'skip' },
          { at, count, before: { lists: before } },
        )
        for (const { id } of before)
          await tables.listIds.put({ listId: id, ids: lists.get(id)?.is ?? emptyIdList })
        return { step, changed: before.map(({ id }) => id) }
      })
      if (step) changes.announce({ lists: changed })
      return step
    },
  }
}

const unchanged = async (tables: Pick<Tables, 'listIds'>, list: LedgerList) => {
  const was = await idsOfList(tables, list)
  return { was, is: was }
}

/** The ids that are still skipped of those of the keys that are removed jobs: a form may still have them chosen. */
async function idsOfRemoved(
  tables: Pick<Tables, 'jobs' | 'ids' | 'listIds'>,
  keys: readonly JobKey[],
): Promise<IdList> {
  const brought: IdList[] = []
  for (const key of keys) {
    const record = await tables.jobs.get(key)
    if (record?.removedAt !== undefined) brought.push(await idsOf(tables, record))
  }
  return subtractIds(uniteIds(brought), await idsOfList(tables, 'forgotten'))
}
