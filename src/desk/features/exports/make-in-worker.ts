import type { ArticleFileChoice } from '../../files/article-file-type.ts'
import type { Intake } from '../../intake/intake.ts'
import type { ExportedArticles, ExportWork } from './export-source.ts'
import type { ArticleChoice } from '../../library/records.ts'

/** The file is made in the worker, where the articles are. */
export async function makeInWorker(
  intake: Intake,
  choice: ArticleChoice,
  as: ArticleFileChoice,
  { signal, onProgress }: ExportWork,
): Promise<ExportedArticles> {
  signal.throwIfAborted()
  const abandon = () => void intake.abandonFiles()
  signal.addEventListener('abort', abandon)
  try {
    return await intake.makeArticleFile(choice, as, onProgress)
  } finally {
    signal.removeEventListener('abort', abandon)
  }
}
