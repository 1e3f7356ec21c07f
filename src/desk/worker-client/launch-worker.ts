/** A worker that has been started, and may be running by now. */
export interface LaunchedWorker {
  readonly worker: Worker
  /** The worker holds the lock of this name for as long as it lives. */
  readonly name: string
  /** Resolves once it can be called; rejects if its script fails. */
  readonly running: Promise<void>
}

declare global {
  /** Started by `before-paint.ts`, and not in use yet. */
  var launchedWorker: LaunchedWorker | undefined
  /** Undefined in browsers without trusted types. What a policy makes is a string to TypeScript. */
  var trustedTypes: { createPolicy<Policy>(name: string, rules: Policy): Policy } | undefined
}

/**
 * Returns a function that starts the worker of this address. Under trusted types the address must come from a policy;
 * this one allows no other.
 *
 * @param policyName the page's security policy allows each once
 */
export function workerLauncher(url: string, policyName: string): () => LaunchedWorker {
  const policy = globalThis.trustedTypes?.createPolicy(policyName, {
    createScriptURL(given: string) {
      if (given !== url) throw new TypeError('Only our own worker is started')
      return given
    },
  })
  return () => {
    const name = `article-desk ${Math.random()}`
    const worker = new Worker(policy?.createScriptURL(url) ?? url, { type: 'module', name })
    const running = new Promise<void>((resolve, reject) => {
      worker.addEventListener('message', () => resolve(), { once: true })
      worker.addEventListener('error', reject, { once: true })
    })
    // Whoever uses the worker handles the error.
    running.catch(() => {})
    return { worker, name, running }
  }
}
