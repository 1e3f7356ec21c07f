export interface Account {
  readonly id: number
  /** Normalised. */
  readonly email: string
}

/** Two spellings of one address are one account, for whoever signs in as for whoever counts wrong keys. */
export const normaliseEmail = (email: string): string => email.trim().normalize('NFC').toLowerCase()
