import { isOnThisMachine } from './credentials.ts'
import { pingPath } from '../../contract/paths.ts'
import type { Failure } from './errors.ts'
import { failureKinds } from './failure-kinds.ts'
import type { Fetch } from './transport.ts'

/** Why signing in to a service failed, as far as a browser can tell. */
export type ConnectionTrouble =
  | 'wrong-key' // the service is there and refuses the e-mail or the key
  | 'mixed-content' // this page is https and the service http: the browser refuses
  | 'blocked-by-cors' // something responds, but doesn't allow our page to read it
  | 'down' // nothing responds
  | 'other-service' // something responds, but not as documented
  | 'refused' // any other error of the service: its own message says more

export interface ProbeOptions {
  readonly serviceAddress: string
  readonly fetch: Fetch
  /** Address of the page itself. */
  readonly pageAddress: string
}

/**
 * Finds the cause of a failed sign-in. `fetch` throws the same error if CORS forbids reading a response and if there is
 * none; an opaque GET of ping, without credentials, tells the two apart.
 */
export async function findTrouble(failure: Failure, options: ProbeOptions): Promise<ConnectionTrouble> {
  // 405 and 501 come from a web server that doesn't accept POST.
  if (failure.status === 405 || failure.status === 501) return 'other-service'
  const { cause } = failureKinds[failure.kind].signIn
  if (cause === 'no-response-in-time') return 'down'
  if (cause !== 'no-response') return cause
  const page = new URL(options.pageAddress)
  const service = new URL(options.serviceAddress, page)
  const isInTheClear = page.protocol === 'https:' && service.protocol === 'http:'
  if (isInTheClear && !isOnThisMachine(service)) return 'mixed-content'
  // A page may read whatever its own origin responds: there, the connection broke just before.
  const isElsewhere = service.origin !== page.origin
  return isElsewhere && (await isResponding(options)) ? 'blocked-by-cors' : 'down'
}

const longestWaitMs = 8_000

async function isResponding({ serviceAddress, fetch }: ProbeOptions): Promise<boolean> {
  try {
    await fetch(serviceAddress + pingPath, {
      mode: 'no-cors',
      credentials: 'omit',
      cache: 'no-store',
      referrerPolicy: 'no-referrer',
      signal: AbortSignal.timeout(longestWaitMs),
    })
    return true
  } catch {
    return false
  }
}
