import { Client } from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { jobsPath } from '../../contract/paths.ts'
import { createDatabase, hasPostgres } from '../testing/postgres-cluster.ts'
import { startRelay } from '../testing/postgres-relay.ts'
import type { TestService } from '../testing/test-service.ts'
import { startTestService } from '../testing/test-service.ts'

describe.skipIf(!hasPostgres)('POST jobs', () => {
  let relay: Awaited<ReturnType<typeof startRelay>>
  let it: TestService
  beforeAll(async () => {
    relay = await startRelay(await createDatabase())
    it = await startTestService({ databaseUrl: relay.url, role: 'web' })
  })
  afterAll(async () => {
    await it.stop()
    relay.close()
  })

  const post = (headers: Record<string, string> = {}) =>
    it.ask('POST', jobsPath, { as: it.editor, body: {}, headers })
  const countJobs = async (): Promise<number> => (await it.database.query('select from jobs')).rowCount
  const statusOf = ({ status, headers }: Response) => [status, headers.get('Retry-After')]

  test('a 503 means that no job was made: the database reported an error', async () => {
    const before = await countJobs()
    const other = new Client({ connectionString: relay.url })
    await other.connect()
    await other.query('begin; lock table jobs in share mode')
    const response = await post()
    await other.end()

    expect(statusOf(response)).toEqual([503, '5'])
    expect(await countJobs()).toBe(before)
  })

  test('if the connection breaks after the job was written, the status is not 503, since a retry would make a second job', async () => {
    const before = await countJobs()
    relay.loseResponseTo('insert into jobs')
    const response = await post()

    expect(statusOf(response)).toEqual([500, null])
    expect(await response.json()).toMatchObject({
      detail: expect.stringContaining('may have been made') as string,
    })
    expect(await countJobs()).toBe(before + 1)
  })

  test('with an Idempotency-Key, the status is 503, and a retry finds the job', async () => {
    const before = await countJobs()
    relay.loseResponseTo('insert into jobs')
    const headers = { 'Idempotency-Key': 'intent' }
    const responses = [await post(headers), await post(headers)]

    expect(responses.map(statusOf)).toEqual([
      [503, '5'],
      [201, null],
    ])
    expect(await countJobs()).toBe(before + 1)
  })
})
