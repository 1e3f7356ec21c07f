import { Worker } from 'node:worker_threads'
import type { Extraction, Page } from './extract-page.ts'

export interface Extractor {
  /** Never rejects for a page's sake: what can't be read is refused with the reason. */
  extract(page: Page): Promise<Extraction>
  close(): Promise<void>
}

const mostBytes = 5 * 2 ** 20

/**
 * Extracts in threads of their own, so that no page can hold up the service: one that isn't read within the deadline
 * costs its thread, which is replaced, and is refused.
 */
export function createExtractor({ threads = 1, deadlineMs = 2_000 } = {}): Extractor {
  const waiting: { page: Page; done: (extraction: Extraction) => void }[] = []
  const running = new Set<Thread>()
  const idle: Thread[] = []
  let closed = false

  function next(): void {
    while (waiting.length > 0 && (idle.length > 0 || running.size < threads)) {
      const { page, done } = waiting.shift()!
      const thread = idle.pop() ?? startThread()
      running.add(thread)
      void thread.extract(page, deadlineMs).then((extraction) => {
        running.delete(thread)
        if (thread.isAlive) idle.push(thread)
        done(extraction)
        next()
      })
    }
  }

  return {
    async extract(page) {
      if (closed) return { refused: 'was not read: the service is stopping' }
      if (page.bytes.length > mostBytes) return { refused: `is larger than ${mostBytes / 2 ** 20} MiB` }
      return new Promise((done) => {
        waiting.push({ page, done })
        next()
      })
    },
    async close() {
      closed = true
      for (const { done } of waiting.splice(0)) done({ refused: 'was not read: the service is stopping' })
      await Promise.all([...idle.splice(0), ...running].map((thread) => thread.stop()))
    },
  }
}

interface Thread {
  readonly isAlive: boolean
  extract(page: Page, deadlineMs: number): Promise<Extraction>
  stop(): Promise<void>
}

/** The built service finds the thread's program beside its own. */
function startThread(): Thread {
  const program = import.meta.url.endsWith('.ts')
    ? 'extraction-thread-of-sources.mjs'
    : 'extraction-thread.js'
  const worker = new Worker(new URL(`./${program}`, import.meta.url), {
    // A page that would fill the memory ends the thread alone.
    resourceLimits: { maxOldGenerationSizeMb: 512 },
  })
  worker.unref()
  let isAlive = true
  let finish: (extraction: Extraction) => void = () => {}
  const isReady = new Promise<void>((ready) => {
    worker.on('message', (message: Extraction | 'ready') => {
      if (message === 'ready') ready()
      else finish(message)
    })
    const end = (refused: string) => () => {
      isAlive = false
      ready()
      finish({ refused })
    }
    worker.on('error', end('could not be read'))
    worker.on('exit', end('could not be read'))
  })

  return {
    get isAlive() {
      return isAlive
    },
    async extract(page, deadlineMs) {
      // Only while it has something to do does the thread keep the process from ending.
      worker.ref()
      await isReady
      let deadline: NodeJS.Timeout | undefined
      try {
        return await new Promise((done) => {
          finish = done
          if (!isAlive) return done({ refused: 'could not be read' })
          deadline = setTimeout(() => {
            isAlive = false
            void worker.terminate()
            done({ refused: 'took too long to read' })
          }, deadlineMs)
          worker.postMessage(page)
        })
      } finally {
        clearTimeout(deadline)
        worker.unref()
      }
    },
    async stop() {
      await worker.terminate()
    },
  }
}
