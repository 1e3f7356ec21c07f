/** A browser's service workers as a page sees them: versions are deployed, install, wait and take over. */
export function createFakeWorkers() {
  let isControlled = false
  let isGone = false
  let updates = 0
  const registered: unknown[] = []
  let unregistered = 0
  const registration = Object.assign(new EventTarget(), {
    installing: null as FakeWorker | null,
    waiting: null as FakeWorker | null,
    active: null as FakeWorker | null,
    unregister() {
      unregistered += 1
      return Promise.resolve(true)
    },
    update() {
      updates += 1
      return isGone ? Promise.reject(new TypeError('Failed to update')) : Promise.resolve()
    },
  })
  const container = Object.assign(new EventTarget(), {
    controller: null as FakeWorker | null,
    register(...how: unknown[]) {
      registered.push(how)
      return Promise.resolve(registration)
    },
    getRegistration: () => Promise.resolve(registration),
  })

  function activate(worker: FakeWorker): void {
    registration.waiting = null
    registration.active = worker
    worker.become('activating')
    isControlled = true
    container.controller = worker
    container.dispatchEvent(new Event('controllerchange'))
    worker.become('activated')
  }

  return {
    container: container as unknown as ServiceWorkerContainer,
    registered,
    unregistered: () => unregistered,
    updates: () => updates,
    /** Puts another version on the server and lets the browser discover it. */
    deploy(): void {
      const worker = new FakeWorker(() => activate(worker))
      registration.installing = worker
      registration.dispatchEvent(new Event('updatefound'))
      registration.installing = null
      registration.waiting = worker
      worker.become('installed')
      if (!isControlled) activate(worker)
    },
    /** Another tab lets the waiting version take over. */
    takeOverElsewhere(): void {
      if (registration.waiting) activate(registration.waiting)
    },
    /** Another program is now served at this address. */
    replaceProgram(): void {
      isGone = true
    },
  }
}

class FakeWorker extends EventTarget {
  state: ServiceWorkerState = 'installing'
  readonly #takeOver: () => void

  constructor(takeOver: () => void) {
    super()
    this.#takeOver = takeOver
  }

  become(state: ServiceWorkerState): void {
    this.state = state
    this.dispatchEvent(new Event('statechange'))
  }

  postMessage(message: unknown): void {
    if (message === 'take-over') this.#takeOver()
  }
}
