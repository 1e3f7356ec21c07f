import { isIPv6 } from 'node:net'
import { resolve } from 'node:path'
import { isAddress } from '../database/servers.ts'
import type { LogLevel } from '../http/log.ts'
import { logLevels } from '../http/log.ts'

export const defaultPort = 4400

export interface Configuration {
  readonly databaseUrl: string | undefined
  readonly databaseReadUrl: string | undefined
  readonly databaseListenUrl: string | undefined
  readonly dataDir: string
  /** Undefined if not set; 0 for any free port. */
  readonly port: number | undefined
  readonly accountEmail: string | undefined
  readonly log: LogLevel
  readonly trustProxy: boolean
  /** Host names of the service, besides those of this machine. */
  readonly allowedHosts: readonly string[]
  readonly requestsPerMinute: number | undefined
  /** Clients that send it may read /metrics. */
  readonly metricsToken: string | undefined
  /** Sent to the sites that are fetched from. */
  readonly contact: string | undefined
  /** Where the command was typed. npm starts it in the project's folder and passes the original one in INIT_CWD. */
  readonly cwd: string
  /** Whether output goes to a terminal rather than a log. */
  readonly isTerminal: boolean
}

/** An error for the person who started the program: printed without a stack. */
export class UsageError extends Error {
  override readonly name = 'UsageError'
}

/** @throws UsageError naming the invalid variable */
export function readConfiguration(env: NodeJS.ProcessEnv, isTerminal: boolean): Configuration {
  // On a terminal, requests would bury the banner; in collected logs, each request is a line.
  const log = env['LOG'] || (isTerminal ? 'errors' : 'requests')
  if (!logLevels.includes(log as LogLevel))
    throw new UsageError(`LOG must be one of ${logLevels.join(', ')}.`)
  return {
    databaseUrl: readDatabaseUrl('DATABASE_URL', env),
    databaseReadUrl: readDatabaseUrl('DATABASE_READ_URL', env),
    databaseListenUrl: readDatabaseUrl('DATABASE_LISTEN_URL', env),
    dataDir: resolve(env['DATA_DIR'] || 'data'),
    port: readWholeNumber('PORT', env['PORT'], 0, highestPort),
    accountEmail: env['ACCOUNT_EMAIL'] || undefined,
    log: log as LogLevel,
    trustProxy: readYesOrNo('TRUST_PROXY', env['TRUST_PROXY']),
    allowedHosts: readNames('ALLOWED_HOSTS', env['ALLOWED_HOSTS']),
    requestsPerMinute: readWholeNumber('REQUESTS_PER_MINUTE', env['REQUESTS_PER_MINUTE'], 1, 1e9),
    metricsToken: env['METRICS_TOKEN'] || undefined,
    contact: env['CONTACT'] || undefined,
    cwd: env['INIT_CWD'] || process.cwd(),
    isTerminal,
  }
}

/** The address that links begin with. Editors reach a service behind a proxy by its first name, with TLS. */
export const linkAddress = ({ trustProxy, allowedHosts }: Configuration, local: string): string =>
  trustProxy && allowedHosts[0] ? `https://${allowedHosts[0]}` : local

/** @throws UsageError, which doesn't repeat it: it may hold a password */
function readDatabaseUrl(name: string, env: NodeJS.ProcessEnv): string | undefined {
  const given = env[name] || undefined
  if (given !== undefined && !/^postgres(?:ql)?:\/\//i.test(given))
    throw new UsageError(`${name} must begin with postgres://.`)
  if (given !== undefined && !isAddress(given))
    throw new UsageError(
      `${name} is not an address. In a password, write # as %23, / as %2F, ? as %3F, @ as %40 and : as %3A.`,
    )
  return given
}

/** @throws UsageError for what is no host, and would allow none */
export function readPrivateHost(given: string): string {
  if (isIPv6(given) || /^(?:[\p{L}\p{N}_.-]+|\[[\da-f:.]+\])(?::\d{1,5})?$/iu.test(given)) return given
  throw new UsageError('--allow-private must be a host, or a host with its port.')
}

/** @throws UsageError for anything else, of which nobody would notice that it was taken for "no" */
function readYesOrNo(name: string, given = ''): boolean {
  if (/^(?:1|true|yes)$/i.test(given)) return true
  if (/^(?:0|false|no)?$/i.test(given)) return false
  throw new UsageError(`${name} must be yes or no.`)
}

/** @throws UsageError for a name that can't occur in a Host header */
function readNames(name: string, given = ''): string[] {
  const names = given.split(/[\s,]+/).filter((part) => part !== '')
  if (names.some((part) => !/^(?:[\p{L}\p{N}_.-]+|\[[\da-f:.]+\])$/iu.test(part)))
    throw new UsageError(`${name} must be names of hosts without ports, separated by commas.`)
  return names
}

/** @throws UsageError */
export const readPort = (given: string | undefined): number | undefined =>
  readWholeNumber('--port', given, 0, highestPort)

const highestPort = 65_535

function readWholeNumber(
  name: string,
  given: string | undefined,
  from: number,
  to: number,
): number | undefined {
  if (given === undefined || given === '') return undefined
  const number = /^\d+$/.test(given) ? Number(given) : Number.NaN
  if (!(number >= from && number <= to))
    throw new UsageError(`${name} must be a whole number from ${from} to ${to}.`)
  return number
}
