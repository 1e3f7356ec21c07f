import { lookup as lookUp, type LookupAddress } from 'node:dns'
import { isIP, type LookupFunction } from 'node:net'
import { buildConnector } from 'undici'
import { isPublicAddress } from './private-addresses.ts'

export class PrivateAddressError extends Error {
  override readonly name = 'PrivateAddressError'
  readonly code = 'ERR_PRIVATE_ADDRESS'

  constructor(address: string) {
    super(`leads to a private address (${address})`)
  }
}

export interface GuardOptions {
  /** Hosts that may be anywhere. */
  readonly isExempt: (hostname: string, port: string) => boolean
  readonly lookup?: LookupFunction | undefined
  /** Told of every socket that was opened, before it is checked. */
  readonly onConnect?: ((address: string) => void) | undefined
  /** How connections are opened; a test gives one that ends up elsewhere. */
  readonly open?: typeof buildConnector
}

/**
 * Opens connections to public addresses alone. Literal addresses never reach a look-up, so they are checked first; names
 * are connected to what the one look-up said and was checked; and at last the socket itself is asked where it went,
 * before a byte of TLS or HTTP goes over it.
 */
export function createGuardedConnector(options: GuardOptions): buildConnector.connector {
  const { isExempt, lookup = lookUp, onConnect, open = buildConnector } = options
  const connectAnywhere = open({ ...connecting, lookup })
  const connectInPublic = open({ ...connecting, lookup: publicOnly(lookup) })

  return (target, done) => {
    const { hostname, protocol } = target
    const port = target.port || (protocol === 'https:' ? '443' : '80')
    const exempt = isExempt(hostname, port)
    if (!exempt && isIP(hostname) && !isPublicAddress(hostname)) {
      queueMicrotask(() => done(new PrivateAddressError(hostname), null))
      return
    }
    const connect = exempt ? connectAnywhere : connectInPublic
    // Also for https the bare connection first: it can be checked before it says hello.
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

/** Node's own 250 ms for the first of several addresses make slow hosts unreachable where the second has no route. */
const connecting = { timeout: 10_000, autoSelectFamily: true, autoSelectFamilyAttemptTimeout: 2_000 }

/** A look-up that knows no private addresses. */
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
