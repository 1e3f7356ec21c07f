import type { ScryptOptions } from 'node:crypto'
import { createHash, createHmac, randomBytes, scrypt, timingSafeEqual } from 'node:crypto'

/** A key is only stored as its hash: SHA-256 without a salt, scrypt with one. */
export interface HashedKey {
  readonly hash: Buffer
  readonly salt: Buffer | null
  /** scrypt's parallelization parameter, which here only multiplies the time. */
  readonly rounds: number
}

/** Length limits for user-chosen keys; the maximum is beyond what password managers generate. */
export const keyLength = { min: 12, max: 200 }

const randomKeyBytes = 24
/** Together with {@link currentRounds}, one of the settings that OWASP recommends: 16 MiB of memory per check. */
const scryptOptions: ScryptOptions = { N: 2 ** 14, r: 8 }
const currentRounds = 5
const maxRemembered = 1_000

/** A key of 192 random bits, safe in headers, shells and URLs. */
export const generateKey = (): string => randomBytes(randomKeyBytes).toString('base64url')

/** Why a key is refused, worded for its owner; undefined if it is fine. */
export function findKeyFault(key: string): string | undefined {
  const length = Array.from(key).length
  if (length < keyLength.min)
    return `A key of your own needs at least ${keyLength.min} characters: shorter ones can be guessed.`
  if (length > keyLength.max) return `A key can have at most ${keyLength.max} characters.`
  // Sign-in would take this for a pasted "email:key" and use only the part after the colon.
  if (/^[^\s:@]+@[^\s:]+:/.test(key)) return 'Enter the key alone, without the e-mail before it.'
  if (/\p{Cc}/u.test(key)) return 'A key can’t hold line breaks, tabs or other control characters.'
  if (key !== key.trim()) return 'A key can’t begin or end with a space: it would be lost when copied.'
  if (new Set(key).size < 5) return 'This key repeats too few different characters: it can be guessed.'
  return undefined
}

/** A random key can't be guessed however fast the hash, so it gets a fast one; a user-chosen key gets scrypt. */
export async function hashKey(key: string, isRandom: boolean): Promise<HashedKey> {
  const rounds = currentRounds
  if (isRandom) return { hash: sha256(key), salt: null, rounds }
  const salt = randomBytes(16)
  return { hash: await derive(key, salt, rounds), salt, rounds }
}

/** Whether it was hashed by an earlier version, more cheaply than is advised today. */
export const isOutdated = ({ salt, rounds }: HashedKey): boolean => salt !== null && rounds < currentRounds

/**
 * Creates the check of a key against its stored hash. A right key is accepted fast, which reveals nothing to its
 * holder. Every wrong key, including one for an unknown account, costs one scrypt, so that timing reveals neither which
 * e-mails exist nor which kind of key they have.
 *
 * A right user-chosen key is remembered (as an HMAC with a secret of this process, by the hash it matched), since a
 * desk sends requests every few seconds.
 */
export function createKeyCheck() {
  const secret = randomBytes(32)
  const remembered = new Map<string, Buffer>()
  const dummy: HashedKey = { hash: randomBytes(32), salt: randomBytes(16), rounds: currentRounds }
  const seal = (key: string): Buffer => createHmac('sha256', secret).update(key).digest()

  return async function isRightKey(key: string, kept: HashedKey | undefined): Promise<boolean> {
    const { hash, salt, rounds } = kept ?? dummy
    const isFast = timingSafeEqual(sha256(key), hash) && salt === null
    const fitted = remembered.get(hash.toString('base64'))
    const isRemembered = timingSafeEqual(seal(key), fitted ?? secret) && fitted !== undefined
    if (kept && (isFast || isRemembered)) return true

    const derived = await derive(key, salt ?? secret, rounds)
    // Checking a key against an older, cheaper hash must take as long as against a current one.
    if (rounds < currentRounds) await derive(key, secret, currentRounds - rounds)
    if (!timingSafeEqual(derived, hash) || salt === null || !kept) return false
    if (remembered.size >= maxRemembered) remembered.delete(remembered.keys().next().value ?? '')
    remembered.set(hash.toString('base64'), seal(key))
    return true
  }
}

export const sha256 = (text: string): Buffer => createHash('sha256').update(text).digest()

function derive(key: string, salt: Buffer, rounds: number): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    // Normalised, so that "é" typed on one system equals "é" typed on another.
    scrypt(key.normalize('NFC'), salt, 32, { ...scryptOptions, p: rounds }, (error, derived) =>
      error ? reject(error) : resolve(derived),
    )
  })
}
