import type { WorkerCalls } from '../worker-protocol/calls.ts'
import { apiCalls } from '../worker-protocol/calls.ts'
import { libraryCalls } from '../worker-protocol/library-calls.ts'
import { encodeError } from '../worker-protocol/error-codec.ts'
import type { RpcRequest, Port, WorkerMessage, WorkerEvent } from '../worker-protocol/messages.ts'
import type { WorkerConnection } from '../worker-protocol/worker-connection.ts'
import type { WorkerEnvironment } from './connect-in-place.ts'
import { connectInPlace } from './connect-in-place.ts'

type Method = (...args: unknown[]) => Promise<unknown>

/** Serves a page's calls: the worker's side of `supervised-worker.ts`. */
export function serveCalls(port: Port<WorkerMessage, RpcRequest>, environment: WorkerEnvironment): void {
  let opening: Promise<WorkerConnection> | undefined
  let opened: WorkerConnection | undefined
  const tell = (event: WorkerEvent) => port.postMessage({ event })

  const own: WorkerCalls = {
    ping: () => Promise.resolve(),
    async open(account, credentials, firstView) {
      const onNewerSchema = () => tell({ kind: 'newer-schema' })
      const onBlocked = () => tell({ kind: 'blocked' })
      const options = { account, credentials, firstView, onNewerSchema, onBlocked }
      opening = connectInPlace(options, environment)
      opened = await opening
      const { library } = opened.worker
      // The page learns of its own annotations from the reply to its call.
      library.subscribe((change) => change.origin === 'page' || tell({ kind: 'change', change }))
      opened.worker.subscribe((news) => tell({ kind: 'watch', news }))
      return { name: library.name, kept: library.kept, newest: opened.newest }
    },
    useCredentials: async (credentials) => opened?.useCredentials(credentials),
    close: async () => (await opening)?.close(),
  }

  function methodOf(name: string): Method {
    const homes = [
      { names: own, home: own },
      { names: libraryCalls, home: opened?.worker.library },
      { names: apiCalls, home: opened?.worker },
    ]
    const home = homes.find(({ names }) => Object.hasOwn(names, name))?.home
    if (!home) throw new Error(`No such call: ${name}`)
    return (home as unknown as Record<string, Method>)[name]!
  }

  async function reply({ id, name, args, listenerAt }: RpcRequest): Promise<WorkerMessage> {
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

  async function serve(request: RpcRequest): Promise<void> {
    const message = await reply(request)
    try {
      port.postMessage(message)
    } catch (error) {
      // A value that can't be cloned; without a reply, the page would wait forever.
      port.postMessage({ id: request.id, error: encodeError(error) })
    }
  }

  port.addEventListener('message', ({ data }) => void serve(data))
  tell({ kind: 'started' })
}
