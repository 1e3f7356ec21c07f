import type { ArticleId } from '../../../contract/ids.ts'
import type { ArticleFileChoice } from '../../files/article-file-type.ts'

/** Which articles to export. Only the source knows what distinguishes scopes of one kind. */
export interface ExportScope {
  readonly kind: 'selected' | 'matching' | 'kept' | 'job' | 'everything'
  readonly count: number
  /** A description, if the kind does not say enough: "kept, “solar”". */
  readonly words?: string | undefined
}

/** Supplies an export with articles. */
export interface ExportSource<Scope extends ExportScope = ExportScope> {
  /** Used in the file name: "job-42", "library". */
  readonly name: string
  /** The ids in order; `unsafe` counts ids past 2^53, which are left out. */
  idsOf(scope: Scope): Promise<{ ids: readonly ArticleId[]; unsafe: number }>
  makeArticleFile(scope: Scope, choice: ArticleFileChoice, work: ExportWork): Promise<ExportedArticles>
  /** Called when the file has been saved: its articles count as exported from then on. */
  onExported(ids: readonly ArticleId[]): Promise<void>
}

export interface ExportWork {
  readonly signal: AbortSignal
  readonly onProgress: (done: number) => void
}

export interface ExportedArticles {
  readonly file: Blob
  /** Articles in the file: fewer than the scope has if some were removed in the meantime. */
  readonly count: number
  /** Ids of the articles in the file, without ids past 2^53, which are not exact. */
  readonly ids: readonly ArticleId[]
}
