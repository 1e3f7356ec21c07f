export interface Background {
  /** Begins soon, or runs once more after the run that is under way. */
  wake(): void
  stop(): void
}

/**
 * Runs work that nobody waits for, in steps, so that other calls on the thread are answered in between. Work that fails
 * is left until the next wake: what it makes can always be made again.
 *
 * @param work calls `pause` between its steps, and ends where that says false
 */
export function createBackground(
  work: (pause: () => Promise<boolean>) => Promise<void>,
  { delayMs = 0 }: { delayMs?: number } = {},
): Background {
  let timer: ReturnType<typeof setTimeout> | undefined
  let isRunning = false
  let isWoken = false
  const stopping = new AbortController()

  const pause = () => new Promise<boolean>((resolve) => setTimeout(() => resolve(!stopping.signal.aborted)))

  async function run(): Promise<void> {
    timer = undefined
    isRunning = true
    while (isWoken && !stopping.signal.aborted) {
      isWoken = false
      await work(pause).catch(() => {})
    }
    isRunning = false
  }

  return {
    wake() {
      if (stopping.signal.aborted) return
      isWoken = true
      if (!isRunning) timer ??= setTimeout(() => void run(), delayMs)
    },
    stop() {
      stopping.abort()
      clearTimeout(timer)
    },
  }
}
