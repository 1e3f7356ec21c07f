export interface Background {
  /** Starts soon, or runs again after the current run. */
  wake(): void
  stop(): void
}

/**
 * Runs background work in steps, so that other calls on the thread run in between. Failed work is not retried
 * until the next wake, because its results can always be rebuilt; a library that can be read again wakes it.
 *
 * @param work calls `pause` between its steps, and must end if it resolves to false
 */
export function createBackground(
  work: (pause: () => Promise<boolean>) => Promise<void>,
  { delayMs }: { delayMs: number },
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
