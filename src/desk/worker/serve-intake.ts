import type { WorkerCalls } from '../intake/calls.ts'
import { intakeCalls, libraryCalls } from '../intake/calls.ts'
import { encodeError } from '../intake/error-codec.ts'
import type { Ask, Port, Tell, WorkerEvent } from '../intake/messages.ts'
import type { OpenIntake } from '../intake/open-intake.ts'
import type { IntakePlace } from './intake-in-place.ts'
import { openIntakeInPlace } from './intake-in-place.ts'

type Method = (...args: unknown[]) => Promise<unknown>

/** Answers the calls of a page: the worker's side of `createRpcClient`. */
export function serveIntake(port: Port<Tell, Ask>, place: IntakePlace): void {
  let opened: OpenIntake | undefined
  const tell = (event: WorkerEvent) => port.postMessage({ event })

  const own: WorkerCalls = {
    ping: () => Promise.resolve(),
    async open(account, credentials) {
      const onNewerSchema = () => tell({ kind: 'newer-schema' })
      opened = await openIntakeInPlace({ account, credentials, onNewerSchema }, place)
      const { library } = opened.intake
      // What the page has marked itself it hears of in the answer.
      library.subscribe((change) => change.origin === 'page' || tell({ kind: 'change', change }))
      opened.intake.subscribe((news) => tell({ kind: 'watch', news }))
      return { name: library.name, kept: library.kept }
    },
    useCredentials: async (credentials) => opened?.useCredentials(credentials),
    close: () => Promise.resolve(opened?.close()),
  }

  function methodOf(name: string): Method {
    const home = Object.hasOwn(own, name)
      ? own
      : Object.hasOwn(libraryCalls, name)
        ? opened?.intake.library
        : Object.hasOwn(intakeCalls, name)
          ? opened?.intake
          : undefined
    if (!home) throw new Error(`Nothing answers to ${name}`)
    return (home as unknown as Record<string, Method>)[name]!
  }

  async function answer({ id, name, args, listenerAt }: Ask): Promise<Tell> {
    const onProgress = (progress: unknown) => port.postMessage({ id, progress })
    try {
      return {
        id,
        value: await methodOf(name)(...(listenerAt === undefined ? args : args.with(listenerAt, onProgress))),
      }
    } catch (error) {
      return { id, error: encodeError(error) }
    }
  }

  port.addEventListener('message', ({ data }) => void answer(data).then((tell) => port.postMessage(tell)))
  tell({ kind: 'started' })
}
