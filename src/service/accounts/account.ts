export interface Account {
  readonly id: number
  /** Normalised. */
  readonly email: string
}

/** Makes two spellings of an address one account, for signing in and for counting wrong keys. */
export const normaliseEmail = (email: string): string => email.trim().toLowerCase().normalize('NFC')
