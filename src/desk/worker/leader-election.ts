/** Elects the worker of an account that asks the service for all tabs. */
export interface Election {
  leads(): boolean
  /** Lets another worker lead, if one is waiting. */
  stepDown(): void
  leave(): void
}

export interface LockElectionOptions {
  readonly locks: LockManager
  readonly name: string
  readonly sendHeartbeat: () => void
  /** Whether there is anything to lead for: if not, nobody sends heartbeats and nobody misses them. */
  readonly isNeeded: () => boolean
  readonly onChange: (leads: boolean) => void
}

const heartbeatMs = 1_000
/** Heartbeats that may be missed before the lock is stolen from its holder. */
const maxMissed = 3
/**
 * A leader that hasn't run for this long may have been replaced: it releases the lock and requests it again before it
 * does anything.
 */
const frozenMs = 2_500

/**
 * Elects by Web Lock, which the browser hands on when a tab is closed or dies. A frozen leader keeps its lock, so
 * leaders also send heartbeats: the next worker steals the lock from a silent leader, which steps down before it acts
 * again.
 */
export function electByLock({
  locks,
  name,
  sendHeartbeat,
  isNeeded,
  onChange,
}: LockElectionOptions): Election & { receiveHeartbeat(): void } {
  let attempt = new AbortController()
  let release: (() => void) | undefined
  let hasLeft = false
  let missed = 0
  let ranAtMs = 0

  function requestLock(options: LockOptions): void {
    const own = attempt
    const lead = () =>
      new Promise<void>((resolve) => {
        release = resolve
        ranAtMs = performance.now()
        onChange(true)
      })
    // Released, stolen, or aborted before it was granted.
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
    requestLock({ signal: attempt.signal })
  }

  function steal(): void {
    attempt.abort()
    attempt = new AbortController()
    requestLock({ steal: true })
  }

  function tick(): void {
    if (release) {
      // Counts as frozen until the lock is granted anew: by now, another worker may have stolen it and lead.
      if (isFrozen()) return release()
      ranAtMs = performance.now()
      if (isNeeded()) sendHeartbeat()
      return undefined
    }
    missed = isNeeded() ? missed + 1 : 0
    if (missed <= maxMissed) return
    missed = 0
    steal()
  }

  const isFrozen = () => performance.now() - ranAtMs > frozenMs

  wait()
  const timer = setInterval(tick, heartbeatMs)
  return {
    leads: () => release !== undefined && !isFrozen(),
    stepDown: () => release?.(),
    receiveHeartbeat() {
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
