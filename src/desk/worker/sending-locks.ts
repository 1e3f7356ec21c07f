/** Tells a request that another tab is sending from one whose tab has died. */
export interface SendingLocks {
  /** Runs `send` while this tab can be seen to be alive. */
  hold<T>(name: string, send: () => Promise<T>): Promise<T>
  /** The same, unless someone holds the name already: undefined then. */
  tryHold<T>(name: string, send: () => Promise<T>): Promise<T | undefined>
  /** Whether someone holds the name now; undefined where that can't be known. */
  isHeld(name: string): Promise<boolean | undefined>
}

/** @param locks Web Locks, which a browser gives up by itself when a tab dies; undefined on plain http */
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
