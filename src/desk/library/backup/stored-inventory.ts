import { countIds, uniteIds } from '../../../contract/ids.ts'
import { toIdList } from '../jobs/job-ids.ts'
import type { Library } from '../library.ts'
import { present } from '../jobs/stored-jobs.ts'
import type { StoredLibraryParts } from '../library-parts.ts'

/** Counted without reading a text. */
export function storedInventory({ store }: StoredLibraryParts): Pick<Library, 'inventory'> {
  return {
    inventory: () =>
      store.transact('read', async (tables) => {
        const jobs = present(await tables.jobs.all())
        const ids = (await Promise.all(jobs.map(({ key }) => tables.ids.get(key)))).filter(
          (list) => list !== undefined,
        )
        const marks = (await tables.marks.all()).flatMap((bucket) => [...bucket.marks.values()])
        const named = await tables.named.all()
        return {
          jobs: jobs.length,
          articles: countIds(uniteIds(ids.map(toIdList))),
          decided: marks.filter(({ decision }) => decision).length,
          notes: marks.filter(({ note }) => note !== undefined).length,
          lists: (await tables.lists.all()).length,
          presets: named.filter(({ kind }) => kind === 'preset').length,
          views: named.filter(({ kind }) => kind === 'view').length,
        }
      }),
  }
}
