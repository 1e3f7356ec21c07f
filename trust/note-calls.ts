interface WorkerMessage {
  readonly id?: number
  readonly name?: string
  readonly args?: readonly unknown[]
  readonly value?: unknown
}

/**
 * Reports the page's modifying calls to its worker, and their results. Runs in the page. A call is sent only after it
 * has been reported, so that a killed browser leaves no write that the test doesn't know of.
 */
export function noteCalls(): void {
  const { noteCall } = window as unknown as { noteCall: (told: object) => Promise<void> }
  const names = new Set(['annotate', 'createJob', 'resend', 'restoreBackup'])
  const visit = Math.random()
  window.Worker = class extends Worker {
    readonly #underWay = new Map<number, string>()
    #sent = Promise.resolve()

    constructor(...args: ConstructorParameters<typeof Worker>) {
      super(...args)
      this.addEventListener('message', ({ data }: MessageEvent<WorkerMessage>) => {
        if (data.id === undefined || !('value' in data)) return
        const name = this.#underWay.get(data.id)
        if (name === undefined) return
        const result = name === 'createJob' || name === 'resend' ? data.value : undefined
        void noteCall({ id: `${visit} ${data.id}`, result })
      })
    }

    override postMessage(message: WorkerMessage, ...more: never[]): void {
      const { id = 0, name = '', args = [] } = message
      this.#sent = this.#sent.then(async () => {
        if (names.has(name)) {
          this.#underWay.set(id, name)
          await noteCall({ id: `${visit} ${id}`, name, edits: name === 'annotate' ? args[0] : [] })
        }
        super.postMessage(message, ...more)
      })
    }
  }
}
