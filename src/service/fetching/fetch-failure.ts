import type { Failed, Refused } from './fetch-result.ts'

export class TooLargeError extends Error {
  override readonly name = 'TooLargeError'
}

export class UnknownEncodingError extends Error {
  override readonly name = 'UnknownEncodingError'
}

/** Describes an error in words for the owner. Never uses an error's own text, which may reveal addresses and code. */
export function failureOf(error: unknown): Failed | Refused {
  const { name, code = '', message } = error as NodeJS.ErrnoException
  if (code === 'ERR_PRIVATE_ADDRESS') return { kind: 'refused', reason: 'private-address', message }
  if (name === 'TimeoutError') return fail('timeout', 'takes too long to answer')
  // The last two codes mean that the fetcher was closed.
  if (name === 'AbortError' || code === 'UND_ERR_DESTROYED' || code === 'UND_ERR_CLOSED')
    return fail('aborted', 'was not waited for')
  if (error instanceof TooLargeError) return fail('too-large', message)
  if (error instanceof UnknownEncodingError) return fail('decoding', message)
  if (name === 'HTTPParserError') return fail('network', 'answers with something that is not HTTP')
  if (isDamage(code)) return fail('decoding', "is damaged (it can't be decompressed)")
  return fail('network', networkMessages[code] ?? networkMessage(code))
}

export const timedOut = () => new DOMException('The time is up', 'TimeoutError')
export const aborted = () => new DOMException('Nobody waits any more', 'AbortError')

const fail = (reason: Failed['reason'], message: string): Failed => ({ kind: 'failed', reason, message })

/** Codes of zlib, and of its brotli: ERR__ERROR_FORMAT_PADDING_1 and about thirty more. */
const isDamage = (code: string): boolean => /^Z_|^ERR__ERROR_/.test(code)

const networkMessages: Record<string, string> = {
  ENOTFOUND: "can't be found: there is no such host name",
  ENODATA: "can't be found: the host name has no address",
  EAI_AGAIN: "can't be found for now: the DNS lookup failed",
  ESERVFAIL: "can't be found for now: the DNS lookup failed",
  ETIMEOUT: "can't be found for now: the DNS lookup failed",
  EAI_FAIL: "can't be found for now: the DNS lookup failed",
  ECONNREFUSED: "can't be reached: the server accepts no connection",
  ECONNRESET: 'broke off the connection',
  EPIPE: 'broke off the connection',
  UND_ERR_SOCKET: 'broke off the connection',
  ETIMEDOUT: "can't be reached: the server does not answer",
  UND_ERR_CONNECT_TIMEOUT: "can't be reached: the server does not answer",
  EHOSTUNREACH: "can't be reached from this network",
  ENETUNREACH: "can't be reached from this network",
  EADDRNOTAVAIL: "can't be reached from this network",
  CERT_HAS_EXPIRED: 'has a certificate that is not valid any more',
  CERT_NOT_YET_VALID: 'has a certificate that is not valid yet',
  ERR_TLS_CERT_ALTNAME_INVALID: 'has a certificate that is not valid: it is for another host name',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'has a certificate that is not valid: it is self-signed',
  SELF_SIGNED_CERT_IN_CHAIN: 'has a certificate that is not valid: it is not from a trusted authority',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'has a certificate that is not valid: it is not from a trusted authority',
  UNABLE_TO_GET_ISSUER_CERT: 'has a certificate that is not valid: it is not from a trusted authority',
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY:
    'has a certificate that is not valid: it is not from a trusted authority',
  UND_ERR_HEADERS_OVERFLOW: 'answers with headers that are too large',
  UND_ERR_RES_CONTENT_LENGTH_MISMATCH: 'broke off in the middle of its answer',
}

function networkMessage(code: string): string {
  if (code.startsWith('CERT_')) return 'has a certificate that is not valid'
  if (/^ERR_(?:SSL|TLS)_|^EPROTO$/.test(code)) return "can't be reached: no secure connection can be made"
  return code ? `can't be reached (${code})` : "can't be reached"
}

/**
 * The failure for an unusable status: anything but 2xx, a 304 to a conditional request, or a redirect with a target.
 */
export function statusFailure(status: number, retryAfterMs?: number): Failed {
  return {
    ...fail('status', `${statusMessages[status] ?? statusClassMessage(status)} (${status})`),
    status,
    ...(retryAfterMs !== undefined && { retryAfterMs }),
  }
}

const statusMessages: Record<number, string> = {
  401: 'asks for a login',
  402: 'asks for payment',
  403: 'refuses access',
  404: 'is not there',
  406: 'has nothing in a form that we read',
  407: 'asks for the login of a proxy',
  410: 'is gone for good',
  429: 'limits our requests',
  451: 'is withheld for legal reasons',
  503: 'is not available for now',
}

function statusClassMessage(status: number): string {
  if (status >= 500) return 'reports a server error'
  return status >= 400 ? 'refuses the request' : 'answers with something unexpected'
}
