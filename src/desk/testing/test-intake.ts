import { createClient } from '../api/client.ts'
import type { Credentials } from '../api/credentials.ts'
import { createIntake } from '../worker/create-intake.ts'
import type { Intake } from '../intake/intake.ts'
import { createSendingLocks } from '../worker/sending-locks.ts'
import type { Library } from '../library/library.ts'
import { createMemoryLibrary } from '../library/memory-library.ts'
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
}

/** The real intake over the stub service and a library in memory. Its chance is always one half. */
export function testIntake({
  service = createStubService(),
  now = Date.now,
  library = createMemoryLibrary({ now }),
  credentials = () => testCredentials,
}: TestIntakeOptions = {}): Intake & { readonly service: StubService } {
  const client = createClient({ serviceAddress: service.address, fetch: service.fetch, now, credentials })
  const intake = createIntake({
    library,
    client,
    now,
    random: () => 0.5,
    locks: createSendingLocks(undefined),
  })
  return { ...intake, service }
}
