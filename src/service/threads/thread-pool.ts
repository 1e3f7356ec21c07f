import { Worker, type WorkerOptions } from 'node:worker_threads'

export interface ThreadPool<Task, Result> {
  /**
   * @returns the result, or why there is none: too late, out of memory or crashed, closed
   * @throws if no thread can be started, regardless of the task
   */
  run(task: Task): Promise<Result | NoResult>
  close(): Promise<void>
}

export interface NoResult {
  readonly noResult: 'late' | 'broken' | 'closed'
}

export interface ThreadPoolOptions {
  /** The thread's program, in TypeScript as a rule. It posts 'ready', then one result per message. */
  readonly program: URL
  readonly threads: number
  readonly deadlineMs: number
  /** The memory limit of a thread; exceeding it ends only that thread. */
  readonly maxMegabytes?: number
}

const usualMegabytes = 768

/**
 * Runs work that untrusted input could make endless in separate threads. A thread that misses the deadline is
 * terminated and replaced.
 */
export function createThreadPool<Task, Result>(options: ThreadPoolOptions): ThreadPool<Task, Result> {
  const waiting: {
    task: Task
    done: (result: Result | NoResult) => void
    fail: (error: unknown) => void
  }[] = []
  const all = new Set<Thread<Task, Result>>()
  const idle: Thread<Task, Result>[] = []
  let isClosed = false

  function next(): void {
    while (waiting.length > 0 && (idle.length > 0 || all.size < options.threads)) {
      const { task, done, fail } = waiting.shift()!
      let thread: Thread<Task, Result>
      try {
        thread = takeIdle() ?? startThread<Task, Result>(options)
      } catch (cause) {
        // Not thrown: this may run after another task, whose caller has its result.
        fail(notStarted(cause))
        continue
      }
      all.add(thread)
      void thread
        .run(task)
        .then(done, (error: unknown) => (isClosed ? done({ noResult: 'closed' }) : fail(error)))
        .finally(() => {
          if (thread.isAlive()) idle.push(thread)
          else all.delete(thread)
          next()
        })
    }
  }

  function takeIdle(): Thread<Task, Result> | undefined {
    for (let thread = idle.pop(); thread; thread = idle.pop()) {
      if (thread.isAlive()) return thread
      // It ended after its last result, for lack of memory for example: that is not the next task's fault.
      all.delete(thread)
    }
    return undefined
  }

  return {
    async run(task) {
      if (isClosed) return { noResult: 'closed' }
      return new Promise((done, fail) => {
        waiting.push({ task, done, fail })
        next()
      })
    },
    async close() {
      isClosed = true
      for (const { done } of waiting.splice(0)) done({ noResult: 'closed' })
      await Promise.all([...all].map((thread) => thread.stop()))
    },
  }
}

interface Thread<Task, Result> {
  isAlive(): boolean
  run(task: Task): Promise<Result | NoResult>
  stop(): Promise<void>
}

function startThread<Task, Result>(options: ThreadPoolOptions): Thread<Task, Result> {
  const { program, maxMegabytes = usualMegabytes } = options
  const worker = startWorker(program, { resourceLimits: { maxOldGenerationSizeMb: maxMegabytes } })
  worker.unref()
  let isAlive = true
  let finish: (result: Result | NoResult) => void = () => {}
  const isReady = new Promise<void>((ready, fail) => {
    worker.on('message', (message: Result | 'ready') => (message === 'ready' ? ready() : finish(message)))
    const end = (cause: unknown): void => {
      isAlive = false
      fail(notStarted(cause))
      finish({ noResult: 'broken' })
    }
    worker.on('error', end)
    worker.on('exit', end)
  })
  // `run` reports the failure. If the thread is stopped before anything is run, it must not be an unhandled rejection.
  isReady.catch(() => undefined)

  return {
    isAlive: () => isAlive,
    async run(task) {
      // The thread keeps the process alive only while it works.
      worker.ref()
      await isReady
      let deadline: { clear(): void } | undefined
      try {
        return await new Promise((done) => {
          finish = done
          if (!isAlive) return done({ noResult: 'broken' })
          deadline = startDeadline(options, () => {
            isAlive = false
            void worker.terminate()
            done({ noResult: 'late' })
          })
          worker.postMessage(task)
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

const notStarted = (cause: unknown) => new Error('A thread could not be started.', { cause })

function startWorker(program: URL, options: WorkerOptions): Worker {
  if (!program.pathname.endsWith('.ts')) return new Worker(program, options)
  if (import.meta.url.endsWith('.ts'))
    return new Worker(new URL('./typescript-thread.mjs', import.meta.url), {
      ...options,
      workerData: program.href,
    })
  // In the built service, compiled like this file and beside it.
  return new Worker(new URL(program.href.replace(/\.ts$/, '.js')), options)
}

/** How many times a deadline is extended on an overloaded machine, at most: with 2 s, to a minute. */
const maxWaits = 30

/**
 * A deadline in CPU time: as long as the process's CPU time per thread is below it, the thread can't have used its own.
 * With wall-clock time, a busy machine would refuse good pages, and for good.
 */
function startDeadline({ threads, deadlineMs }: ThreadPoolOptions, onEnd: () => void): { clear(): void } {
  const atStart = process.cpuUsage()
  let waits = 0
  let timer = setTimeout(check, deadlineMs)

  function check(): void {
    const { user, system } = process.cpuUsage(atStart)
    const leftMs = deadlineMs - (user + system) / 1_000 / threads
    waits += 1
    if (leftMs > 0 && waits < maxWaits) timer = setTimeout(check, Math.max(leftMs, 50))
    else onEnd()
  }
  return { clear: () => clearTimeout(timer) }
}
