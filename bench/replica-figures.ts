import { cpus } from 'node:os'
import { startService } from '../e2e/service-process.ts'
import { matchArticles } from '../src/service/articles/matching.ts'
import { openDatabase } from '../src/service/database/open-database.ts'
import { migrations } from '../src/service/migrations.ts'
import { createCluster } from '../src/service/testing/postgres-cluster.ts'
import type { Replica } from '../src/service/testing/postgres-replica.ts'
import { startReplica } from '../src/service/testing/postgres-replica.ts'
import type { Figure } from './figures.ts'
import { printFigures, quantile } from './figures.ts'
import { importArticles } from './fill-database.ts'
import { atFixedRate } from './scale-figures.ts'
import { jobsPerSecond } from './scale-service.ts'
import { createRandom, wordBetween } from './zipf-articles.ts'

const maxReplicas = 2

/** Measures the gain from replicas: jobs per second and match times with none, one and two. */
export async function replicaFigures(count: number): Promise<void> {
  process.stdout.write(
    `${count.toLocaleString('en')} articles; all servers, the service and the bench on ${cpus().length} cores, ` +
      'so that a replica adds work and no processor\n\n',
  )
  const cluster = await createCluster({ shared_buffers: '512MB' })
  const databaseUrl = await cluster.createDatabase()
  const replicas: Replica[] = []
  try {
    const database = await openDatabase({ databaseUrl, migrations })
    await importArticles(database, count)
    await database.query('vacuum analyze articles, article_categories')
    await database.close()
    for (let number = 0; number <= maxReplicas; number += 1) {
      if (number > 0) replicas.push(await startReplica(databaseUrl))
      const readUrl = new URL(databaseUrl)
      readUrl.searchParams.set('host', replicas.map(({ host }) => host).join(','))
      const databaseReadUrl = number > 0 ? readUrl.href : undefined
      const words = `${number} replica${number === 1 ? '' : 's'}`
      printFigures(`With ${words}`, await figuresWith(databaseUrl, databaseReadUrl))
    }
  } finally {
    for (const replica of replicas) await replica.remove()
    await cluster.remove()
  }
}

let key: string | undefined

async function figuresWith(databaseUrl: string, databaseReadUrl: string | undefined): Promise<Figure[]> {
  const random = createRandom(99)
  const word = (): string => wordBetween(100, 49_999, random)
  const database = await openDatabase({ databaseUrl, databaseReadUrl, migrations })
  const wanted = () => ({ keywords: [word()], category: '', articleCount: 10, idsToSkip: Buffer.alloc(0) })
  const from = database.reader ?? database
  await matchArticles(from, wanted())
  const times = await atFixedRate(() => matchArticles(from, wanted()))
  await database.close()
  const service = await startService({ databaseUrl, databaseReadUrl, key, requestsPerMinute: 1e9 })
  // The first process has made the account.
  key = service.apiKey
  try {
    const rate = await jobsPerSecond([service], random)
    return [
      { name: 'match, one word: p50', value: quantile(times, 0.5), unit: 'ms' },
      { name: 'match, one word: p99', value: quantile(times, 0.99), unit: 'ms' },
      { name: 'jobs a second, 300 at once, one process', value: rate, unit: '/s' },
    ]
  } finally {
    await service.dispose()
  }
}
