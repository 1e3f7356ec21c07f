import type { KnownArticle } from '../library/records.ts'

/**
 * An article with all that an export says of it. An id past 2^53 is shown in what is read, and left out of what is read
 * back: it would come back as another.
 */
export interface ExportArticle extends KnownArticle {
  /** When this export was begun, as it will stand in the library once the file is made; milliseconds since the epoch. */
  readonly exportedAt?: number | undefined
}

/** The columns of a table of articles, in this order. Our files come back with them in any. */
export const exportColumns = [
  'id',
  'title',
  'text',
  'word_count',
  'category',
  'job_id',
  'keywords',
  'decision',
  'reason',
  'labels',
  'note',
  'collected_at',
  'exported_at',
] as const

export type ExportRow = Record<(typeof exportColumns)[number], string | number | readonly string[] | null>

/** The article by column; null is what is not known or not there. Times are ISO 8601 in UTC. */
export function exportRow(article: ExportArticle): ExportRow {
  return {
    id: article.unsafeId ? null : article.id,
    title: article.title,
    text: article.text,
    word_count: article.wordCount,
    category: article.category,
    job_id: article.jobId ?? null,
    keywords: article.keywords,
    decision: article.decision ?? null,
    reason: article.reason ?? null,
    labels: article.labels ?? [],
    note: article.note ?? null,
    collected_at: isoTime(article.collectedAt),
    exported_at: isoTime(article.exportedAt),
  }
}

/** A damaged record may hold any number: a time that is none costs itself and not the export. */
export function isoTime(at: number | undefined): string | null {
  const date = new Date(at ?? Number.NaN)
  return Number.isNaN(date.getTime()) ? null : date.toISOString()
}
