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

/** Identifies an account in storage and in query keys: e-mail and address, never the key. */
export const accountName = ({ email, serviceAddress }: Account): string => `${email} ${serviceAddress}`
