import { isIP, isIPv6 } from 'node:net'
import type { Refused } from './fetch-result.ts'
import { isPublicAddress } from './private-addresses.ts'

/** The limit of sitemaps.org. It also bounds the cost of matching one robots.txt rule. */
const maxLength = 2_048

export type AddressRules = ReturnType<typeof createAddressRules>

/**
 * Which addresses may be fetched: http and https, on ports 80 and 443, at public addresses. Hosts that the owner named
 * are exempt from the last two rules.
 *
 * @param allowPrivateHosts `host` or `host:port`; an IPv6 address with a port in brackets
 */
export function createAddressRules(allowPrivateHosts: readonly string[] = []) {
  const exempt = new Set(allowPrivateHosts.map(normalizeHost))

  const isExempt = (hostname: string, port: string): boolean => {
    const host = isIPv6(hostname) ? `[${hostname}]` : hostname
    return exempt.has(host) || exempt.has(`${host}:${port}`)
  }

  return {
    isExempt,

    /**
     * Returns the address without its fragment, or why it is refused. Host names are resolved and checked later, on
     * connecting.
     */
    check(address: string): URL | Refused {
      const url = URL.parse(address)
      if (!url || url.href.length > maxLength)
        return refuse('invalid-url', 'is not an address that can be used')
      if (url.protocol !== 'http:' && url.protocol !== 'https:')
        return refuse('scheme', `is not a web address (${url.protocol})`)
      if (url.username || url.password) return refuse('credentials', 'has a name or password in its address')
      url.hash = ''
      const hostname = hostnameOf(url)
      if (isExempt(hostname, portOf(url))) return url
      if (isIP(hostname) && !isPublicAddress(hostname))
        return refuse('private-address', `leads to a private address (${hostname})`)
      if (!['80', '443'].includes(portOf(url)))
        return refuse('port', `leads to port ${url.port}, and only 80 and 443 are allowed`)
      return url
    },
  }
}

const refuse = (reason: Refused['reason'], message: string): Refused => ({ kind: 'refused', reason, message })

const hostnameOf = (url: URL): string => url.hostname.replace(/^\[|\]$/g, '')

const portOf = ({ port, protocol }: URL): string => port || (protocol === 'https:' ? '443' : '80')

/** Normalizes the host as `URL` does, so that `LOCALHOST` and `127.1` match. The port is kept even if it is 80. */
function normalizeHost(named: string): string {
  const entry = isIPv6(named) ? `[${named}]` : named
  const [, host = '', port = ''] = /^(.*?)(:\d+)?$/.exec(entry) ?? []
  const url = URL.parse(`http://${host}`)
  return url ? url.hostname + port : entry
}
