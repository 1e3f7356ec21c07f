export interface Account {
  readonly id: number
  /** Normalised: two spellings of one address are one account. */
  readonly email: string
}
