import { Worker } from 'node:worker_threads'

export interface ThreadPool<Question, Answer> {
  /**
   * @returns the answer, or why there is none: too late, out of memory or crashed, closed
   * @throws if no thread can be started, regardless of the question
   */
  ask(question: Question): Promise<Answer | Unanswered>
  close(): Promise<void>
}

export interface Unanswered {
  readonly unanswered: 'late' | 'broken' | 'closed'
}

export interface ThreadPoolOptions {
  /** The thread's program. It posts 'ready', then one answer per message. */
  readonly program: URL
  readonly threads: number
  readonly deadlineMs: number
  /** The memory limit of a thread; exceeding it ends only that thread. */
  readonly mostMegabytes?: number
}

const usualMegabytes = 768

/**
 * Runs work that untrusted input could make endless in separate threads. A thread that misses the deadline is
 * terminated and replaced.
 */
export function createThreadPool<Question, Answer>(options: ThreadPoolOptions): ThreadPool<Question, Answer> {
  const waiting: {
    question: Question
    done: (answer: Answer | Unanswered) => void
    fail: (error: unknown) => void
  }[] = []
  const all = new Set<Thread<Question, Answer>>()
  const idle: Thread<Question, Answer>[] = []
  let isClosed = false

  function next(): void {
    while (waiting.length > 0 && (idle.length > 0 || all.size < options.threads)) {
      const { question, done, fail } = waiting.shift()!
      const thread = idle.pop() ?? startThread<Question, Answer>(options)
      all.add(thread)
      void thread
        .ask(question, options)
        .then(done, fail)
        .finally(() => {
          if (thread.isAlive()) idle.push(thread)
          else all.delete(thread)
          next()
        })
    }
  }

  return {
    async ask(question) {
      if (isClosed) return { unanswered: 'closed' }
      return new Promise((done, fail) => {
        waiting.push({ question, done, fail })
        next()
      })
    },
    async close() {
      isClosed = true
      for (const { done } of waiting.splice(0)) done({ unanswered: 'closed' })
      await Promise.all([...all].map((thread) => thread.stop()))
    },
  }
}

type Limits = Pick<ThreadPoolOptions, 'threads' | 'deadlineMs'>

interface Thread<Question, Answer> {
  isAlive(): boolean
  ask(question: Question, limits: Limits): Promise<Answer | Unanswered>
  stop(): Promise<void>
}

function startThread<Question, Answer>({
  program,
  mostMegabytes = usualMegabytes,
}: ThreadPoolOptions): Thread<Question, Answer> {
  const worker = new Worker(program, { resourceLimits: { maxOldGenerationSizeMb: mostMegabytes } })
  worker.unref()
  let isAlive = true
  let finish: (answer: Answer | Unanswered) => void = () => {}
  const isReady = new Promise<void>((ready, fail) => {
    worker.on('message', (message: Answer | 'ready') => (message === 'ready' ? ready() : finish(message)))
    const end = (cause: unknown): void => {
      isAlive = false
      fail(new Error('A thread could not be started.', { cause }))
      finish({ unanswered: 'broken' })
    }
    worker.on('error', end)
    worker.on('exit', end)
  })
  // `ask` reports the failure. If the thread is stopped before anyone asks, it must not be an unhandled rejection.
  isReady.catch(() => undefined)

  return {
    isAlive: () => isAlive,
    async ask(question, limits) {
      // The thread keeps the process alive only while it works.
      worker.ref()
      await isReady
      let deadline: { clear(): void } | undefined
      try {
        return await new Promise((done) => {
          finish = done
          if (!isAlive) return done({ unanswered: 'broken' })
          deadline = startDeadline(limits, () => {
            isAlive = false
            void worker.terminate()
            done({ unanswered: 'late' })
          })
          worker.postMessage(question)
        })
      } finally {
        deadline?.clear()
        worker.unref()
      }
    },
    async stop() {
      await worker.terminate()
    },
  }
}

/** How many times a deadline is extended on an overloaded machine, at most: with 2 s, to a minute. */
const mostWaits = 30

/**
 * A deadline in CPU time: as long as the process's CPU time per thread is below it, the thread can't have used its own.
 * With wall-clock time, a busy machine would refuse good pages, and for good.
 */
function startDeadline({ threads, deadlineMs }: Limits, isOver: () => void): { clear(): void } {
  const atStart = process.cpuUsage()
  let waits = 0
  let timer = setTimeout(check, deadlineMs)

  function check(): void {
    const { user, system } = process.cpuUsage(atStart)
    const leftMs = deadlineMs - (user + system) / 1_000 / threads
    waits += 1
    if (leftMs > 0 && waits < mostWaits) timer = setTimeout(check, Math.max(leftMs, 50))
    else isOver()
  }
  return { clear: () => clearTimeout(timer) }
}
