/** Everything on the device is kept per account. Holds no secret. */
export interface Account {
  readonly email: string
  /** Base address of the service, without a slash at the end. */
  readonly serviceAddress: string
}

/** Drops all other properties: credentials are accounts too, and contain the key. */
export const accountOf = ({ email, serviceAddress }: Account): Account => ({ email, serviceAddress })

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
  // Compared without the padding, which may be missing or escaped.
  const encoded = basicCredentials(credentials).replace(/=+$/, '')
  return [encoded, credentials.apiKey].reduce((rest, secret) => rest.replace(written(secret), '•••'), text)
}

const entities: Readonly<Record<string, string>> = {
  '&': 'amp',
  '<': 'lt',
  '>': 'gt',
  '"': 'quot',
  "'": 'apos',
}

/** Matches a secret whether or not JSON or HTML has escaped its characters, each of which they may escape. */
function written(secret: string): RegExp {
  const hex = (code: number, digits = 1) => code.toString(16).padStart(digits, '0')
  const forms = Array.from(secret, (character) => {
    const code = character.codePointAt(0) ?? 0
    const units = character.split('').map((unit) => `\\\\u${hex(unit.charCodeAt(0), 4)}`)
    const plain = character.replace(/[\\^$.*+?()[\]{}|/]/, '\\$&')
    const named = entities[character] ? `|&${entities[character]};` : ''
    return `(?:\\\\?${plain}|${units.join('')}|&#0*${code};|&#x0*${hex(code)};${named})`
  })
  return new RegExp(forms.join(''), 'gi')
}

/** Identifies an account in storage and in query keys: e-mail and address, never the key. */
export const accountName = ({ email, serviceAddress }: Account): string => `${email} ${serviceAddress}`

export const isSameAccount = (one: Account, other: Account): boolean =>
  accountName(one) === accountName(other)

/** Whether a service is on this machine, and so can be reached without a network, and in the clear from any page. */
export const isOnThisMachine = ({ hostname }: URL): boolean =>
  /^(?:localhost|.*\.localhost|127(?:\.\d+){3}|\[::1\])$/.test(hostname)
