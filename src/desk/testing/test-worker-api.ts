import type { JobRequest } from '../../contract/job.ts'
import { blankRequest } from '../../contract/testing/blank-request.ts'
import { createClient } from '../api/client.ts'
import type { Credentials } from '../api/credentials.ts'
import type { Library } from '../library/library.ts'
import type { JobKey } from '../library/records.ts'
import { createMemoryLibrary } from './memory-library.ts'
import { createWorkerApi } from '../worker/connect-in-place.ts'
import { jobChecks } from '../worker/job-checks.ts'
import { createJobWatch, type JobWatch, type JobWatchOptions } from '../worker/job-watch.ts'
import { createStubService, stubArticles, type StubService } from './stub-service.ts'

export const testCredentials: Credentials = {
  email: 'editor@example.org',
  serviceAddress: 'https://service.example',
  apiKey: 'key-1',
}

export interface TestWorkerApiOptions {
  readonly service?: StubService
  readonly library?: Library
  readonly now?: () => number
  readonly credentials?: () => Credentials | undefined
  readonly isOnline?: () => boolean
  /** Shared with other tabs; if omitted, this tab is alone. */
  readonly shared?: Pick<JobWatchOptions, 'locks' | 'openChannel'>
}

export type TestWorkerApi = ReturnType<typeof createWorkerApi> & {
  readonly library: Library
  readonly service: StubService
  readonly watch: JobWatch
  /** Collects articles, the first time as job 17. */
  readonly collect: (
    articles?: readonly unknown[],
    request?: Partial<JobRequest>,
    madeFrom?: JobKey,
  ) => Promise<JobKey>
}

/**
 * The real worker over the stub service and an in-memory library. Its random number is always one half. It asks for a
 * job only when told to, unless its watch is started.
 */
export function testWorkerApi({
  service = createStubService(),
  now = Date.now,
  library = createMemoryLibrary({ now }),
  credentials = () => testCredentials,
  isOnline = () => true,
  shared = { locks: undefined, openChannel: undefined },
}: TestWorkerApiOptions = {}): TestWorkerApi {
  const client = createClient({
    serviceAddress: service.address,
    fetch: service.fetch,
    now,
    credentials,
    onService: (id) => library.noticeService(id),
  })
  const parts = { library, client, now, random: () => 0.5, locks: undefined }
  const watch = createJobWatch({
    ...parts,
    ...shared,
    checks: jobChecks(parts),
    isOnline,
    keyFingerprint: () => credentials()?.apiKey,
    onRefusedElsewhere() {},
  })
  const api = createWorkerApi(parts, watch)
  return {
    ...api,
    library,
    service,
    watch,
    async collect(articles = stubArticles(12), request = {}, madeFrom) {
      service.nextJobStates({ state: 'success', category: request.category ?? '', articles })
      const outcome = await api.createJob({ ...blankRequest, ...request }, madeFrom)
      if (outcome.kind !== 'accepted') throw new Error(`the job was ${outcome.kind}`)
      await api.checkJob(outcome.key)
      return outcome.key
    },
  }
}
