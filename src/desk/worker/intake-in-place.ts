import { createClient } from '../api/client.ts'
import type { Credentials } from '../api/credentials.ts'
import { accountName } from '../api/credentials.ts'
import type { Fetch } from '../api/transport.ts'
import { openLibrary } from '../library/open-library.ts'
import { createIntake } from './create-intake.ts'
import type { OpenIntake, OpenIntakeOptions } from '../intake/open-intake.ts'
import { createSendingLocks } from './sending-locks.ts'

/** What an intake needs of the place it runs in: a worker, a page or a test. */
export interface IntakePlace {
  readonly fetch: Fetch
  readonly indexedDB: IDBFactory | undefined
  /** Undefined on plain http, whatever the browser's types say. */
  readonly locks: LockManager | undefined
  readonly now: () => number
  readonly random: () => number
}

/** How long a removed job can be brought back. */
const keepRemovedMs = 24 * 3_600_000

/** Opens the library of an account and joins it with the service. Throws a `LibraryError`, see `openLibrary`. */
export async function openIntakeInPlace(options: OpenIntakeOptions, place: IntakePlace): Promise<OpenIntake> {
  const { account, onNewerSchema } = options
  let credentials = ownCredentials(options.credentials)
  const { fetch, indexedDB, now, random } = place
  const library = await openLibrary({ name: accountName(account), now, indexedDB, onNewerSchema })
  const client = createClient({
    serviceAddress: account.serviceAddress,
    fetch,
    now,
    credentials: () => credentials,
    // Forgotten here, not when the page has heard of it: whatever is due by then would be refused as well.
    onRefused(refused) {
      if (credentials === refused) credentials = undefined
    },
  })
  const intake = createIntake({ library, client, now, random, locks: createSendingLocks(place.locks) })
  await intake.recover()
  // Nothing waits for it: what was removed long ago may as well go the next time.
  library.purgeRemoved(now() - keepRemovedMs).catch(() => {})
  return {
    intake,
    useCredentials(next) {
      credentials = ownCredentials(next)
      return Promise.resolve()
    },
    close() {
      void intake.abandonCheck()
      library.close()
    },
  }

  function ownCredentials(given: Credentials | undefined): Credentials | undefined {
    if (given && accountName(given) !== accountName(account)) throw new Error('The key of another account')
    return given
  }
}

/** The place that this code happens to run in. */
export function thisPlace(): IntakePlace {
  return {
    // Not `fetch` itself: it refuses to be called as a method of anything else.
    fetch: (input, init) => fetch(input, init),
    indexedDB: globalThis.indexedDB,
    locks: navigator.locks,
    now: Date.now,
    random: Math.random,
  }
}
