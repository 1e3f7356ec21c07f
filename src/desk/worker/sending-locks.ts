/** Distinguishes a request that another tab is sending from one whose tab has died. */
export interface SendingLocks {
  /** Runs `send` while holding a lock that shows this tab to be alive. */
  hold<T>(name: string, send: () => Promise<T>): Promise<T>
  /** The same, but returns undefined if the name is already held. */
  tryHold<T>(name: string, send: () => Promise<T>): Promise<T | undefined>
  /** Whether the name is held now; undefined if that can't be known. */
  isHeld(name: string): Promise<boolean | undefined>
}

/** @param locks Web Locks, which a browser releases when a tab dies; undefined on plain http */
export function createSendingLocks(locks: LockManager | undefined): SendingLocks {
  if (!locks)
    return {
      hold: (_name, send) => send(),
      tryHold: (_name, send) => send(),
      isHeld: () => Promise.resolve(undefined),
    }
  return {
    hold: (name, send) => locks.request(name, send),
    tryHold: (name, send) =>
      locks.request(name, { ifAvailable: true }, (lock) => (lock ? send() : Promise.resolve(undefined))),
    async isHeld(name) {
      const { held = [] } = await locks.query()
      return held.some((lock) => lock.name === name)
    },
  }
}
