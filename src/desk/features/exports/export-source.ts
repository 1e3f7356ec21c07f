import type { ArticleId } from '../../../contract/ids.ts'
import type { ArticleFileChoice } from '../../files/article-file-type.ts'

/** Which articles to export. What tells one scope from another of its kind is known to the source alone. */
export interface ExportScope {
  readonly kind: 'selected' | 'matching' | 'kept' | 'job' | 'everything'
  readonly count: number
  /** Which ones, where the kind does not say it: "kept, “solar”". */
  readonly words?: string | undefined
}

/** Where an export takes its articles from. */
export interface ExportSource<Scope extends ExportScope = ExportScope> {
  /** What they are of, for the file's name: "job-42", "library". */
  readonly name: string
  /** The ids in order; `unsafe` counts those past 2^53, which are left out. */
  idsOf(scope: Scope): Promise<{ ids: readonly ArticleId[]; unsafe: number }>
  makeArticleFile(scope: Scope, choice: ArticleFileChoice, work: ExportWork): Promise<ExportedArticles>
  /** The file is with the editor: its articles count as exported from now on. */
  onExported(ids: readonly ArticleId[]): Promise<void>
}

export interface ExportWork {
  readonly signal: AbortSignal
  readonly onProgress: (done: number) => void
}

export interface ExportedArticles {
  readonly file: Blob
  /** Of the articles in it, those left out: too large to be exact. */
  readonly ids: readonly ArticleId[]
}
