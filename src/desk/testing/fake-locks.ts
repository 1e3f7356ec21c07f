interface Waiting {
  readonly name: string
  readonly grant: () => void
}

/** The part of Web Locks that the desk uses, for the tabs of one test: waiting, aborting, `ifAvailable`, stealing. */
export function createFakeLocks(): LockManager {
  const held = new Map<string, { readonly lose: (reason: Error) => void }>()
  let queue: Waiting[] = []

  function release(name: string, holder: object): void {
    if (held.get(name) !== holder) return
    held.delete(name)
    const next = queue.find((waiting) => waiting.name === name)
    if (!next) return
    queue = queue.filter((waiting) => waiting !== next)
    next.grant()
  }

  function request(
    name: string,
    ...given: [LockGrantedCallback<unknown>] | [LockOptions, LockGrantedCallback<unknown>]
  ): Promise<unknown> {
    const callback = given.at(-1) as LockGrantedCallback<unknown>
    const options = given.length > 1 ? (given[0] as LockOptions) : {}
    return new Promise((resolve, reject) => {
      const grant = () => {
        const holder = { lose: reject }
        held.set(name, holder)
        const done = Promise.resolve(callback({ name, mode: 'exclusive' }))
        done.then(resolve, reject).finally(() => release(name, holder))
      }
      if (!held.has(name)) return grant()
      if (options.ifAvailable) return void Promise.resolve(callback(null)).then(resolve, reject)
      if (options.steal) {
        held.get(name)?.lose(new DOMException('Stolen', 'AbortError'))
        return grant()
      }
      const waiting = { name, grant }
      queue.push(waiting)
      options.signal?.addEventListener('abort', () => {
        queue = queue.filter((other) => other !== waiting)
        reject(new DOMException('Aborted', 'AbortError'))
      })
      return undefined
    })
  }

  return {
    request,
    query: () => Promise.resolve({ held: [...held.keys()].map((name) => ({ name })), pending: [] }),
  }
}
