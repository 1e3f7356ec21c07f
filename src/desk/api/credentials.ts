/** Everything on the device is kept per account. Holds no secret. */
export interface Account {
  readonly email: string
  /** Base address of the service, without a slash at the end. */
  readonly serviceAddress: string
}

/** An account with its API key. Kept only in memory and by `session`. */
export interface Credentials extends Account {
  readonly apiKey: string
}

/**
 * Credentials as HTTP Basic encodes them (docs/interface.md, "Authentication", 2). As UTF-8 first, since `btoa` throws
 * on characters outside Latin-1.
 */
export function basicCredentials({ email, apiKey }: Credentials): string {
  const bytes = new TextEncoder().encode(`${email}:${apiKey}`)
  return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''))
}

/**
 * Redacts the key in what a service says: some repeat a wrong key, or the headers that they have received. Call before
 * anything is cut or left out, which would leave a part of it.
 */
export function withoutKey(text: string, credentials: Credentials | undefined): string {
  if (!credentials?.apiKey) return text
  const { apiKey } = credentials
  // Without the padding, which may be missing or escaped.
  const encoded = basicCredentials(credentials).replace(/=+$/, '')
  const secrets = [encoded, JSON.stringify(apiKey).slice(1, -1), apiKey]
  return secrets.reduce((rest, secret) => rest.replaceAll(secret, '•••'), text)
}

/** Identifies an account in storage and in query keys: e-mail and address, never the key. */
export const accountName = ({ email, serviceAddress }: Account): string => `${email} ${serviceAddress}`

/** Whether a service is on this machine, and so can be reached without a network, and in the clear from any page. */
export const isOnThisMachine = ({ hostname }: URL): boolean =>
  /^(?:localhost|.*\.localhost|127(?:\.\d+){3}|\[::1\])$/.test(hostname)
