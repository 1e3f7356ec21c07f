import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { connect, createServer } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { isUnavailable } from './unavailable.ts'
import { listenOnFreePort } from '../testing/free-port.ts'
import { canStartPostgres, createCluster } from '../testing/postgres-cluster.ts'
import { startRelay } from '../testing/postgres-relay.ts'
import { onEachDatabase } from '../testing/with-database.ts'
import type { Database } from './database.ts'
import { openDatabase } from './open-database.ts'
import { migrate } from './migrations.ts'

const first = { name: 'first', sql: 'create table things (id bigint primary key, name text not null)' }
const second = { name: 'second', sql: 'alter table things add column size bigint' }

onEachDatabase((place) => {
  let database: Database

  beforeAll(async () => {
    database = await openDatabase({ ...(await place.create()), migrations: [first] })
  })
  afterAll(() => database.close())

  test('counts and big integers are numbers, and times are dates', async () => {
    const { rows } = await database.query(
      `select count(*) as count, 9007199254740991::bigint as big, array[1, 2]::bigint[] as list,
        '{}'::bigint[] as empty, timestamptz '2026-01-31 12:00:00+00' as at`,
    )

    expect(rows).toEqual([
      { count: 1, big: 9_007_199_254_740_991, list: [1, 2], empty: [], at: new Date('2026-01-31T12:00:00Z') },
    ])
  })

  test('an integer past 2^53 is an error, not another integer', async () => {
    await expect(database.query('select 9007199254740993::bigint')).rejects.toThrow('past 2^53')
    expect((await database.query('select 1 as one')).rows).toEqual([{ one: 1 }])
  })

  test('accents are folded and similar words found, on which the matching of articles relies', async () => {
    const { rows } = await database.query(`select unaccent('Élan') as plain, 'garden' % 'gardens' as similar`)

    expect(rows).toEqual([{ plain: 'Elan', similar: true }])
  })

  test('a failed transaction leaves nothing behind, and the connection works again', async () => {
    const failed = database.transaction(async (tx) => {
      await tx.query(`insert into things values (1, 'lamp')`)
      throw new Error('changed my mind')
    })

    await expect(failed).rejects.toThrow('changed my mind')
    expect((await database.query('select * from things')).rows).toEqual([])
  })

  test('a failed statement whose error was swallowed does not pass for a commit', async () => {
    const failed = database.transaction(async (tx) => {
      await tx.query(`insert into things values (2, 'lamp')`)
      await tx.query('select nonsense').catch(() => undefined)
    })

    await expect(failed).rejects.toThrow('was undone')
  })

  test('a query outside a transaction, made inside it, fails at once instead of deadlocking', async () => {
    await expect(database.transaction(() => database.query('select 1'))).rejects.toThrow('ask `tx`')
  })

  test('a migration runs once, and a later one after it', async () => {
    await migrate(database, [first, second])
    await migrate(database, [first, second])

    expect((await database.query('select size from things')).rows).toEqual([])
  })

  test('a failed migration changes nothing', async () => {
    const broken = { name: 'broken', sql: 'create table half (id int); select nonsense' }

    await expect(migrate(database, [first, second, broken])).rejects.toThrow('nonsense')
    expect((await database.query(`select to_regclass('half') as half`)).rows).toEqual([{ half: null }])
  })

  test('older code rejects data of a newer version', async () => {
    await migrate(database, [first, second])

    await expect(migrate(database, [first])).rejects.toThrow('newer version')
  })

  test('many simultaneous queries all get their results', async () => {
    const results = await Promise.all(
      Array.from({ length: 200 }, (_, number) =>
        database.query<{ n: number }>('select $1::int as n', [number]),
      ),
    )

    expect(results.map(({ rows }) => rows[0]?.n)).toEqual(Array.from({ length: 200 }, (_, number) => number))
  })

  test.skipIf(place.kind === 'embedded')('two simultaneous starts run each migration once', async () => {
    const options = { ...(await place.create()), migrations: [first, second] }
    const both = await Promise.all([openDatabase(options), openDatabase(options)])

    expect((await both[0].query('select name from applied_migrations')).rows).toHaveLength(2)
    await Promise.all(both.map((opened) => opened.close()))
  })

  /** A new database, on which the server is set up in another way than usual. */
  async function createWith(setting: string): Promise<{ databaseUrl: string }> {
    const url = new URL((await place.create()).databaseUrl!)
    url.searchParams.set('options', `-c ${setting}`)
    return { databaseUrl: url.href }
  }

  test.skipIf(place.kind === 'embedded')(
    'whoever waited for a lock sees what its holder committed, whatever isolation is usual on the server',
    async () => {
      const strict = await createWith('default_transaction_isolation=serializable')
      const both = await Promise.all([1, 2].map(() => openDatabase({ ...strict, migrations: [first] })))
      onTestFinished(async () => void (await Promise.all(both.map((opened) => opened.close()))))

      const usual = `select current_setting('transaction_isolation') as level`
      expect((await both[0]!.query(usual)).rows).toEqual([{ level: 'read committed' }])
    },
  )

  test.skipIf(place.kind === 'embedded')('times are dates however the server writes them', async () => {
    const german = await openDatabase(await createWith('datestyle=German'))
    onTestFinished(() => german.close())

    const { rows } = await german.query(`select timestamptz '2026-01-31 12:00:00+00' as at`)
    expect(rows).toEqual([{ at: new Date('2026-01-31T12:00:00Z') }])
  })

  test.skipIf(place.kind === 'embedded')(
    'backslashes in statements are themselves, whatever is usual on the server',
    async () => {
      const escaping = await openDatabase(await createWith('standard_conforming_strings=off'))
      onTestFinished(() => escaping.close())

      expect((await escaping.query(String.raw`select '\s' as space`)).rows).toEqual([
        { space: String.raw`\s` },
      ])
    },
  )

  test.skipIf(place.kind === 'embedded')(
    'a connection that breaks in the middle of a transaction ends only the transaction, not the process',
    async () => {
      const broken = database.transaction(async (tx) => {
        await tx.query('select pg_terminate_backend(pg_backend_pid())').catch(() => undefined)
        await delay(100)
        await tx.query('select 1')
      })

      await expect(broken).rejects.toSatisfy(isUnavailable)
      expect((await database.query('select 1 as one')).rows).toEqual([{ one: 1 }])
    },
  )

  test.skipIf(place.kind === 'embedded' || process.platform !== 'linux')(
    'a silent connection is probed after 10 s, so that a vanished server is noticed',
    async ({ skip }) => {
      const relay = await startRelay((await place.create()).databaseUrl!)
      onTestFinished(relay.close)
      const probed = connect(relay.port, '127.0.0.1', () => probed.setKeepAlive(true, 10_000))
      await once(probed, 'connect')
      const probedPort = probed.localPort!
      const canSee = probeIn(probedPort) !== undefined
      probed.destroy()
      skip(!canSee, 'This kernel does not tell of its timers.')

      const relayed = await openDatabase({ databaseUrl: relay.url })
      onTestFinished(() => relayed.close())
      const listening = await new Promise<{ close(): Promise<void> }>((resolve) => {
        const listener = relayed.listen('never_notified', () => resolve(listener))
      })
      onTestFinished(() => listening.close())
      const ports = () => relay.clientPorts().filter((port) => port !== probedPort)
      // One for queries and one for notifications.
      expect(ports().length).toBeGreaterThan(1)
      await expect
        .poll(() => Math.max(...ports().map((port) => probeIn(port) ?? Infinity)))
        .toBeLessThanOrEqual(10)
    },
  )
})

test.skipIf(!canStartPostgres)('a server that went away is used again when it is back', async () => {
  const cluster = await createCluster()
  const database = await openDatabase({ databaseUrl: await cluster.createDatabase() })
  await cluster.kill()
  const failure: unknown = await database.query('select 1').catch((error: unknown) => error)
  await cluster.start()
  const { rows } = await database.query('select 1 as one')
  await database.close()
  await cluster.remove()

  expect(isUnavailable(failure)).toBe(true)
  expect(rows).toEqual([{ one: 1 }])
})

test('a connection that the server ends at the moment it opens fails only what is run on it', async () => {
  const uncaught: unknown[] = []
  const note = (error: unknown) => uncaught.push(error)
  process.on('uncaughtExceptionMonitor', note)
  // All in one packet, as a busy client may read it.
  const response = Buffer.concat([
    message('R', '\0\0\0\0'),
    message('Z', 'I'),
    message('E', 'SFATAL\0C57P01\0Mterminating connection due to administrator command\0\0'),
  ])
  const server = createServer((socket) => {
    socket.on('error', () => undefined).once('data', () => socket.end(response))
  })
  const port = await listenOnFreePort(server)
  const failure: unknown = await openDatabase({ databaseUrl: `postgres://127.0.0.1:${port}/name` }).catch(
    (error: unknown) => error,
  )
  server.close()
  process.off('uncaughtExceptionMonitor', note)

  expect(isUnavailable(failure)).toBe(true)
  expect(uncaught).toEqual([])
})

/** A message of PostgreSQL's protocol. */
function message(type: string, body: string): Buffer {
  const length = Buffer.alloc(4)
  length.writeInt32BE(body.length + 4)
  return Buffer.concat([Buffer.from(type), length, Buffer.from(body)])
}

/** @returns seconds until the kernel probes the connection from this port; undefined if it won't */
function probeIn(port: number): number | undefined {
  const from = `0100007F:${port.toString(16).toUpperCase().padStart(4, '0')}`
  const line = readFileSync('/proc/net/tcp', 'utf8')
    .split('\n')
    .map((line) => line.trim().split(/\s+/))
    .find(([, local, , state]) => local === from && state === '01')
  // In hundredths of a second; 02 is the timer of keepalive, 01 that of data not yet acknowledged.
  const [timer, when = ''] = line?.[5]?.split(':') ?? []
  return timer === '02' ? Number.parseInt(when, 16) / 100 : undefined
}

test('queries run in another thread, so that a slow one delays nobody', async () => {
  const database = await openDatabase({})
  const startedAt = performance.now()
  const ended = database.query('select count(*) from generate_series(1, 3000000)')
  let longestMs = 0
  let lastAt = performance.now()
  const measure = () => {
    longestMs = Math.max(longestMs, performance.now() - lastAt)
    lastAt = performance.now()
  }
  const clock = setInterval(measure, 5)

  await ended
  // A thread that was blocked until now has run no timer.
  measure()
  const tookMs = performance.now() - startedAt
  clearInterval(clock)
  await database.close()

  // If queries ran in this thread, the two would be equal.
  expect(longestMs).toBeLessThan(tookMs / 2)
})
