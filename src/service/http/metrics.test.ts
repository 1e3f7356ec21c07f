import { expect, test } from 'vitest'
import { canStartPostgres, createCluster } from '../testing/postgres-cluster.ts'
import { startTestService } from '../testing/test-service.ts'

test('a reader with the token sees jobs, requests, sources, connections and the event loop, and nothing of users', async () => {
  const it = await startTestService({ metricsToken: 'of-the-metrics' })
  const read = (token: string) => it.ask('GET', '/metrics', { headers: { Authorization: `Bearer ${token}` } })
  await it.finished(await it.createJob({ keywords: ['secret'] }))
  await it.ask('GET', '/no/such/secret-page')

  expect([(await read('guess')).status, (await it.ask('GET', '/metrics')).status]).toEqual([401, 401])
  const response = await read('of-the-metrics')
  const text = await response.text()
  expect(response.headers.get('Content-Type')).toContain('text/plain; version=0.0.4')
  for (const line of [
    'article_desk_jobs{state="queued"} 0',
    'article_desk_jobs{state="running"} 0',
    'article_desk_jobs_ended_total{state="success"} 1',
    'article_desk_job_waiting_seconds_count 1',
    'article_desk_job_working_seconds_count{phase="match"} 1',
    'article_desk_sources{state="active"} 0',
    'article_desk_database_connections{state="open"} 1',
    'article_desk_http_request_seconds_count{method="POST",path="/api/v1.0/jobs",status="201"} 1',
    'article_desk_http_request_seconds_count{method="GET",path="desk",status="404"} 1',
  ])
    expect(text.split('\n')).toContain(line)
  expect(text).toContain('nodejs_eventloop_lag_p99_seconds')
  expect(text).not.toMatch(/secret|editor@/)
  await it.stop()
})

test('a worker serves only monitoring', async () => {
  const it = await startTestService({ metricsToken: 'of-the-metrics', role: 'worker' })
  const statusOf = async (path: string) =>
    (await it.ask('GET', path, { headers: { Authorization: 'Bearer of-the-metrics' } })).status

  expect(await Promise.all(['/healthz', '/readyz', '/metrics'].map(statusOf))).toEqual([200, 200, 200])
  expect(await Promise.all(['/api/v1.0/ping', '/settings', '/'].map(statusOf))).toEqual([404, 404, 404])
  await it.stop()
})

test.skipIf(!canStartPostgres)(
  'without its database, a process still reports on itself, and nothing that it no longer knows',
  async () => {
    const cluster = await createCluster()
    const databaseUrl = await cluster.createDatabase()
    const it = await startTestService({ databaseUrl, metricsToken: 'of-the-metrics' })
    const read = async () => {
      const response = await it.ask('GET', '/metrics', {
        headers: { Authorization: 'Bearer of-the-metrics' },
      })
      return [response.status, await response.text()] as const
    }
    const [, before] = await read()
    await cluster.kill()
    const [status, during] = await read()
    await cluster.start()
    const [, after] = await read()
    await it.stop()
    await cluster.remove()

    expect(status).toBe(200)
    expect(during).toContain('article_desk_database_connections{state="waited-for"}')
    expect(during).toContain('nodejs_eventloop_lag_p99_seconds')
    for (const name of ['article_desk_jobs{', 'article_desk_sources{'])
      expect([before, during, after].map((text) => text.includes(name))).toEqual([true, false, true])
  },
)
