import { useMemo } from 'react'
import type { ExportArticle } from '../../files/export-article.ts'
import { useLibrary } from '../../intake/intake-context.tsx'
import type { Library } from '../../library/library.ts'
import { cardsPerPage, type JobRecord } from '../../library/records.ts'
import { fileOfArticles, type ExportScope, type ExportSource } from './export-source.ts'

/** Articles of one job; the positions are those within it. */
export interface JobScope extends ExportScope {
  readonly kind: 'selected' | 'matching' | 'job'
  readonly positions: readonly number[] | 'all'
}

export function useJobSource(record: JobRecord): ExportSource<JobScope> {
  const library = useLibrary()
  return useMemo(
    () => ({
      name: `job-${record.key}`,
      idsOf: ({ positions }) => library.idsAt(record.key, positions),
      makeArticleFile: (scope, choice, work) =>
        fileOfArticles(articlesOf(library, record, scope, work.at.getTime()), choice, work),
      async onExported(ids) {
        await library.mark([{ ids, set: { exported: true } }])
      },
    }),
    [library, record],
  )
}

/** A page of cards at a time, and its texts together: a question for each article alone would take minutes. */
async function* articlesOf(
  library: Library,
  record: JobRecord,
  { positions }: JobScope,
  exportedAt: number,
): AsyncGenerator<ExportArticle> {
  const wanted = positions === 'all' ? undefined : new Set(positions)
  for (let page = 0; page * cardsPerPage < record.articleCount; page += 1) {
    if (wanted && !hasPlaceIn(page, wanted)) continue
    const cards = (await library.cards(record.key, page)).filter(
      ({ position }) => wanted?.has(position) ?? true,
    )
    const ids = cards.map(({ id }) => id)
    const [marks, articles] = await Promise.all([
      library.marks(ids),
      Promise.all(ids.map((id) => library.article(record.key, id))),
    ])
    for (const [place, article] of articles.entries()) {
      if (!article) throw new Error('An article of the job is not in the library')
      yield {
        ...article,
        category: record.category,
        jobId: record.jobId,
        keywords: record.request?.keywords ?? [],
        decision: marks[place]?.[1]?.decision,
        note: marks[place]?.[1]?.note,
        exportedAt,
      }
    }
  }
}

function hasPlaceIn(page: number, wanted: ReadonlySet<number>): boolean {
  for (let place = page * cardsPerPage; place < (page + 1) * cardsPerPage; place += 1)
    if (wanted.has(place)) return true
  return false
}
