import { normaliseEmail } from '../accounts/account.ts'
import { tooManyRequests } from './problems.ts'

export interface LimitOptions {
  /** Requests of one account a minute, of every kind. */
  readonly requestsPerMinute?: number | undefined
  readonly now?: (() => number) | undefined
}

export type Limits = ReturnType<typeof createLimits>

/** Wrong keys, counted within a window that opens with the first of them. */
const guessWindowMs = 10 * 60_000
const guessesPerAccountAndAddress = 10
const guessesPerAddress = 50
/** From then on each address has one guess at this account: many addresses may well be one guesser. */
const guessesPerAccount = 100
const guessesWhenUnderAttack = 1

/**
 * Limits, in memory: a restart forgets them, and two processes on one database count apart.
 *
 * No limit is on an account alone, for that would let anybody lock out its owner: a right key from an address that
 * has not guessed wrong is always let in.
 */
export function createLimits({ requestsPerMinute = 6_000, now = Date.now }: LimitOptions = {}) {
  const guessesHere = createCounter(guessWindowMs, now)
  const guessesByAddress = createCounter(guessWindowMs, now)
  const guessesAtAccount = createCounter(guessWindowMs, now)
  const requests = createCounter(60_000, now)
  const queues = new Map<string, Promise<unknown>>()

  return {
    /**
     * Runs one check of an e-mail and key, and counts it when it fails. Checks from one address go one after another:
     * a thousand at once would all be let in before the first was counted.
     *
     * @param check resolves to undefined where the key is wrong
     * @throws HttpProblem 429, without a check, where too many were wrong before
     */
    async guard<T>(
      address: string,
      email: string,
      check: () => Promise<T | undefined>,
    ): Promise<T | undefined> {
      const account = normaliseEmail(email)
      const here = JSON.stringify([address, account])
      const previous = queues.get(address) ?? Promise.resolve()
      const current = previous.then(async () => {
        const allowedHere =
          guessesAtAccount.count(account) >= guessesPerAccount
            ? guessesWhenUnderAttack
            : guessesPerAccountAndAddress
        const waitMs = Math.max(
          guessesHere.count(here) >= allowedHere ? guessesHere.msLeft(here) : 0,
          guessesByAddress.count(address) >= guessesPerAddress ? guessesByAddress.msLeft(address) : 0,
        )
        if (waitMs > 0)
          throw tooManyRequests('Too many wrong keys from this address. Wait, then try again.', waitMs)
        const found = await check()
        if (found === undefined) {
          guessesHere.add(here)
          guessesByAddress.add(address)
          guessesAtAccount.add(account)
        }
        return found
      })
      const settled = current.catch(() => undefined)
      queues.set(address, settled)
      void settled.then(() => {
        if (queues.get(address) === settled) queues.delete(address)
      })
      return current
    },

    /** @throws HttpProblem 429 when the account has used up this minute */
    countRequest(accountId: number): void {
      const key = String(accountId)
      requests.add(key)
      if (requests.count(key) > requestsPerMinute)
        throw tooManyRequests(`An account has ${requestsPerMinute} requests a minute.`, requests.msLeft(key))
    },
  }
}

/** Who counts more than this many different things at a time is being attacked: the oldest count goes. */
const countersKept = 20_000

function createCounter(windowMs: number, now: () => number) {
  const windows = new Map<string, { count: number; endsAt: number }>()
  const open = (key: string) => {
    const window = windows.get(key)
    return window && window.endsAt > now() ? window : undefined
  }
  return {
    add(key: string): void {
      const window = open(key)
      if (window) {
        window.count += 1
        return
      }
      windows.delete(key)
      if (windows.size >= countersKept) windows.delete(windows.keys().next().value ?? '')
      windows.set(key, { count: 1, endsAt: now() + windowMs })
    },
    count: (key: string): number => open(key)?.count ?? 0,
    msLeft: (key: string): number => (open(key)?.endsAt ?? now()) - now(),
  }
}
