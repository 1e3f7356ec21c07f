import type { Page } from '@playwright/test'
import { build } from 'vite'
import { expect, onTestFinished } from 'vitest'
import { expect as soon } from '../e2e/fixtures.ts'
import { startService } from '../e2e/service-process.ts'
import type { createClient as CreateClient } from '../src/desk/api/client.ts'
import { openTestDatabase } from '../src/service/testing/test-jobs.ts'
import { type BreakingProxy, startBreakingProxy } from './breaking-proxy.ts'
import { lacksChromium, startNewChromium } from './chromium.ts'
import { startOtherService } from './other-service.ts'
import { trial } from './guarantee.ts'

/** A way to reach the service, with a proxy that breaks connections in front of what the browser talks to. */
interface Way {
  readonly desk: string
  /** The address of the interface, as the browser sees it. */
  readonly service: string
  readonly email: string
  readonly apiKey: string
  readonly wire: BreakingProxy
  /** How many jobs were made for each intent. Called once all are sent. */
  readonly made: () => readonly number[] | Promise<readonly number[]>
}

const ways: Readonly<Record<string, () => Promise<Way>>> = {
  async 'to the embedded service'() {
    const service = await startService({ requestsPerMinute: 1e9 })
    onTestFinished(() => service.dispose())
    const wire = await startProxy(service.address)
    return {
      ...service,
      desk: wire.address,
      service: wire.address,
      wire,
      async made() {
        await service.kill()
        const database = await openTestDatabase({ dataDir: service.dataDir })
        const { rows } = await database.query<{ count: number }>(
          'select count(*) from jobs group by keywords',
        )
        await database.close()
        return rows.map(({ count }) => count)
      },
    }
  },
  async 'through --service'() {
    const other = await startOtherService()
    onTestFinished(() => other.close())
    // Our server's own connections are broken too.
    const beyond = await startProxy(other.address, 0.3)
    const server = await startService({ remote: beyond.address, key: other.apiKey })
    onTestFinished(() => server.dispose())
    const wire = await startProxy(server.address)
    return { ...other, desk: wire.address, service: wire.address, wire }
  },
  async 'to another service directly'() {
    const other = await startOtherService()
    onTestFinished(() => other.close())
    const server = await startService()
    onTestFinished(() => server.dispose())
    const wire = await startProxy(other.address)
    return { ...other, desk: server.address, service: wire.address, wire }
  },
}

for (const [name, connect] of Object.entries(ways))
  trial(
    'never submits twice',
    `POSTs ${name} whose connection broke, in Chromium`,
    { quick: 0, whole: 1_000, lacks: lacksChromium },
    async (count) => {
      const way = await connect()
      const { page } = await startNewChromium()
      const byForm = Math.ceil(count / 10)
      await sendByForm(page, way, byForm)
      await sendByClient(page, way, count - byForm)
      const made = await way.made()
      const doubled = made.filter((jobs) => jobs > 1).length
      expect(way.wire.broken()).toBe(count)
      expect(way.wire.repeated(), 'a browser repeats a POST, so this trial does too').toBeGreaterThan(0)
      const repeated = `${way.wire.repeated().toLocaleString('en')} repeated by the browser itself`
      if (way.service === way.desk) expect(doubled, repeated).toBe(0)
      return `${doubled.toLocaleString('en')} jobs made twice; ${repeated}`
    },
  )

async function startProxy(target: string, share = 1): Promise<BreakingProxy> {
  const wire = await startBreakingProxy(target, { share })
  onTestFinished(wire.close)
  return wire
}

async function sendByForm(page: Page, way: Way, count: number): Promise<void> {
  await page.goto(`${way.desk}/sign-in`)
  await page.getByLabel('E-mail').fill(way.email)
  await page.getByLabel('API key', { exact: true }).fill(way.apiKey)
  if (way.service !== way.desk) {
    await page.getByText('Other service').click()
    await page.getByLabel('Service address').fill(way.service)
  }
  await page.getByRole('button', { name: 'Sign in' }).click()
  const main = page.getByRole('navigation', { name: 'Main' })
  await soon(main).toBeVisible()
  for (let sent = 0; sent < count; sent += 1) {
    await main.getByRole('link', { name: 'New job' }).click()
    await page.getByLabel('Keywords').fill(`intent-form-${sent}`)
    await page.getByLabel('Keywords').press('Enter')
    await page.getByRole('button', { name: 'Create job' }).click()
    await soon(page.getByRole('heading', { name: 'New job' })).toBeHidden()
  }
}

/** Uses the desk's own client in the page, without the screens. */
async function sendByClient(page: Page, way: Way, count: number): Promise<void> {
  const built = await build({
    configFile: false,
    logLevel: 'silent',
    build: { write: false, lib: { entry: 'src/desk/api/client.ts', formats: ['iife'], name: 'deskClient' } },
  })
  const [{ output }] = built as unknown as [{ output: [{ code: string }] }]
  // On a page that sends no requests itself.
  await page.goto(`${way.desk}/sign-in`)
  await page.evaluate(`${output[0].code}; globalThis.deskClient = deskClient`)
  await page.evaluate(
    async ({ service, email, apiKey, count }) => {
      const { createClient } = (
        globalThis as unknown as { deskClient: { createClient: typeof CreateClient } }
      ).deskClient
      const client = createClient({
        serviceAddress: service,
        isSameOrigin: service === location.origin,
        fetch: (input, init) => fetch(input, init),
        now: Date.now,
        credentials: () => ({ email, apiKey, serviceAddress: service }),
      })
      let begun = 0
      const sendInTurn = async () => {
        while (begun < count) {
          const intent = `intent-client-${(begun += 1)}`
          // Opens a connection, so that the POST may go over one that was used before.
          await client.authenticate().catch(() => undefined)
          const idsToSkip = { numbers: new Float64Array(), strings: [] }
          const request = { keywords: [intent], articleCount: 1, removeSignature: false, idsToSkip }
          await client.createJob(request, intent).catch(() => undefined)
        }
      }
      await Promise.all(Array.from({ length: 4 }, sendInTurn))
    },
    { service: way.service, email: way.email, apiKey: way.apiKey, count },
  )
}
