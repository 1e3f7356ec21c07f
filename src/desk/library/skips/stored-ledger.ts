import type { Catalogue, CatalogueKeeper } from '../view/catalogue.ts'
import type { ChosenList } from './gather-skips.ts'
import { gatherSkips } from './gather-skips.ts'
import { createLedger, type Ledger } from './ledger.ts'
import type { LedgerPage, LedgerQuery } from './ledger-page.ts'
import type { SkipScope, SkipTotal } from './skip-scope.ts'
import { idsOfList } from './stored-lists.ts'
import type { LibraryDependencies } from '../store/library-dependencies.ts'

/** The ledger, and the ids a request skips. Both are derived from the library and not stored. */
export interface LedgerMethods {
  /** A page of {@link ledgerPageSize} ids with the reasons to skip them. */
  ledger(query: LedgerQuery): Promise<LedgerPage>
  /** The ids that a request with this scope would skip, and the count of each part of the scope. */
  skipIds(scope: SkipScope): Promise<SkipTotal>
}

export function storedLedger(
  { store, changes }: LibraryDependencies,
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
      const lists = await store.transaction('readonly', ['lists', 'listIds'], async (tables) => {
        const chosen: ChosenList[] = []
        for (const id of scope.lists ?? []) {
          const list = await tables.lists.get(id)
          if (list) chosen.push([list.name, await idsOfList(tables, id)])
        }
        return chosen
      })
      return gatherSkips(scope, { catalogue: library, ledger, lists })
    },
  }
}
