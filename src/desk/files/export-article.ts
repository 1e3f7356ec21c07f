import type { KnownArticle } from '../library/records.ts'

/**
 * An article with all data for an export. An id past 2^53 appears in formats for reading, but not in those that are
 * read back, because it would become a different id.
 */
export interface ExportArticle extends KnownArticle {
  /** When this export started, as recorded in the library when the file is done. Milliseconds since the epoch. */
  readonly exportedAt?: number | undefined
}

/** The columns of a table of articles, in order. When a file is read back, they may be in any order. */
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
  'url',
  'source',
  'author',
  'published_at',
] as const

export type ExportRow = Record<(typeof exportColumns)[number], string | number | readonly string[] | null>

/** The article by column; null if a value is unknown or missing. Times are ISO 8601 in UTC. */
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
    url: article.url ?? null,
    source: article.source ?? null,
    author: article.author ?? null,
    published_at: article.publishedAt ?? null,
  }
}

/** Returns null for invalid times: one from a damaged record must not break the export. */
function isoTime(at: number | undefined): string | null {
  const date = new Date(at ?? Number.NaN)
  return Number.isNaN(date.getTime()) ? null : date.toISOString()
}
