import { proxy, releaseProxy } from 'comlink'
import type { ProxyMarked, Remote } from 'comlink'
import type { Account, Credentials } from '../api/credentials.ts'
import type { JobRequest } from '../../contract/job-request.ts'
import type { ArticleFileChoice } from '../files/article-file-type.ts'
import type { IdFormat } from '../files/id-file.ts'
import type { LibraryChange } from '../library/library.ts'
import type { ArticleChoice, JobKey } from '../library/records.ts'
import type { KeptScope, SkipScope } from '../library/skips/skip-scope.ts'
import type { OnProgress } from './file-work.ts'
import type { IntakePlace } from './intake-in-place.ts'
import { openIntakeInPlace } from './intake-in-place.ts'
import type { Arrival } from './intake.ts'

type Callback<T> = (value: T) => void

/** What the page can ask of the worker. Callbacks cross as proxies, everything else as copies. */
export type WorkerDesk = ReturnType<typeof createWorkerDesk>

/** The worker's side of an intake: the intake in place, with its callbacks led across. */
export function createWorkerDesk(place: IntakePlace) {
  return {
    /** Answers once the worker runs: a script that can't be loaded tells the page nothing it could rely on. */
    ready: () => true,

    async open(
      account: Account,
      credentials: Credentials | undefined,
      listeners: {
        onChange: Remote<Callback<LibraryChange>>
        onNewerSchema: Remote<() => void>
      } & ProxyMarked,
    ) {
      const open = await openIntakeInPlace(
        { account, credentials, onNewerSchema: () => void listeners.onNewerSchema() },
        place,
      )
      const { intake } = open
      const { library } = intake
      library.subscribe((change) => void listeners.onChange(change))
      return proxy({
        facts: () => ({ name: library.name, kept: library.kept }),
        library,
        useCredentials: (next: Credentials | undefined) => open.useCredentials(next),
        close: () => open.close(),
        createJob: (request: JobRequest, madeFrom?: JobKey, skipScope?: KeptScope) =>
          intake.createJob(request, madeFrom, skipScope),
        resend: (key: JobKey) => intake.resend(key),
        recover: () => intake.recover(),
        // Its channel goes with the check, when that is collected: nobody waits here for its end.
        openJob: (jobId: number, onArrival?: Remote<Callback<Arrival>>) =>
          intake.openJob(jobId, onArrival && ((arrival) => void onArrival(arrival))),
        abandonCheck: (key?: JobKey) => intake.abandonCheck(key),
        checkJob: (key: JobKey, onArrival?: Remote<Callback<Arrival>>) =>
          during(onArrival, (arrived) => intake.checkJob(key, arrived)),
        makeArticleFile: (choice: ArticleChoice, as: ArticleFileChoice, onProgress?: Remote<OnProgress>) =>
          during(onProgress, (progressed) => intake.makeArticleFile(choice, as, progressed)),
        makeBackup: (onProgress?: Remote<OnProgress>) =>
          during(onProgress, (progressed) => intake.makeBackup(progressed)),
        restoreBackup: (file: Blob, onProgress?: Remote<OnProgress>) =>
          during(onProgress, (progressed) => intake.restoreBackup(file, progressed)),
        abandonFiles: () => intake.abandonFiles(),
        readIds: (source: File | string) => intake.readIds(source),
        makeIdFile: (scope: SkipScope, format: IdFormat) => intake.makeIdFile(scope, format),
      })
    },
  }
}

/** Each call brings a channel of its own for what it tells meanwhile: a job watched for hours would leave thousands. */
async function during<T, Result>(
  tell: Remote<Callback<T>> | undefined,
  run: (told: Callback<T> | undefined) => Promise<Result>,
): Promise<Result> {
  try {
    return await run(tell && ((value) => void tell(value as never)))
  } finally {
    tell?.[releaseProxy]()
  }
}
