import { appendFileSync } from 'node:fs'
import { it, vi } from 'vitest'

const isQuick = process.env['TRUST_SCALE'] === 'quick'

const part = Number(process.env['TRUST_PART'] ?? 1)

export const seed = Number(process.env['TRUST_SEED'] ?? 1)

const until = Number(process.env['TRUST_UNTIL'] ?? Number.POSITIVE_INFINITY)

/** The whole run is limited to half an hour. On a slow machine, the rest is then left out; the table says so. */
export const isTimeOver = (): boolean => Date.now() > until

export interface TrialOptions {
  /** Number of trials in a quick run; 0 if it is too slow for one. */
  readonly quick: number
  readonly whole: number
  /** Why it can't be tested on this machine, if so. */
  readonly lacks?: string | undefined
  /** Runs in parallel with others in its file that do: it mostly waits for other programs. */
  readonly isConcurrent?: boolean
}

/**
 * Tests a guarantee and adds a line to the table.
 *
 * @param what is tried, in words that precede a count
 * @param run throws if the guarantee doesn't hold. @returns what was counted, in words; preceded by the number of trials
 * if that differs from the requested one
 */
export function trial(
  guarantee: string,
  what: string,
  { quick, whole, lacks, isConcurrent = false }: TrialOptions,
  run: (count: number) => Promise<string | readonly [times: number, held: string]>,
): void {
  const count = isQuick ? quick : Math.ceil(whole * part)
  const note = (tried: string, held: string) => {
    const report = process.env['TRUST_REPORT']
    if (report) appendFileSync(report, `${JSON.stringify({ guarantee, what, tried, held })}\n`)
  }
  const title = `${guarantee}: ${what}`
  if (lacks !== undefined || count === 0) {
    it.skip(title, () => {})
    note('0', lacks ?? 'not tried in a quick run')
    return
  }
  it(title, { timeout: 30 * 60_000, concurrent: isConcurrent }, async () => {
    try {
      const result = await run(count)
      const [times, held] = typeof result === 'string' ? [count, result] : result
      const asked =
        isTimeOver() && times < count ? ` of ${count.toLocaleString('en')}, then time was over` : ''
      note(times.toLocaleString('en') + asked, held)
    } catch (error) {
      note(count.toLocaleString('en'), `BROKEN: ${String(error).split('\n', 1)[0]}`)
      throw error
    } finally {
      vi.useRealTimers()
    }
  })
}
