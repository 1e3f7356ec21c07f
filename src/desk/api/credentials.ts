/** Whose articles they are: everything on the device is kept per account. Holds no secret. */
export interface Account {
  readonly email: string
  /** Base address of the service, without a slash at the end. */
  readonly serviceAddress: string
}

/** An account with its API key. Lives in memory and in `session`'s keeping, and nowhere else. */
export interface Credentials extends Account {
  readonly apiKey: string
}

/**
 * The Authorization header (docs/interface.md, "Authentication", 2). As UTF-8 first, since `btoa` throws on
 * characters past Latin-1.
 */
export function basicAuthorization({ email, apiKey }: Credentials): string {
  const bytes = new TextEncoder().encode(`${email}:${apiKey}`)
  return `Basic ${btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''))}`
}

/** Names an account in storage and in query keys: e-mail and address, never the key. */
export const accountName = ({ email, serviceAddress }: Account): string => `${email} ${serviceAddress}`
