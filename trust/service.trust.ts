import { seededRandom } from '../bench/seeded-random.ts'
import { setTimeout as delay } from 'node:timers/promises'
import { afterAll } from 'vitest'
import { startService, type ServiceProcess } from '../e2e/service-process.ts'
import { type Cluster, createCluster, hasPostgres } from '../src/service/testing/postgres-cluster.ts'
import { startJobLoad } from './job-load.ts'
import { isTimeOver, seed, trial } from './guarantee.ts'

const guarantee = 'jobs survive'
/** Roughly the time of a start. */
const startMs = 1_200

let cluster: Promise<Cluster> | undefined
afterAll(async () => (await cluster)?.remove())

trial(
  guarantee,
  'kills of the service with the embedded database',
  { quick: 0, whole: 200, isConcurrent: true },
  async (kills) => {
    const service = await startService({ requestsPerMinute: 1e9 })
    return killing(kills, [service], { dataDir: service.dataDir })
  },
)

for (const [processes, whole] of [
  [1, 100],
  [2, 200],
] as const)
  trial(
    guarantee,
    `kills of ${processes === 1 ? 'the one service' : 'either of two services'} with PostgreSQL`,
    { quick: 0, whole, isConcurrent: true, lacks: hasPostgres ? undefined : 'no PostgreSQL here' },
    async (kills) => {
      cluster ??= createCluster()
      const databaseUrl = await (await cluster).createDatabase()
      const services = [await startService({ databaseUrl, requestsPerMinute: 1e9 })]
      if (processes === 2)
        services.push(await startService({ databaseUrl, requestsPerMinute: 1e9, key: services[0]!.apiKey }))
      return killing(kills, services, { databaseUrl })
    },
  )

async function killing(
  kills: number,
  services: readonly ServiceProcess[],
  place: { databaseUrl: string } | { dataDir: string },
): Promise<[number, string]> {
  const random = seededRandom(seed)
  let done = 0
  try {
    const load = startJobLoad(services, { mayBreak: true })
    const killOften = async (service: ServiceProcess, most: number): Promise<number> => {
      await service.kill()
      let times = 1
      // Often kill it during the next start: while it reads its database, or takes the jobs that were left.
      for (; times < most && random() < 0.5; times += 1) await service.restartUntilKilled(random() * startMs)
      await service.restart()
      return times
    }
    for (let turn = 0; ; turn += 1) {
      if (done >= kills || isTimeOver()) break
      const service = services[turn % services.length]!
      await load.until(load.ended, 0)
      await delay(random() * 300)
      const kill = async (): Promise<void> => void (done += await killOften(service, kills - done))
      if (services.length === 1) await load.whileDown(kill)
      else await kill()
    }
    const tookMs = await load.finish()
    for (const service of services) await service.kill()
    const resumed = await load.check(place)
    const held = `0 of ${load.accepted().toLocaleString('en')} jobs lost, 0 doubled, 0 stuck`
    return [done, `${held}; ${resumed} resumed, ${(tookMs / 1_000).toFixed(1)} s at most`]
  } finally {
    for (const service of services) await service.dispose()
  }
}
