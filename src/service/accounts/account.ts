export interface Account {
  readonly id: number
  /** Normalised. */
  readonly email: string
}

/** Two spellings of one address are one account, both for sign-in and for counting wrong keys. */
export const normaliseEmail = (email: string): string => email.trim().normalize('NFC').toLowerCase()
