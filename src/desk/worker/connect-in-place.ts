import { createClient } from '../api/client.ts'
import type { Credentials } from '../api/credentials.ts'
import { accountName, isSameAccount } from '../api/credentials.ts'
import type { Fetch } from '../api/transport.ts'
import type { NewestCards, WorkerConnection, WorkerOptions } from '../worker-protocol/worker-connection.ts'
import { newestWithArticles } from '../library/jobs/collected.ts'
import { isSentKey } from '../library/jobs/stored-jobs.ts'
import type { Library } from '../library/library.ts'
import { openLibrary } from '../library/open-library.ts'
import { textHash } from '../library/texts/text-hash.ts'
import { jobChecks } from './job-checks.ts'
import { createJobWatch, type JobWatch, type JobWatchOptions } from './job-watch.ts'
import type { WorkerApi } from '../worker-protocol/worker-api.ts'
import { lazyModule } from '../library/lazy-module.ts'
import { idWork } from './id-work.ts'
import type { WorkerDependencies } from './worker-dependencies.ts'
import { type RequestSending, requestSending } from './request-sending.ts'

/** What this code needs from its environment: a worker, a page or a test. */
export interface WorkerEnvironment extends Pick<
  JobWatchOptions,
  'locks' | 'openChannel' | 'now' | 'isOnline'
> {
  readonly fetch: Fetch
  readonly indexedDB: IDBFactory | undefined
  readonly random: () => number
}

/** How long a removed job can be restored. */
const keepRemovedMs = 24 * 3_600_000

/** Opens the library of an account and connects it with the service. Throws a `LibraryError`, see `openLibrary`. */
export async function connectInPlace(
  options: WorkerOptions,
  environment: WorkerEnvironment,
): Promise<WorkerConnection> {
  const { account, firstView, onNewerSchema, onBlocked } = options
  let credentials = ownCredentials(options.credentials)
  const { fetch, indexedDB, now, random } = environment
  const beginsWithNewest = firstView && firstView.query === undefined && !firstView.isFiltered
  // Fetched while the database opens.
  if (firstView && !beginsWithNewest) fetchWholeLibrary()
  let isOutdated = false
  let stopWatch = () => {}
  const library = await openLibrary({
    name: accountName(account),
    now,
    indexedDB,
    onBlocked,
    onNewerSchema() {
      isOutdated = true
      // Only a tab of the newer desk can save results, so it must be able to lead.
      stopWatch()
      onNewerSchema?.()
    },
  })
  // A library in memory belongs to this tab alone; where a browser forbids storage, it refuses locks as well.
  const [locks, openChannel] =
    library.kept === 'on-device' ? [environment.locks, environment.openChannel] : []
  const newest = beginsWithNewest ? readNewest(library) : undefined
  // Anything more would compete with the page, which draws these first.
  if (newest) newest.then(fetchWholeLibrary, fetchWholeLibrary)
  else if (firstView) library.prepareView(firstView).catch(() => {})
  const client = createClient({
    serviceAddress: account.serviceAddress,
    isSameOrigin: account.serviceAddress === globalThis.location?.origin,
    fetch,
    now,
    credentials: () => credentials,
    // If nothing can be written, the response can't be saved either.
    onService: (id) => library.noticeService(id).catch(() => {}),
    // Dropped here, before the page hears of it: anything due by then would be refused as well.
    onRefused(refused) {
      const isInUse = credentials === refused
      if (isInUse) credentials = undefined
      watch.keyRefused(fingerprintOf(refused), isInUse)
    },
  })
  const dependencies = { library, client, now, random, locks }
  const watch = createJobWatch({
    ...dependencies,
    checks: jobChecks(dependencies),
    openChannel,
    isOnline: environment.isOnline,
    keyFingerprint: () => credentials && fingerprintOf(credentials),
    onRefusedElsewhere() {
      credentials = undefined
    },
  })
  const worker = createWorkerApi(dependencies, watch)
  // A library that can't be read opens all the same, and says so; its requests are then recovered later.
  const recover = () => worker.recover().catch(() => {})
  await recover()
  library.subscribe(({ everything, jobs }) => (everything || jobs?.some(isSentKey)) && void recover())
  stopWatch = () => watch.stop()
  if (!isOutdated) watch.start()
  // Notices a service reset before the next request names ids to skip, which would be other articles there.
  void library
    .service()
    .then((known) => known && client.ping())
    .catch(() => {})
  // A failure is ignored: jobs removed long ago can also be purged next time.
  library.purgeRemoved(now() - keepRemovedMs).catch(() => {})
  return {
    worker,
    // If this fails, the screen reads them itself.
    newest: await newest?.catch(() => undefined),
    useCredentials(next) {
      credentials = ownCredentials(next)
      watch.keyGiven()
      return Promise.resolve()
    },
    close() {
      watch.stop()
      library.close()
    },
  }

  function ownCredentials(given: Credentials | undefined): Credentials | undefined {
    if (given && !isSameAccount(given, account)) throw new Error('The key of another account')
    return given
  }
}

/** If this fails, it is fetched again when it is needed. */
function fetchWholeLibrary(): void {
  import('../library/whole-library.ts').catch(() => {})
}

async function readNewest(library: Library): Promise<NewestCards | undefined> {
  const jobs = await library.jobs()
  const newest = newestWithArticles(jobs)
  return newest && { jobs, key: newest.key, cards: await library.cards(newest.key, 0) }
}

/** Tells two keys apart without containing either. */
const fingerprintOf = ({ apiKey }: Credentials): string => textHash({ title: apiKey, text: '' }).toString(36)

/** The environment this code runs in. */
export function thisEnvironment(): WorkerEnvironment {
  return {
    // Wrapped, because `fetch` fails when called as a method of another object.
    fetch: (input, init) => fetch(input, init),
    indexedDB: globalThis.indexedDB,
    locks: navigator.locks,
    openChannel: typeof BroadcastChannel === 'undefined' ? undefined : (name) => new BroadcastChannel(name),
    now: Date.now,
    random: Math.random,
    isOnline: () => navigator.onLine,
  }
}

/** Connects the service and the library in place: in a worker, on a page that can't have one, or in a test. */
export function createWorkerApi(
  dependencies: WorkerDependencies,
  watch: JobWatch,
): WorkerApi & RequestSending {
  const { library, now, locks } = dependencies
  const files = lazyModule(async () => (await import('./file-work.ts')).fileWork(library, now, locks))
  return {
    library,
    ...requestSending(dependencies),
    openJob: (jobId) => library.openByNumber(jobId, now()),
    checkJob: (key) => watch.checkJob(key),
    latestResult: (key) => watch.latestResult(key),
    subscribe: (listener) => watch.subscribe(listener),
    ...files.methods({ makeArticleFile: true, makeBackup: true, restoreBackup: true, abandonFiles: true }),
    ...idWork(library),
  }
}
