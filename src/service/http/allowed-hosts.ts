const loopbackNames = ['localhost', '127.0.0.1', '[::1]']

/** Whether only this machine can reach what listens there. */
export const isLoopback = (host: string): boolean => /^(?:localhost|127(?:\.\d+){3}|::1)$/i.test(host)

/**
 * Checks what a request calls the service (`Host`). A page elsewhere can let its own name stand for this machine (DNS
 * rebinding), and a browser then takes the service for a part of that page; the name gives it away.
 *
 * Where other machines reach the service, only its operator knows its names: there all are answered until some are
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
    [...loopbackNames, listensOn.includes(':') ? `[${listensOn}]` : listensOn, ...configured].map(normalise),
  )
  return (hostHeader) => allowed.has(normalise((hostHeader ?? '').replace(/:\d*$/, '')))
}

/** "localhost." is the same name, and letters are of any case. */
const normalise = (name: string): string => name.toLowerCase().replace(/\.$/, '')
