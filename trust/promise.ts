import { appendFileSync } from 'node:fs'
import { it, vi } from 'vitest'

const isQuick = process.env['TRUST_SCALE'] === 'quick'

const part = Number(process.env['TRUST_PART'] ?? 1)

export const seed = Number(process.env['TRUST_SEED'] ?? 1)

export interface Trial {
  /** How often it is tried; 0 where it is too slow for a quick run. */
  readonly quick: number
  readonly whole: number
  /** Why it can't be tried here, if so. */
  readonly lacks?: string | undefined
}

/**
 * Tries something that is promised, and puts a line into the table.
 *
 * @param what is tried, in words that go before a count
 * @param run throws where it does not hold. @returns what was counted, in words; before it how often, where that is
 *   not as often as was asked for
 */
export function tried(
  promise: string,
  what: string,
  { quick, whole, lacks }: Trial,
  run: (count: number) => Promise<string | readonly [times: number, held: string]>,
): void {
  const count = isQuick ? quick : Math.ceil(whole * part)
  const note = (tried: string, held: string) => {
    const report = process.env['TRUST_REPORT']
    if (report) appendFileSync(report, `${JSON.stringify({ promise, what, tried, held })}\n`)
  }
  const title = `${promise}: ${what}`
  if (lacks !== undefined || count === 0) {
    it.skip(title, () => {})
    note('0', lacks ?? 'not tried in a quick run')
    return
  }
  it(title, { timeout: 30 * 60_000 }, async () => {
    try {
      const result = await run(count)
      const [times, held] = typeof result === 'string' ? [count, result] : result
      note(times.toLocaleString('en'), held)
    } catch (error) {
      note(count.toLocaleString('en'), 'BROKEN')
      throw error
    } finally {
      vi.useRealTimers()
    }
  })
}

/** Numbers from 0 to 1 that are the same for the same seed (mulberry32). */
export function randomOf(from: number): () => number {
  let state = from >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let value = Math.imul(state ^ (state >>> 15), state | 1)
    value ^= value + Math.imul(value ^ (value >>> 7), value | 61)
    return ((value ^ (value >>> 14)) >>> 0) / 2 ** 32
  }
}
