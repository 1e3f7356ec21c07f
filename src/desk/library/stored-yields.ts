import { intersectIds, unpackIds } from '../../contract/ids.ts'
import type { ArticleId } from '../../contract/ids.ts'
import type { CatalogueKeeper } from './catalogue.ts'
import { toIdList } from './job-ids.ts'
import { keepRates } from './keep-rates.ts'
import type { Library } from './library.ts'
import type { StoredLibraryParts } from './stored-library.ts'

/** What came of jobs, and of what was asked for. */
export function storedYields(
  { store }: StoredLibraryParts,
  catalogue: CatalogueKeeper,
): Pick<Library, 'returnedDespiteSkip' | 'keepRates'> {
  return {
    returnedDespiteSkip: (key) =>
      store.transact('read', async ({ ids, requests }): Promise<ArticleId[]> => {
        const [brought, request] = [await ids.get(key), await requests.get(key)]
        return brought && request ? unpackIds(intersectIds(toIdList(brought), request.request.idsToSkip)) : []
      }),
    keepRates: async () => keepRates(await catalogue.current()),
  }
}
