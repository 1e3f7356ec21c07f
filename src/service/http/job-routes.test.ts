import type { Socket } from 'node:net'
import { connect, createServer } from 'node:net'
import { join } from 'node:path'
import { Client } from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { jobsPath } from '../../contract/paths.ts'
import { listenOnFreePort } from '../testing/free-port.ts'
import { canStartPostgres, createDatabase } from '../testing/postgres-cluster.ts'
import type { TestService } from '../testing/test-service.ts'
import { startTestService } from '../testing/test-service.ts'

/** Its relay connects to the socket of the server. */
describe.skipIf(!canStartPostgres)('POST jobs', () => {
  let way: Awaited<ReturnType<typeof startWay>>
  let it: TestService
  beforeAll(async () => {
    way = await startWay(await createDatabase())
    it = await startTestService({ databaseUrl: way.url, role: 'web' })
  })
  afterAll(async () => {
    await it.stop()
    way.close()
  })

  const post = (headers: Record<string, string> = {}) =>
    it.ask('POST', jobsPath, { as: it.editor, body: {}, headers })
  const countJobs = async (): Promise<number> => (await it.database.query('select from jobs')).rowCount
  const statusOf = ({ status, headers }: Response) => [status, headers.get('Retry-After')]

  test('a 503 means that no job was made: the database reported an error', async () => {
    const before = await countJobs()
    const other = new Client({ connectionString: way.url })
    await other.connect()
    await other.query('begin; lock table jobs in share mode')
    const response = await post()
    await other.end()

    expect(statusOf(response)).toEqual([503, '5'])
    expect(await countJobs()).toBe(before)
  })

  test('if the connection breaks after the job was written, the status is not 503, since a retry would make a second job', async () => {
    const before = await countJobs()
    way.loseResponseTo('insert into jobs')
    const response = await post()

    expect(statusOf(response)).toEqual([500, null])
    expect(await response.json()).toMatchObject({
      detail: expect.stringContaining('may have been made') as string,
    })
    expect(await countJobs()).toBe(before + 1)
  })

  test('with an Idempotency-Key, the status is 503, and a retry finds the job', async () => {
    const before = await countJobs()
    way.loseResponseTo('insert into jobs')
    const headers = { 'Idempotency-Key': 'intent' }
    const responses = [await post(headers), await post(headers)]

    expect(responses.map(statusOf)).toEqual([
      [503, '5'],
      [201, null],
    ])
    expect(await countJobs()).toBe(before + 1)
  })
})

/** A proxy to the database that can lose the response to a query, together with the connection. */
async function startWay(databaseUrl: string) {
  let lost: string | undefined
  const server = createServer((client) => {
    const database = connect(join(new URL(databaseUrl).searchParams.get('host')!, '.s.PGSQL.5432'))
    let isLost = false
    client.on('data', (sent: Buffer) => {
      if (lost !== undefined && sent.includes(lost)) {
        isLost = true
        lost = undefined
      }
      database.write(sent)
    })
    database.on('data', (response: Buffer) => {
      // The transaction has ended.
      if (isLost && response.subarray(-6, -1).equals(Buffer.from('Z\0\0\0\x05'))) client.destroy()
      else if (!isLost) client.write(response)
    })
    const end = (socket: Socket) => () => socket.destroy()
    client.on('close', end(database)).on('error', end(database))
    database.on('close', end(client)).on('error', end(client))
  })
  const url = new URL(databaseUrl)
  url.search = ''
  url.hostname = '127.0.0.1'
  url.port = String(await listenOnFreePort(server))
  return {
    url: url.href,
    loseResponseTo(query: string): void {
      lost = query
    },
    close: () => server.close(),
  }
}
