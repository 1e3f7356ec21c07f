import type { Ask, Reply } from './worker.ts'

const worker = new Worker(new URL('./worker.ts', import.meta.url), { type: 'module' })

/** Sends one call to the worker; returns its reply and how long the page waited, in milliseconds. */
Object.assign(globalThis, {
  ask: (ask: Ask) =>
    new Promise<Reply & { waitedMs: number }>((resolve, reject) => {
      const askedAt = performance.now()
      worker.addEventListener(
        'message',
        ({ data }: MessageEvent<Reply>) => resolve({ ...data, waitedMs: performance.now() - askedAt }),
        { once: true },
      )
      worker.addEventListener('error', ({ message }) => reject(new Error(message)), { once: true })
      worker.postMessage(ask)
    }),
})
