import { isIPv6 } from 'node:net'
import type { Context } from 'hono'
import type { Environment } from './environment.ts'

/**
 * Who is asking, for the limits. The socket can't lie; `X-Forwarded-For` can, so it counts only behind a proxy that
 * is known to set it (and then its last entry, the one that proxy wrote itself).
 */
export function clientAddress(c: Context<Environment>, trustProxy: boolean): string {
  const forwarded = trustProxy ? c.req.header('X-Forwarded-For')?.split(',').at(-1)?.trim() : undefined
  return networkOf(forwarded || c.env?.incoming?.socket.remoteAddress || 'unknown')
}

/** One IPv6 customer has 2^64 addresses at the least: they count as one. */
function networkOf(address: string): string {
  if (address.startsWith('::ffff:') && address.includes('.')) return address.slice(7)
  if (!isIPv6(address)) return address
  const [head = '', tail] = address.split('%')[0]?.split('::') ?? []
  const before = head === '' ? [] : head.split(':')
  const after = tail ? tail.split(':') : []
  const zeros = tail === undefined ? 0 : 8 - before.length - after.length
  return [...before, ...Array<string>(zeros).fill('0'), ...after].slice(0, 4).join(':')
}
