import type { ArticleId, IdList } from '../../../contract/ids.ts'
import { intersectIds, unpackIds } from '../../../contract/ids.ts'
import type { TextAnalyser } from './text-analyser.ts'
import type { CatalogueKeeper } from './catalogue.ts'
import { allIdsOf, toIdList } from '../jobs/job-ids.ts'
import { type KeepRates, keepRates } from './keep-rates.ts'
import type { LibraryDuplicates } from './library-duplicates.ts'
import type { JobKey } from '../records.ts'
import type { LibraryDependencies } from '../store/library-dependencies.ts'

/** How much jobs, keywords and categories yielded. */
export interface YieldMethods {
  /** What is unusual about a job's articles. The job's record has the plain counts. */
  yieldReport(key: JobKey): Promise<YieldReport>
  /** How often articles with each keyword, or of each category, were kept. */
  keepRates(): Promise<KeepRates>
}

export interface YieldReport {
  /** Ids returned although the request listed them to be skipped. */
  readonly returnedDespiteSkip: readonly ArticleId[]
  /** Number of articles with near-duplicates in any job; undefined while texts are still being read. */
  readonly duplicateCount: number | undefined
}

export function storedYields(
  { store }: LibraryDependencies,
  {
    catalogue,
    analyser,
    duplicates,
  }: { catalogue: CatalogueKeeper; analyser: TextAnalyser; duplicates: LibraryDuplicates },
): YieldMethods {
  return {
    async yieldReport(key) {
      const { brought, request } = await store.transaction(
        'readonly',
        ['ids', 'requests'],
        async ({ ids, requests }) => ({
          brought: await ids.get(key),
          request: (await requests.get(key))?.request,
        }),
      )
      if (!brought) return { returnedDespiteSkip: [], duplicateCount: 0 }
      return {
        returnedDespiteSkip: request ? unpackIds(intersectIds(toIdList(brought), request.idsToSkip)) : [],
        duplicateCount: await countDuplicates(allIdsOf(brought)),
      }
    },
    async keepRates() {
      const library = await catalogue.current()
      await analyser.restore()
      analyser.wake()
      return keepRates(library, analyser, analyser.doneOf(library) === library.entries.size)
    },
  }

  async function countDuplicates(ids: IdList): Promise<number | undefined> {
    const library = await catalogue.current()
    await Promise.all([analyser.restore(), duplicates.restore()])
    // Goes on where an earlier visit stopped, because nothing else may trigger it.
    analyser.wake()
    duplicates.wake(true)
    if (duplicates.doneOf(library) < library.entries.size) return undefined
    return unpackIds(ids).filter((id) => duplicates.isDuplicated(id)).length
  }
}
