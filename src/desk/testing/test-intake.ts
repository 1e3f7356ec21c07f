import { createClient } from '../api/client.ts'
import type { Credentials } from '../api/credentials.ts'
import type { Intake } from '../intake/intake.ts'
import type { Library } from '../library/library.ts'
import { createMemoryLibrary } from '../library/memory-library.ts'
import { createIntake } from '../worker/create-intake.ts'
import { jobChecks } from '../worker/job-checks.ts'
import { createJobWatch, type JobWatch, type JobWatchOptions } from '../worker/job-watch.ts'
import { createLatestAnswers } from '../worker/latest-answers.ts'
import { createSendingLocks } from '../worker/sending-locks.ts'
import type { StubService } from './stub-service.ts'
import { createStubService } from './stub-service.ts'

export const testCredentials: Credentials = {
  email: 'editor@example.org',
  serviceAddress: 'https://service.example',
  apiKey: 'key-1',
}

export interface TestIntakeOptions {
  readonly service?: StubService
  readonly library?: Library
  readonly now?: () => number
  readonly credentials?: () => Credentials | undefined
  /** What it shares with other tabs; without, it is alone. */
  readonly shared?: Pick<JobWatchOptions, 'locks' | 'openChannel'>
}

export type TestIntake = Intake & { readonly service: StubService; readonly watch: JobWatch }

/**
 * The real intake over the stub service and a library in memory. Its chance is always one half. It asks for a job only
 * when it is told to, unless its watch is started.
 */
export function testIntake({
  service = createStubService(),
  now = Date.now,
  library = createMemoryLibrary({ now }),
  credentials = () => testCredentials,
  shared = { locks: undefined, openChannel: undefined },
}: TestIntakeOptions = {}): TestIntake {
  const client = createClient({
    serviceAddress: service.address,
    fetch: service.fetch,
    now,
    credentials,
    onService: (id) => library.noticeService(id),
  })
  const answers = createLatestAnswers()
  const parts = { library, client, answers, now, random: () => 0.5, locks: createSendingLocks(undefined) }
  const watch = createJobWatch({
    ...parts,
    ...shared,
    checks: jobChecks(parts),
    keyMark: () => credentials()?.apiKey,
    onRefusedElsewhere() {},
  })
  return { ...createIntake(parts, watch), service, watch }
}
