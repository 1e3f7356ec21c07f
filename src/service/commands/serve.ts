import { parseArgs } from 'node:util'
import type { Role, Running, Service } from '../create-service.ts'
import { isLoopback } from '../http/allowed-hosts.ts'
import { createLog } from '../http/log.ts'
import type { ListenOptions } from '../http/server.ts'
import { listen } from '../http/server.ts'
import { addressOf, writeBanner } from './banner.ts'
import type { Configuration } from './configuration.ts'
import { defaultPort, linkAddress, readPort, readPrivateHost, UsageError } from './configuration.ts'
import { serveControl } from './control.ts'
import { serveRemote } from './serve-remote.ts'
import { makeSettingsLink } from './settings-link.ts'
import { endInTurn, requestsEndWithinMs, shutDownOnSignal } from './shutdown.ts'

const jobsEndWithinMs = 3_000

/** Runs the service until told to stop. */
export async function serve(args: string[], configuration: Configuration): Promise<void> {
  const { values } = parseArgs({
    args,
    options: {
      port: { type: 'string' },
      host: { type: 'string' },
      desk: { type: 'string' },
      service: { type: 'string' },
      'allow-private': { type: 'string', multiple: true },
      role: { type: 'string' },
    },
  })
  const askedPort = readPort(values.port) ?? configuration.port
  // Node would take an empty host for every address of this machine.
  const host = values.host || '127.0.0.1'
  const log = createLog(configuration.log, (line) => process.stdout.write(line))
  // If whoever reads the output goes away, the service keeps running and can still shut down properly.
  for (const output of [process.stdout, process.stderr]) output.on('error', () => undefined)
  const { allowedHosts } = configuration
  const place = { host, allowedHosts, port: askedPort ?? defaultPort, orNext: askedPort === undefined }
  if (values.service !== undefined)
    return serveRemote({ ...place, service: values.service, deskDir: values.desk, log })

  const role = readRole(values.role, configuration)
  // Loaded here, since the desk alone needs neither.
  const { createService } = await import('../create-service.ts')
  const { readCommand } = await import('./commands.ts')
  const service = createService({
    ...configuration,
    allowPrivateHosts: values['allow-private']?.map(readPrivateHost),
    deskDir: values.desk,
    role,
    log,
  })
  if (role === 'worker') return work(service, askedPort === undefined ? undefined : place)
  // Open the port first, since it fails at once; creating the database on a first start takes seconds.
  const listening = await listen({ ...place, fetch: service.fetch })
  let control: Awaited<ReturnType<typeof serveControl>> | undefined
  async function stop(requestsWithinMs: number, jobsWithinMs: number): Promise<void> {
    const endWork = async (): Promise<void> => {
      // Requests still read the database, even if the jobs could not be given back.
      const requestsEnd = listening.close(requestsWithinMs)
      await service.drain({ withinMs: jobsWithinMs }).finally(() => requestsEnd)
    }
    await endInTurn(
      () => control?.close(),
      endWork,
      () => service.stop({ withinMs: 0 }),
    )
  }
  let running: Running
  try {
    running = await service.start()
    const address = addressOf(host, listening.port)
    const context = { ...running, address: linkAddress(configuration, address) }
    const isEmbedded = running.database.kind === 'embedded'
    if (isEmbedded)
      control = await serveControl(configuration.dataDir, async (typed, print) =>
        readCommand(typed.args)({ ...context, ...typed, print }),
      )

    const { firstAccount } = running
    const needsLink = firstAccount && !firstAccount.key && configuration.isTerminal
    const banner = writeBanner({
      address,
      hasDesk: values.desk !== undefined,
      isOpenToOthers: !isLoopback(host),
      isTerminal: configuration.isTerminal,
      data: isEmbedded ? configuration.dataDir : 'PostgreSQL',
      firstAccount,
      settingsLink: needsLink ? await makeSettingsLink(context, firstAccount.id) : undefined,
    })
    process.stdout.write(`${banner}\n`)
  } catch (error) {
    // An open port would keep the process alive, and its supervisor would not restart it.
    await stop(0, 0).catch(() => undefined)
    throw error
  }
  shutDownOnSignal(() => stop(requestsEndWithinMs, jobsEndWithinMs), running.mustEnd)
}

/** Runs jobs and serves only monitoring requests, if it was given a port for them. */
async function work(service: Service, place: Omit<ListenOptions, 'fetch'> | undefined): Promise<void> {
  const listening = place && (await listen({ ...place, fetch: service.fetch }))
  const { mustEnd } = await service.start().catch(async (error: unknown) => {
    await listening?.close(0)
    throw error
  })
  process.stdout.write('\n  A worker of Article Desk is running.\n\n  Stop it with Ctrl+C.\n\n')
  const stop = () =>
    endInTurn(
      () => listening?.close(0),
      () => service.stop({ withinMs: jobsEndWithinMs }),
    )
  shutDownOnSignal(stop, mustEnd)
}

const roles: readonly Role[] = ['web', 'worker', 'both']

function readRole(given: string | undefined, { databaseUrl }: Configuration): Role {
  const role = roles.find((role) => role === (given ?? 'both'))
  if (!role) throw new UsageError(`--role must be one of ${roles.join(', ')}.`)
  if (role !== 'both' && !databaseUrl)
    throw new UsageError('Only with DATABASE_URL can several processes share the work: --role needs it.')
  return role
}
