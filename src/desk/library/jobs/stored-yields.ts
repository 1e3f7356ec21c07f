import type { IdList } from '../../../contract/ids.ts'
import { intersectIds, unpackIds } from '../../../contract/ids.ts'
import type { Analyst } from '../view/analyst.ts'
import type { CatalogueKeeper } from '../view/catalogue.ts'
import { toIdList } from './job-ids.ts'
import { keepRates } from '../marks/keep-rates.ts'
import type { LibraryDuplicates } from '../view/library-duplicates.ts'
import type { Library } from '../library.ts'
import type { StoredLibraryParts } from '../library-parts.ts'

/** What came of jobs, and of what was asked for. */
export function storedYields(
  { store }: StoredLibraryParts,
  {
    catalogue,
    analyst,
    duplicates,
  }: { catalogue: CatalogueKeeper; analyst: Analyst; duplicates: LibraryDuplicates },
): Pick<Library, 'yieldReport' | 'keepRates'> {
  return {
    async yieldReport(key) {
      const { brought, request } = await store.transact('read', async ({ ids, requests }) => ({
        brought: await ids.get(key),
        request: (await requests.get(key))?.request,
      }))
      if (!brought) return { returnedDespiteSkip: [], duplicateCount: 0 }
      const ids = toIdList(brought)
      return {
        returnedDespiteSkip: request ? unpackIds(intersectIds(ids, request.idsToSkip)) : [],
        duplicateCount: await countDuplicates(ids),
      }
    },
    keepRates: async () => keepRates(await catalogue.current()),
  }

  async function countDuplicates(ids: IdList): Promise<number | undefined> {
    const library = await catalogue.current()
    // What an earlier visit left unread is read now: nothing else may ask for it.
    analyst.wake()
    duplicates.wake()
    if (duplicates.doneOf(library) < library.entries.size) return undefined
    return unpackIds(ids).filter((id) => duplicates.isDuplicated(id)).length
  }
}
