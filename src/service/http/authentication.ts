import type { Context, MiddlewareHandler } from 'hono'
import { isIPv6 } from 'node:net'
import type { Account } from '../accounts/account.ts'
import type { Accounts } from '../accounts/accounts.ts'
import type { Environment } from './environment.ts'
import type { Limits } from './limits.ts'
import { HttpProblem } from './problems.ts'

export interface AuthenticationOptions {
  readonly accounts: Accounts
  readonly limits: Limits
  readonly trustProxy: boolean
}

/** Checks the e-mail and key of one request, subject to the limits on guessing. */
export type SignIn = (c: Context<Environment>, email: string, key: string) => Promise<Account | undefined>

export const createSignIn =
  ({ accounts, limits, trustProxy }: AuthenticationOptions): SignIn =>
  (c, email, key) =>
    // A pasted key may have spaces or line breaks around it, which no key has (see `findKeyFault`).
    limits.guard(clientAddress(c, trustProxy), email, () => accounts.authenticate(email, key.trim()))

/**
 * HTTP Basic (docs/interface.md, "Authentication", 2). The response to wrong credentials is a `Basic` challenge, which
 * many clients need, except for browsers (`Sec-Fetch-*`): they would open a dialog that the desk can't close.
 */
export function authenticate(signIn: SignIn, limits: Limits): MiddlewareHandler<Environment> {
  return async (c, next) => {
    const credentials = readBasic(c.req.header('Authorization'))
    const account = credentials && (await signIn(c, credentials.email, credentials.key))
    if (!account)
      throw new HttpProblem(
        401,
        credentials
          ? 'The e-mail or the API key is wrong.'
          : 'Send your e-mail and API key in an Authorization header (HTTP Basic).',
        {
          headers: {
            'WWW-Authenticate': isBrowser(c)
              ? 'ApiKey realm="Article Desk"'
              : 'Basic realm="Article Desk", charset="UTF-8"',
          },
        },
      )
    limits.countRequest(account.id)
    c.set('account', account)
    await next()
    // No cache may keep an account's data, unless a route says otherwise.
    if (!c.res.headers.has('Cache-Control')) c.res.headers.set('Cache-Control', 'no-store')
  }
}

const isBrowser = (c: Context<Environment>): boolean =>
  ['Sec-Fetch-Site', 'Sec-Fetch-Mode', 'Sec-Fetch-Dest'].some((name) => c.req.header(name) !== undefined)

/** Longer credentials can't be right, and are not decoded. */
const longestCredentials = 2_048

/**
 * Reads an Authorization header as UTF-8 (RFC 7617). The key may hold colons, the e-mail can't.
 *
 * @returns undefined for any other scheme and for malformed input
 */
export function readBasic(header: string | undefined): { email: string; key: string } | undefined {
  if (header === undefined || header.length > longestCredentials) return undefined
  const encoded = /^basic +([A-Za-z0-9+/]+=*) *$/i.exec(header)?.[1]
  if (!encoded) return undefined
  const decoded = Buffer.from(encoded, 'base64').toString('utf8')
  const colon = decoded.indexOf(':')
  if (colon < 1) return undefined
  return { email: decoded.slice(0, colon), key: decoded.slice(colon + 1) }
}

/**
 * The client's address, for the limits. The socket can't be forged; `X-Forwarded-For` can, so it counts only behind a
 * proxy known to set it (and then only its last entry, which that proxy wrote).
 */
export function clientAddress(c: Context<Environment>, trustProxy: boolean): string {
  const forwarded = trustProxy ? c.req.header('X-Forwarded-For')?.split(',').at(-1)?.trim() : undefined
  return networkOf(withoutPort(forwarded) || c.env?.incoming?.socket.remoteAddress || 'unknown')
}

/** Removes the client's port, which some proxies report and which differs for each connection. */
const withoutPort = (address = ''): string =>
  address.replace(/^\[(.*)\](?::\d+)?$/, '$1').replace(/^(\d+(?:\.\d+){3}):\d+$/, '$1')

/** One IPv6 customer has at least 2^64 addresses: they count as one. */
function networkOf(address: string): string {
  if (address.startsWith('::ffff:') && address.includes('.')) return address.slice(7)
  if (!isIPv6(address)) return address
  const [head = '', tail] = address.split('%')[0]?.split('::') ?? []
  const before = head === '' ? [] : head.split(':')
  const after = tail ? tail.split(':') : []
  const zeros = tail === undefined ? 0 : 8 - before.length - after.length
  return [...before, ...Array<string>(zeros).fill('0'), ...after].slice(0, 4).join(':')
}
