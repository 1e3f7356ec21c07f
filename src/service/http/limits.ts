import { createHash } from 'node:crypto'
import type { Context } from 'hono'
import { normaliseEmail } from '../accounts/account.ts'
import type { SharedCounts } from '../accounts/shared-counts.ts'
import type { Environment } from './environment.ts'
import { tooManyRequests } from './problems.ts'
import { createWindowCounts } from './window-counts.ts'

export interface LimitOptions {
  /** Requests of all kinds per account and minute. */
  readonly requestsPerMinute?: number | undefined
  /** Shares the counts between processes; without it, a restart forgets them. */
  readonly shared?: SharedCounts | undefined
  readonly now?: (() => number) | undefined
}

export type Limits = ReturnType<typeof createLimits>

/** Wrong keys are counted within a window that starts with the first. */
const guessWindowMs = 10 * 60_000
const guessesPerAccountAndAddress = 10
const guessesPerAddress = 50
/** Past this, each address has one guess at the account: the many addresses may be one attacker. */
const guessesPerAccount = 100
const guessesWhenUnderAttack = 1

/**
 * Limits on wrong keys and on requests.
 *
 * No limit applies to an account alone, since anybody could then lock out its owner: a right key from an address
 * without wrong guesses always succeeds.
 */
export function createLimits({
  requestsPerMinute = 6_000,
  shared,
  // A monotonic clock: if the time of day were set back by an hour, everybody would be refused for an hour.
  now = () => performance.now(),
}: LimitOptions = {}) {
  const counts = createWindowCounts(now, shared)
  /** Checks in progress, by address, and by account and address. */
  const running = new Map<string, number>()
  const waiting = new Map<string, (() => void)[]>()

  const change = (name: string, by: number): void => {
    const left = (running.get(name) ?? 0) + by
    if (left === 0) running.delete(name)
    else running.set(name, left)
  }

  return {
    /**
     * Runs one check of an e-mail and key, and counts it if it fails. A check in progress counts as wrong: otherwise a
     * thousand at once would all start before the first was counted. So a check waits only if others from its address
     * use up the guesses that the address has left.
     *
     * @param check resolves to undefined if the key is wrong
     * @throws HttpProblem 429, without a check, after too many wrong keys
     */
    async guard<T>(
      address: string,
      email: string,
      check: () => Promise<T | undefined>,
    ): Promise<T | undefined> {
      await counts.refresh()
      const account = nameOf('account', normaliseEmail(email))
      const here = nameOf('here', address, account)
      const from = nameOf('address', address)
      let allowed = guessesPerAccountAndAddress
      for (;;) {
        if (counts.count(account) >= guessesPerAccount) allowed = guessesWhenUnderAttack
        const waitMs = Math.max(
          counts.count(here) >= allowed ? counts.msLeft(here) : 0,
          counts.count(from) >= guessesPerAddress ? counts.msLeft(from) : 0,
        )
        if (waitMs > 0) throw tooManyGuesses(waitMs)
        const hasRoom =
          counts.count(here) + (running.get(here) ?? 0) < allowed &&
          counts.count(from) + (running.get(from) ?? 0) < guessesPerAddress
        if (hasRoom) break
        await new Promise<void>((resolve) => {
          waiting.set(from, [...(waiting.get(from) ?? []), resolve])
        })
      }

      change(here, 1)
      change(from, 1)
      try {
        const found = await check()
        if (found !== undefined) return found
        for (const name of [here, from, account]) counts.add(name, guessWindowMs)
        await counts.refresh({ isForced: true })
        // Other processes may have counted guesses that this one didn't know of when it started the check.
        if (counts.count(here) > allowed) throw tooManyGuesses(counts.msLeft(here))
        return undefined
      } finally {
        change(here, -1)
        change(from, -1)
        const woken = waiting.get(from) ?? []
        waiting.delete(from)
        for (const wake of woken) wake()
      }
    },

    /** @throws HttpProblem 429 if the account has used up its requests for this minute */
    countRequest(accountId: number): void {
      const name = `requests ${accountId}`
      counts.add(name, 60_000)
      if (counts.count(name) > requestsPerMinute)
        throw tooManyRequests(`An account has ${requestsPerMinute} requests a minute.`, counts.msLeft(name))
    },
  }
}

/**
 * Limits how many requests of the same account or address are in progress, each until its client has the response.
 *
 * @param detail said to those refused
 */
export function createConcurrencyLimit(max: number, detail: string) {
  /** The account or address of each request. */
  const running: (number | string)[] = []

  /** @throws HttpProblem 429 if there are too many */
  return function count({ env }: Context<Environment>, name: number | string): void {
    if (running.filter((one) => one === name).length >= max) throw tooManyRequests(detail, 1_000)
    // Without a connection, as in development, there is no slow client.
    if (!env?.outgoing || env.outgoing.closed) return
    running.push(name)
    env.outgoing.once('close', () => running.splice(running.indexOf(name), 1))
  }
}

const tooManyGuesses = (waitMs: number) =>
  tooManyRequests('Too many wrong keys from this address. Wait, then try again.', waitMs)

/** A digest, because an e-mail typed by a stranger may be of any length and should not be readable by others. */
const nameOf = (...parts: string[]): string =>
  createHash('sha256').update(JSON.stringify(parts)).digest('base64url')
