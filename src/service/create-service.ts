import { setTimeout as sleep } from 'node:timers/promises'
import type { Accounts } from './accounts/accounts.ts'
import { createAccounts } from './accounts/accounts.ts'
import type { FirstAccount } from './accounts/first-account.ts'
import { ensureFirstAccount } from './accounts/first-account.ts'
import type { SettingsAccess } from './accounts/settings-access.ts'
import { createSettingsAccess } from './accounts/settings-access.ts'
import { createSharedCounts } from './accounts/shared-counts.ts'
import type { Database } from './database/database.ts'
import { describeError } from './database/describe-error.ts'
import { NewerDataError, readApplied } from './database/migrations.ts'
import type { DatabaseLocation } from './database/open-database.ts'
import { openDatabase } from './database/open-database.ts'
import { alive, createApp, healthPath } from './http/app.ts'
import { serveDesk } from './http/desk-files.ts'
import type { Bindings } from './http/environment.ts'
import { createLimits } from './http/limits.ts'
import type { Log } from './http/log.ts'
import { createMetrics } from './http/metrics.ts'
import { HttpProblem } from './http/problems.ts'
import { addSecurityHeaders } from './http/security-headers.ts'
import { createJobs } from './jobs/jobs.ts'
import { readServiceCounts } from './jobs/service-counts.ts'
import { migrations } from './migrations.ts'
import type { OpenSources, OpenSourcesOptions } from './sources/open-sources.ts'
import { openSources } from './sources/open-sources.ts'
import { loadStarterCollection } from './sources/starter.ts'

export type Role = 'web' | 'worker' | 'both'

/** The first account's key is kept beside the embedded database. */
export interface ServiceOptions extends DatabaseLocation {
  readonly accountEmail?: string | undefined
  /** The built desk, if it is to be served too. */
  readonly deskDir?: string | undefined
  readonly trustProxy?: boolean | undefined
  readonly requestsPerMinute?: number | undefined
  /** Clients that send it may read `/metrics`. */
  readonly metricsToken?: string | undefined
  /** Whether this process serves requests, runs jobs, or both. */
  readonly role?: Role | undefined
  /** Whether the starter collection is imported; tests bring their own articles. */
  readonly starterCollection?: boolean | undefined
  /** Whether sources are refreshed, on schedule and for jobs; true by default. */
  readonly collect?: boolean | undefined
  readonly contact?: string | undefined
  readonly allowPrivateHosts?: readonly string[] | undefined
  /** Overrides how sources are fetched; for tests. */
  readonly sources?: OpenSourcesOptions | undefined
  readonly log?: Log | undefined
  /** Milliseconds since the epoch; for the limits and the sources. */
  readonly now?: (() => number) | undefined
}

export interface Running {
  readonly database: Database
  readonly accounts: Accounts
  readonly settingsAccess: SettingsAccess
  readonly sources: OpenSources
  readonly firstAccount: FirstAccount | undefined
  /**
   * Resolves once this process must end: a newer version of the service has upgraded the database (see `migrate`), or
   * another process has taken over the embedded one.
   */
  readonly mustEnd: Promise<Error>
}

export interface Service {
  /** Handles one request, like `fetch`; 503 before `start` and after `stop`, except for `/healthz`. */
  readonly fetch: (request: Request, bindings?: Bindings) => Promise<Response>
  /** @throws DirectoryInUseError, or the database's error if it can't be opened */
  start(): Promise<Running>
  /**
   * Takes no more jobs and gives back those being collected for. Still serves requests, but reports that it is not
   * ready.
   */
  drain(options: { withinMs: number }): Promise<void>
  /** Lets running work finish within the time; the rest is done after the next start. */
  stop(options?: { withinMs: number }): Promise<void>
}

const upgradeCheckMs = 5_000

/** The whole service without a port: mounted by the program, by Vite in development and by the tests. */
export function createService(options: ServiceOptions = {}): Service {
  const { log = () => undefined, trustProxy = false } = options
  const desk = options.deskDir === undefined ? undefined : serveDesk(options.deskDir)
  let running:
    | (Running & { app: ReturnType<typeof createApp>; stopWork(withinMs: number): Promise<unknown> })
    | undefined
  let isDraining = false

  return {
    async fetch(request, bindings = {}) {
      if (running) return running.app.fetch(request, bindings)
      const isHealthCheck = new URL(request.url).pathname === healthPath
      return addSecurityHeaders(isHealthCheck ? alive() : notRunning().toResponse())
    },

    async start() {
      const database = await openDatabase({
        ...options,
        migrations,
        onError: (error) => log({ error: describeError(error) }),
      })
      try {
        const accounts = createAccounts(database)
        const settingsAccess = createSettingsAccess(database)
        const { contact, allowPrivateHosts, now, collect = true, role = 'both' } = options
        const metrics = options.metricsToken
          ? createMetrics(options.metricsToken, () => readServiceCounts(database))
          : undefined
        const sources = openSources(database, {
          contact,
          allowPrivateHosts,
          now,
          log,
          onFetched: metrics?.countFetch,
          ...options.sources,
        })
        const jobs = createJobs({
          database,
          log(entry) {
            metrics?.countJob(entry)
            log(entry)
          },
          onWaited: metrics?.countWait,
          collector: collect ? sources : undefined,
        })
        const serviceId = await identityOf(database)
        const limits = createLimits({
          ...options,
          // The embedded database has no other processes to share counts with.
          shared: database.kind === 'postgres' ? createSharedCounts(database, now) : undefined,
        })
        const firstAccount = await database.withStartupLock(async () => {
          // A worker creates no account: it shows nobody the key, and may have no directory to keep it in.
          const account =
            role === 'worker'
              ? undefined
              : await ensureFirstAccount(
                  accounts,
                  options.accountEmail ?? 'editor@localhost',
                  options.dataDir,
                )
          if (options.starterCollection ?? true) await loadStarterCollection(database)
          return account
        })
        if (role !== 'web' && collect) await sources.start()
        if (role !== 'web') await jobs.start()
        const upgrades = watchForUpgrades(database)
        isDraining = false
        let stopped: Promise<unknown> | undefined
        running = {
          database,
          accounts,
          settingsAccess,
          sources,
          firstAccount,
          mustEnd: Promise.race([upgrades.outdated, ...(database.lost ? [database.lost] : [])]),
          app: createApp({
            serviceId,
            jobs,
            accounts,
            settingsAccess,
            sources,
            limits,
            log,
            metrics,
            isWeb: role !== 'worker',
            trustProxy,
            desk,
            isReady: async () => !isDraining && (await upgrades.isCurrent()),
          }),
          stopWork(withinMs) {
            upgrades.close()
            // Already stopped if it was drained before.
            return (stopped ??= Promise.all([
              jobs.stop({ withinMs }),
              Promise.race([sources.close(), sleep(withinMs, undefined, { ref: false })]),
            ]))
          },
        }
        return running
      } catch (error) {
        await database.close()
        throw error
      }
    },

    async drain({ withinMs }) {
      isDraining = true
      await running?.stopWork(withinMs)
    },

    async stop({ withinMs } = { withinMs: 5_000 }) {
      const stopping = running
      running = undefined
      try {
        await stopping?.stopWork(withinMs)
      } finally {
        await stopping?.database.close()
      }
    },
  }
}

/** A new embedded database may be a copy of an image, which has none. */
async function identityOf(database: Database): Promise<string> {
  const { rows } = await database.query<{ id: string }>(
    `with made as (
      insert into service_identity (id)
      select gen_random_uuid() where not exists (select from service_identity)
      returning id
    )
    select id from service_identity union all select id from made`,
  )
  return rows[0]?.id ?? ''
}

/** Another process may run a newer version, when several are upgraded one by one. */
function watchForUpgrades(database: Database) {
  let report: (error: NewerDataError) => void
  const outdated = new Promise<NewerDataError>((resolve) => {
    report = resolve
  })

  async function isCurrent(): Promise<boolean> {
    try {
      await readApplied(database, migrations)
      return true
    } catch (error) {
      if (!(error instanceof NewerDataError)) throw error
      report(error)
      return false
    }
  }

  // If the database is unavailable, leave it to the next check.
  const timer = setInterval(() => void isCurrent().catch(() => undefined), upgradeCheckMs).unref()
  return { outdated, isCurrent, close: () => clearInterval(timer) }
}

const notRunning = () =>
  new HttpProblem(503, 'The service is not running.', { headers: { 'Retry-After': '5' } })
