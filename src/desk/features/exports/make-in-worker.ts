import type { ArticleFileChoice } from '../../files/article-file-type.ts'
import type { WorkerApi } from '../../worker-protocol/worker-api.ts'
import type { ExportedArticles, ExportWork } from './export-source.ts'
import type { ArticleChoice } from '../../library/records.ts'

/** Makes the file in the worker, where the articles are. */
export async function makeInWorker(
  worker: WorkerApi,
  choice: ArticleChoice,
  as: ArticleFileChoice,
  { signal, onProgress }: ExportWork,
): Promise<ExportedArticles> {
  signal.throwIfAborted()
  const abandon = () => void worker.abandonFiles('articles')
  signal.addEventListener('abort', abandon)
  try {
    return await worker.makeArticleFile(choice, as, onProgress)
  } finally {
    signal.removeEventListener('abort', abandon)
  }
}
