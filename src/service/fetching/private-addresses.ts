import ipaddr from 'ipaddr.js'

const { IPv4, IPv6 } = ipaddr

/** Contains all public unicast addresses; the other seven eighths of IPv6 are reserved or local. */
const globalUnicast = IPv6.parseCIDR('2000::/3')

/** The NAT64 prefix, by which IPv6-only networks reach IPv4 hosts (RFC 6052). */
const translated = IPv6.parseCIDR('64:ff9b::/96')

/**
 * Whether an address belongs to the public network. False for loopback, private, link-local, shared, multicast,
 * documentation and reserved ranges, for tunnels (6to4, Teredo), and for anything that isn't an address.
 *
 * @param address as sockets and resolvers write it, possibly with a zone; not a host name
 */
export function isPublicAddress(address: string): boolean {
  try {
    const parsed = ipaddr.parse(address)
    return parsed instanceof IPv4 ? isPublicIPv4(parsed) : isPublicIPv6(parsed)
  } catch {
    return false
  }
}

const isPublicIPv4 = (address: ipaddr.IPv4): boolean => address.range() === 'unicast'

function isPublicIPv6(address: ipaddr.IPv6): boolean {
  if (address.isIPv4MappedAddress() || address.match(translated))
    return isPublicIPv4(new IPv4(address.toByteArray().slice(12)))
  return address.range() === 'unicast' && address.match(globalUnicast)
}
