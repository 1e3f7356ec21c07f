import { createChanges } from '../library/changes.ts'
import { LibraryError } from '../library/library.ts'
import type { Library } from '../library/library.ts'
import type { Intake } from './intake.ts'
import type { Life } from './life.ts'
import { createLife } from './life.ts'
import type { OpenIntake, OpenIntakeOptions } from './open-intake.ts'

/** An intake in a worker, which can die. */
export interface MortalIntake extends OpenIntake {
  readonly ping: () => Promise<unknown>
  /** Calls back where the browser does tell of a death. */
  readonly onDeath: (callback: () => void) => void
  /** Ends it at once: what it holds is let go of, locks included. */
  readonly terminate: () => void
}

export interface LastingOptions extends OpenIntakeOptions {
  readonly start: (options: OpenIntakeOptions) => Promise<MortalIntake>
  readonly tickMs?: number
}

interface Living {
  readonly open: MortalIntake
  readonly life: Life
}

/** An answer that takes a worker's memory with it would do so each time it is asked for. */
const mostDeaths = 3

/**
 * Goes on in another worker where one dies. What was under way rejects with a `LibraryError`: a request that was being
 * sent is found by `recover` and kept as unconfirmed, and the watch makes a lost check again. After the third death
 * every call rejects.
 */
export async function openLastingIntake({
  start,
  tickMs = 5_000,
  ...options
}: LastingOptions): Promise<OpenIntake> {
  const changes = createChanges()
  let { credentials } = options
  let deaths = 0
  let isClosed = false

  async function begin(): Promise<Living> {
    const open = await start({ ...options, credentials })
    if (isClosed) open.terminate()
    open.intake.library.subscribe((change) => changes.announce(change))
    const { life, end } = createLife(open.ping, tickMs, () => {
      open.terminate()
      deaths += 1
      if (isClosed) return
      living = deaths < mostDeaths ? begin() : Promise.reject(new LibraryError('unavailable'))
      living.then(showAnew, () => {})
    })
    open.onDeath(end)
    return { open, life }
  }

  /** What is on the screen may be the last word of the one that died, or what came after it. */
  async function showAnew({ open }: Living): Promise<void> {
    const keys = (await open.intake.library.jobs()).map((job) => job.key)
    changes.announce({ jobs: keys, articles: keys, unsaved: true })
  }

  const first = await begin()
  let living = Promise.resolve(first)

  const call = async <T>(ask: (open: OpenIntake) => Promise<T>): Promise<T> => {
    const { open, life } = await living
    return life.during(() => ask(open))
  }

  const { library: firstLibrary, ...firstMethods } = first.open.intake
  const library: Library = {
    ...forward(firstLibrary, (ask) => call(({ intake }) => ask(intake.library))),
    subscribe: (listener) => changes.subscribe(listener),
    close() {},
  }
  return {
    intake: {
      ...forward<Omit<Intake, 'library'>>(firstMethods, (ask) => call(({ intake }) => ask(intake))),
      library,
    },
    async useCredentials(next) {
      credentials = next
      // Whoever takes over is given it at the start; one that has died needs none.
      await call((open) => open.useCredentials(next)).catch((error: unknown) => {
        if (!(error instanceof LibraryError)) throw error
      })
    },
    close() {
      isClosed = true
      changes.close()
      living.then(
        ({ open }) => open.close(),
        () => {},
      )
    },
  }
}

type Method = (...values: unknown[]) => Promise<unknown>

/** The same object with its methods led through `via`, to whoever is there to answer by then. */
function forward<T extends object>(
  target: T,
  via: (ask: (current: T) => Promise<unknown>) => Promise<unknown>,
): T {
  const entries = Object.entries(target).map(([name, value]: [string, unknown]) => {
    if (typeof value !== 'function') return [name, value]
    const method: Method = (...values) =>
      via((current) => (current as unknown as Record<string, Method>)[name]!(...values))
    return [name, method]
  })
  return Object.fromEntries(entries) as T
}
