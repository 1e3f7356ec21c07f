import { domainToASCII } from 'node:url'

const loopbackNames = ['localhost', '127.0.0.1', '[::1]']

/** Whether only this machine can reach a server listening on `host`. */
export const isLoopback = (host: string): boolean => /^(?:localhost|127(?:\.\d+){3}|::1)$/i.test(host)

/**
 * Checks the `Host` header of a request. In a DNS rebinding attack a page elsewhere points its own name at this
 * machine, and a browser then treats the service as same-origin with that page; the name in `Host` gives it away.
 *
 * If other machines can reach the service, only its operator knows its names: any name is accepted until some are
 * configured.
 *
 * @param listensOn name or address
 * @param configured further names, without a port
 */
export function createHostCheck(
  listensOn: string,
  configured: readonly string[] = [],
): (hostHeader: string | undefined) => boolean {
  if (!isLoopback(listensOn) && configured.length === 0) return () => true
  const allowed = new Set(
    [...loopbackNames, listensOn.includes(':') ? `[${listensOn}]` : listensOn, ...configured].map((name) =>
      // Browsers send "ü" as "xn--tda". An invalid name would become empty, like a missing header.
      normalise(domainToASCII(name) || name),
    ),
  )
  return (hostHeader) => allowed.has(normalise((hostHeader ?? '').replace(/:\d*$/, '')))
}

/** Ignores case and a trailing dot ("localhost."). */
const normalise = (name: string): string => name.toLowerCase().replace(/\.$/, '')
