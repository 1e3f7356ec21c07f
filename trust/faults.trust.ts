import { execFileSync } from 'node:child_process'
import { chownSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { Client } from 'pg'
import { afterAll, expect } from 'vitest'
import { startService } from '../e2e/service-process.ts'
import { type Cluster, canStartPostgres, createCluster } from '../src/service/testing/postgres-cluster.ts'
import { startJobLoad } from './job-load.ts'
import { trial } from './guarantee.ts'

const guarantee = 'jobs survive'
const lacks = canStartPostgres ? undefined : 'needs the programs of PostgreSQL, to start its own'
const maxConnections = 30
const ours = `from pg_stat_activity where datname = current_database() and application_name = 'article-desk'`

interface Place {
  readonly cluster: Cluster
  readonly databaseUrl: string
  /** A database session of another program. */
  readonly other: () => Promise<Client>
  readonly load: ReturnType<typeof startJobLoad>
}

let shared: Cluster | undefined
let disk: string | undefined
afterAll(async () => {
  await shared?.remove()
  if (disk !== undefined) unmount(disk)
})

const ourCluster = async (): Promise<Cluster> =>
  (shared ??= await createCluster({ max_connections: String(maxConnections) }))

/**
 * Injects a fault into the database while clients request jobs from two services. They always get a response, at worst
 * 503 with Retry-After. Afterwards the services accept jobs again on their own, and no accepted job is lost.
 */
function faultTrial(
  what: string,
  whole: number,
  harm: (place: Place) => Promise<void>,
  { isRefused = true, lacks: lacking = lacks, make = async () => (await ourCluster()).createDatabase() } = {},
): void {
  trial(guarantee, what, { quick: 0, whole, lacks: lacking }, async (times) => {
    const cluster = await ourCluster()
    const databaseUrl = await make()
    const services = [await startService({ databaseUrl, requestsPerMinute: 1e9 })]
    services.push(await startService({ databaseUrl, requestsPerMinute: 1e9, key: services[0]!.apiKey }))
    const others: Client[] = []
    const other = async (): Promise<Client> => {
      const client = new Client({ connectionString: databaseUrl })
      client.on('error', () => undefined)
      others.push(client)
      await client.connect()
      return client
    }
    let backMs = 0
    try {
      const load = startJobLoad(services, { mayBreak: false })
      const some = (count: number): Promise<void> => load.until(load.accepted, count)
      for (let time = 0; time < times; time += 1) {
        await some(20)
        await harm({ cluster, databaseUrl, other, load })
        const startedAt = performance.now()
        // More jobs than were in progress before.
        await some(20)
        backMs = Math.max(backMs, performance.now() - startedAt)
        for (const client of others.splice(0)) await client.end().catch(() => undefined)
      }
      await load.finish()
      if (isRefused) expect(load.unavailable(), 'requests that met the fault').toBeGreaterThan(0)
      await load.check({ databaseUrl })
      const counts = `0 of ${load.accepted().toLocaleString('en')} jobs lost, ${load.unavailable()} responses 503`
      return `${counts}; back within ${(backMs / 1_000).toFixed(1)} s`
    } finally {
      for (const client of others) await client.end().catch(() => undefined)
      for (const service of services) await service.dispose()
    }
  })
}

/** Waits until a client has been told that the service is unavailable, or long enough for that. */
const untilRefused = ({ load }: Place): Promise<void> => load.until(load.unavailable, 0)

faultTrial('restarts of PostgreSQL, -m immediate', 20, async (place) => {
  await place.cluster.kill()
  await untilRefused(place)
  await place.cluster.start()
})

faultTrial(
  'times all connections to PostgreSQL were ended by an administrator',
  50,
  async ({ other }) => {
    await (
      await other()
    ).query(
      `select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid()`,
    )
  },
  // A request whose connection was idle at that moment never notices.
  { isRefused: false },
)

faultTrial('sessions idle in a transaction that holds the lock of all jobs', 5, async (place) => {
  const client = await place.other()
  await client.query('begin')
  await client.query('lock table jobs in access exclusive mode')
  await untilRefused(place)
  await client.query('rollback')
})

faultTrial('times all connections were taken by other programs', 5, async (place) => {
  const taker = await place.other()
  // Repeat until none is left: the services take some of those released. A superuser may use the reserved ones.
  for (let left = Infinity; left > 0;) {
    await taker.query(`select pg_terminate_backend(pid) ${ours}`)
    await Promise.allSettled(Array.from({ length: maxConnections }, place.other))
    left = (await taker.query(`select ${ours}`)).rowCount ?? 0
  }
  await untilRefused(place)
  await taker.query(
    `select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid() and application_name <> 'article-desk'`,
  )
})

faultTrial(
  'times the disk of PostgreSQL was full',
  10,
  async (place) => {
    const filler = path.join(disk!, 'filler')
    execFileSync('sh', ['-c', `dd if=/dev/zero of=${filler} bs=64k 2>/dev/null || true`])
    await untilRefused(place)
    rmSync(filler)
  },
  {
    lacks: lacks ?? (mayMount() ? undefined : 'no permission to mount a small disk'),
    async make() {
      disk = mountTinyDisk()
      const cluster = await ourCluster()
      const databaseUrl = await cluster.createDatabase()
      const client = new Client({ connectionString: databaseUrl.replace(/\/desk_test_\w+/, '/postgres') })
      await client.connect()
      const name = /\/(desk_test_\w+)/.exec(databaseUrl)![1]!
      await client.query(`create tablespace tiny location '${path.join(disk, 'space')}'`)
      await client.query(`alter database ${name} set tablespace tiny`)
      await client.end()
      return databaseUrl
    },
  },
)

function mayMount(): boolean {
  try {
    unmount(mountTinyDisk())
    return true
  } catch {
    return false
  }
}

/** Throws if this user may not. */
function mountTinyDisk(): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'desk-disk-'))
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=48m,mode=0777', 'tmpfs', folder], { stdio: 'ignore' })
  } catch (error) {
    rmSync(folder, { recursive: true })
    throw error
  }
  const space = path.join(folder, 'space')
  execFileSync('mkdir', [space])
  if (process.getuid?.() === 0) chownSync(space, 65_534, 65_534)
  writeFileSync(path.join(folder, 'filler'), '')
  return folder
}

function unmount(folder: string): void {
  execFileSync('umount', ['--lazy', folder])
  rmSync(folder, { recursive: true })
}
