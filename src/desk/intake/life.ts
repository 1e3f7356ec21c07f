import { LibraryError } from '../library/library.ts'

/** A worker folds 30 MB in a second or two; on the slowest device it still answers within this many ticks. */
const ticksToLive = 4

export interface Life {
  /** Runs a call. Rejects with a `LibraryError` should whoever is to answer it die meanwhile. */
  during<T>(call: () => Promise<T>): Promise<T>
}

/**
 * Watches over a worker while it has something to answer, since no browser tells for certain that one has died. Ticks
 * without an answer are counted, not time: a device that slept wakes up hours later.
 *
 * @param ping is answered as long as there is anyone to answer
 */
export function createLife(ping: () => Promise<unknown>, tickMs: number, onDeath: () => void) {
  const waiting = new Set<(reason: LibraryError) => void>()
  let isOver = false
  let ticks = 0
  let timer: ReturnType<typeof setInterval> | undefined

  function tick(): void {
    ticks += 1
    if (ticks > ticksToLive) return end()
    ping().then(
      () => (ticks = 0),
      () => {},
    )
  }

  function end(): void {
    if (isOver) return
    isOver = true
    clearInterval(timer)
    for (const reject of waiting) reject(new LibraryError('unavailable'))
    onDeath()
  }

  function settle(reject: (reason: LibraryError) => void): void {
    waiting.delete(reject)
    if (waiting.size === 0) clearInterval(timer)
  }

  const life: Life = {
    during: (call) =>
      new Promise((resolve, reject) => {
        if (isOver) return reject(new LibraryError('unavailable'))
        if (waiting.size === 0) {
          ticks = 0
          timer = setInterval(tick, tickMs)
        }
        waiting.add(reject)
        call()
          .then(resolve, reject)
          .finally(() => settle(reject))
      }),
  }
  return { life, end }
}
