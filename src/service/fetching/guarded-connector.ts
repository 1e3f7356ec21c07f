import { lookup as lookUp, promises, type LookupAddress } from 'node:dns'
import { isIP, type LookupFunction } from 'node:net'
import { buildConnector } from 'undici'
import { isPublicAddress } from './private-addresses.ts'

class PrivateAddressError extends Error {
  override readonly name = 'PrivateAddressError'
  readonly code = 'ERR_PRIVATE_ADDRESS'

  constructor(address: string) {
    super(`leads to a private address (${address})`)
  }
}

export interface GuardOptions {
  /** Hosts that may have private addresses. */
  readonly isExempt: (hostname: string, port: string) => boolean
  readonly lookup?: LookupFunction | undefined
  /** Called for every opened socket, before it is checked. */
  readonly onConnect?: ((address: string) => void) | undefined
  /** Opens the connections; tests replace it with one that connects elsewhere. */
  readonly open?: typeof buildConnector
}

/**
 * Opens connections to public addresses only, with three checks. Literal addresses are checked first, since they skip
 * the lookup. Names are resolved once, and only the checked addresses are connected to (no DNS rebinding). Last, the
 * remote address of the socket itself is checked before any byte of TLS or HTTP is sent.
 */
export function createGuardedConnector(options: GuardOptions): buildConnector.connector {
  const { isExempt, onConnect, open = buildConnector } = options
  const connectAnywhere = open({ ...connecting, lookup: options.lookup ?? lookUp })
  const connectInPublic = open({ ...connecting, lookup: publicOnly(options.lookup ?? createLookup()) })

  return (target, done) => {
    const { hostname, protocol } = target
    const port = target.port || (protocol === 'https:' ? '443' : '80')
    const exempt = isExempt(hostname, port)
    if (!exempt && isIP(hostname) && !isPublicAddress(hostname)) {
      queueMicrotask(() => done(new PrivateAddressError(hostname), null))
      return
    }
    const connect = exempt ? connectAnywhere : connectInPublic
    // For https, too, open the bare TCP connection first, so that it is checked before the TLS handshake.
    connect({ ...target, protocol: 'http:', port }, (error, socket) => {
      if (error) return done(error, null)
      const address = socket.remoteAddress ?? 'unknown'
      onConnect?.(address)
      if (!exempt && !isPublicAddress(address)) {
        socket.destroy()
        return done(new PrivateAddressError(address), null)
      }
      if (protocol !== 'https:') return done(null, socket)
      connect({ ...target, port, httpSocket: socket }, (...outcome) => {
        if (outcome[0]) socket.destroy()
        done(...outcome)
      })
    })
  }
}

/** With Node's default of 250 ms per address, slow hosts are unreachable if their second address has no route. */
const connecting = { timeout: 10_000, autoSelectFamily: true, autoSelectFamilyAttemptTimeout: 2_000 }

/**
 * Looks names up without the system, two of whose threads wait for as long as the servers of a name don't answer: all
 * other names would wait, too. A name without an address is left to the system, which may know it from elsewhere.
 *
 * @param open called for each name, since the servers to ask change with the network
 */
export function createLookup(
  open = () => new promises.Resolver({ timeout: 2_000, tries: 2 }),
): LookupFunction {
  return (hostname, options, done) => {
    const askSystem = () => lookUp(hostname, options, done)
    // Only this machine or its network has such names.
    if (!hostname.includes('.')) return askSystem()
    const resolver = open()
    void Promise.allSettled([resolver.resolve4(hostname), resolver.resolve6(hostname)]).then(
      ([four, six]) => {
        const addresses = [...addressesOf(four, 4), ...addressesOf(six, 6)]
        const unanswered = [four, six].find(isUnanswered)
        if (addresses.length > 0) done(null, addresses)
        else if (unanswered) done(unanswered.reason as Error, [])
        else askSystem()
      },
    )
  }
}

const addressesOf = (result: PromiseSettledResult<string[]>, family: 4 | 6): LookupAddress[] =>
  result.status === 'fulfilled' ? result.value.map((address) => ({ address, family })) : []

const isUnanswered = (result: PromiseSettledResult<string[]>): result is PromiseRejectedResult =>
  result.status === 'rejected' &&
  ['ETIMEOUT', 'ESERVFAIL'].includes((result.reason as NodeJS.ErrnoException).code ?? '')

/** A lookup that drops private addresses. */
function publicOnly(lookup: LookupFunction): LookupFunction {
  return (hostname, options, done) =>
    lookup(hostname, { ...options, all: true }, (error, found) => {
      if (error) return done(error, '')
      const addresses = found as LookupAddress[]
      const [first, ...others] = addresses.filter(({ address }) => isPublicAddress(address))
      if (!first) return done(new PrivateAddressError(addresses[0]?.address ?? 'none'), '')
      return options.all ? done(null, [first, ...others]) : done(null, first.address, first.family)
    })
}
