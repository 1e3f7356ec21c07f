import type { WorkerApi } from '../worker-client/worker-api.ts'
import { lazyPart } from '../library/lazy-part.ts'
import { idWork } from './id-work.ts'
import type { WorkerParts } from './worker-parts.ts'
import type { JobWatch } from './job-watch.ts'
import { requestSending } from './request-sending.ts'

/** Connects the service and the library in place: in a worker, on a page that can't have one, or in a test. */
export function createWorkerApi(parts: WorkerParts, watch: JobWatch): WorkerApi {
  const { library, now } = parts
  const files = lazyPart(async () => (await import('./file-work.ts')).fileWork(library, now))
  return {
    library,
    ...requestSending(parts),
    openJob: (jobId) => library.openByNumber(jobId, now()),
    checkJob: (key) => watch.checkJob(key),
    latestAnswer: (key) => watch.latestAnswer(key),
    subscribe: (listener) => watch.subscribe(listener),
    ...files.methods({ makeArticleFile: true, makeBackup: true, restoreBackup: true, abandonFiles: true }),
    ...idWork(library),
  }
}
