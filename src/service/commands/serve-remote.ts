import { isLoopback } from '../http/allowed-hosts.ts'
import { serveDesk } from '../http/desk-files.ts'
import type { Log } from '../http/log.ts'
import { proxySilenceMs } from '../http/proxy.ts'
import { createRemoteDesk } from '../http/remote-desk.ts'
import type { ListenOptions } from '../http/server.ts'
import { listen } from '../http/server.ts'
import { addressOf, plainHttpWarning } from './banner.ts'
import { UsageError } from './configuration.ts'
import { requestsEndWithinMs, shutDownOnSignal } from './shutdown.ts'

export interface RemoteOptions extends Omit<ListenOptions, 'fetch'> {
  readonly service: string
  readonly deskDir: string | undefined
  readonly log: Log
}

/** Runs the desk alone and proxies its calls to a remote service, until told to stop. */
export async function serveRemote(options: RemoteOptions): Promise<void> {
  if (options.deskDir === undefined)
    throw new UsageError('--service is for the desk: use `npm start -- --service URL`.')
  const serviceUrl = readServiceUrl(options.service)
  const app = createRemoteDesk({ serviceUrl, desk: serveDesk(options.deskDir), log: options.log })
  const listening = await listen({ ...options, fetch: app.fetch, limits: { silenceMs: proxySilenceMs } })
  process.stdout.write(`
  Article Desk is running.

  Open       ${addressOf(options.host, listening.port)}/
  Service    ${serviceUrl.href} (its paths are passed on, nothing else)
  Sign in    with your e-mail and API key of that service
${isLoopback(options.host) ? '' : `\n  ${plainHttpWarning}\n`}
  Stop it with Ctrl+C.

`)
  shutDownOnSignal(() => listening.close(requestsEndWithinMs))
}

/** @throws UsageError for anything but a base address: a key in an address could end up in a log */
function readServiceUrl(given: string): URL {
  const url = URL.parse(given)
  if (!url || !/^https?:$/.test(url.protocol))
    throw new UsageError('--service must be an http or https address.')
  if (url.username || url.password)
    throw new UsageError('--service takes no e-mail or key: sign in on the desk instead.')
  url.search = ''
  url.hash = ''
  return url
}
