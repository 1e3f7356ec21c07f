import { Worker } from 'node:worker_threads'

export interface ThreadPool<Question, Answer> {
  /** @returns what stands for the reason where there is no answer: too late, out of memory, closed */
  ask(question: Question): Promise<Answer | Unanswered>
  close(): Promise<void>
}

export interface Unanswered {
  readonly unanswered: 'late' | 'broken' | 'closed'
}

export interface ThreadPoolOptions {
  /** Of the thread's program: it posts 'ready', then an answer to each message. */
  readonly program: URL
  readonly threads: number
  /** Of the processor's time: a machine that is busy with other things is no fault of the question. */
  readonly deadlineMs: number
}

/** Times the deadline by the clock, after which a thread is given up however little it was allowed to work. */
const longestWait = 5

/** The most memory that a thread may take: what would fill it ends that thread alone. */
const mostMegabytes = 768

/**
 * Lets threads of their own do what strangers' bytes could make endless: an answer that does not come within the
 * deadline costs its thread, which is replaced.
 */
export function createThreadPool<Question, Answer>(options: ThreadPoolOptions): ThreadPool<Question, Answer> {
  const waiting: { question: Question; done: (answer: Answer | Unanswered) => void }[] = []
  const all = new Set<Thread<Question, Answer>>()
  const idle: Thread<Question, Answer>[] = []
  let isClosed = false

  /** In ms. The process's time is known only for all of its threads together: each that works is taken to have its share. */
  function timeLeft(since: Start): number {
    const { user, system } = process.cpuUsage(since.cpu)
    const workedMs = (user + system) / 1000 / Math.max(1, all.size - idle.length)
    const waitedMs = performance.now() - since.at
    const leftMs = options.deadlineMs - workedMs
    return waitedMs >= longestWait * options.deadlineMs ? 0 : Math.max(0, leftMs)
  }

  function next(): void {
    while (waiting.length > 0 && (idle.length > 0 || all.size < options.threads)) {
      const { question, done } = waiting.shift()!
      const thread = idle.pop() ?? startThread<Question, Answer>(options.program)
      all.add(thread)
      void thread.ask(question, timeLeft).then((answer) => {
        if (thread.isAlive()) idle.push(thread)
        else all.delete(thread)
        done(answer)
        next()
      })
    }
  }

  return {
    async ask(question) {
      if (isClosed) return { unanswered: 'closed' }
      return new Promise((done) => {
        waiting.push({ question, done })
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

interface Start {
  readonly at: number
  readonly cpu: NodeJS.CpuUsage
}

interface Thread<Question, Answer> {
  isAlive(): boolean
  ask(question: Question, timeLeft: (since: Start) => number): Promise<Answer | Unanswered>
  stop(): Promise<void>
}

function startThread<Question, Answer>(program: URL): Thread<Question, Answer> {
  const worker = new Worker(program, { resourceLimits: { maxOldGenerationSizeMb: mostMegabytes } })
  worker.unref()
  let isAlive = true
  let finish: (answer: Answer | Unanswered) => void = () => {}
  const isReady = new Promise<void>((ready) => {
    worker.on('message', (message: Answer | 'ready') => (message === 'ready' ? ready() : finish(message)))
    const end = (): void => {
      isAlive = false
      ready()
      finish({ unanswered: 'broken' })
    }
    worker.on('error', end)
    worker.on('exit', end)
  })

  return {
    isAlive: () => isAlive,
    async ask(question, timeLeft) {
      // Only while it has something to do does the thread keep the process from ending.
      worker.ref()
      await isReady
      let deadline: NodeJS.Timeout | undefined
      try {
        return await new Promise((done) => {
          finish = done
          if (!isAlive) return done({ unanswered: 'broken' })
          const since = { at: performance.now(), cpu: process.cpuUsage() }
          const wait = (): void => {
            const leftMs = timeLeft(since)
            // A short rest is not worth another look.
            if (leftMs > 20) {
              deadline = setTimeout(wait, leftMs)
              return
            }
            isAlive = false
            void worker.terminate()
            done({ unanswered: 'late' })
          }
          wait()
          worker.postMessage(question)
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
