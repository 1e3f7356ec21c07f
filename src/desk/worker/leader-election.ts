/** Which of the workers of an account asks the service, for all tabs. */
export interface Election {
  leads(): boolean
  /** Lets another lead, if one waits for it. */
  stepDown(): void
  leave(): void
}

export interface LockElectionOptions {
  readonly locks: LockManager
  readonly name: string
  readonly sendBeat: () => void
  /** Whether there is anything to lead for: without it nobody beats, and nobody misses a beat. */
  readonly isNeeded: () => boolean
  readonly onChange: (leads: boolean) => void
}

const beatMs = 1_000
/** Beats that may be missed before the lock is taken from whoever holds it. */
const mostMissed = 3
/** A leader that has not run for as long may have been given up: it asks for the lock anew before it does anything. */
const frozenMs = 2_500

/**
 * By a Web Lock, which the browser hands on when a tab is closed or dies. A leader that is frozen keeps its lock, so it
 * also beats: from one that is silent the next takes the lock, and the former steps down before it acts again.
 */
export function electByLock({
  locks,
  name,
  sendBeat,
  isNeeded,
  onChange,
}: LockElectionOptions): Election & { hearBeat(): void } {
  let attempt = new AbortController()
  let release: (() => void) | undefined
  let hasLeft = false
  let missed = 0
  let ranAtMs = 0

  function stand(options: LockOptions): void {
    const own = attempt
    const lead = () =>
      new Promise<void>((resolve) => {
        release = resolve
        ranAtMs = performance.now()
        onChange(true)
      })
    // Let go of, taken away, or given up before it was had.
    const end = () => {
      if (attempt !== own) return
      const led = release !== undefined
      release = undefined
      if (led) onChange(false)
      if (!hasLeft) wait()
    }
    locks.request(name, options, () => (attempt === own && !hasLeft ? lead() : undefined)).then(end, end)
  }

  function wait(): void {
    attempt = new AbortController()
    stand({ signal: attempt.signal })
  }

  function steal(): void {
    attempt.abort()
    attempt = new AbortController()
    stand({ steal: true })
  }

  function tick(): void {
    if (release) {
      const wasFrozen = isFrozen()
      ranAtMs = performance.now()
      if (wasFrozen) release()
      else if (isNeeded()) sendBeat()
      return
    }
    missed = isNeeded() ? missed + 1 : 0
    if (missed <= mostMissed) return
    missed = 0
    steal()
  }

  const isFrozen = () => performance.now() - ranAtMs > frozenMs

  wait()
  const timer = setInterval(tick, beatMs)
  return {
    leads: () => release !== undefined && !isFrozen(),
    stepDown: () => release?.(),
    hearBeat() {
      missed = 0
    },
    leave() {
      hasLeft = true
      clearInterval(timer)
      attempt.abort()
      release?.()
    },
  }
}
