import { readFileSync } from 'node:fs'
import { cpus, loadavg, totalmem } from 'node:os'
import { packIds } from '../src/contract/ids.ts'
import { matchArticles } from '../src/service/articles/matching.ts'
import type { MatchRequest } from '../src/service/articles/matching.ts'
import { packSkipIds } from '../src/service/articles/skip-ids.ts'
import type { Database } from '../src/service/database/database.ts'
import { openDatabase } from '../src/service/database/open-database.ts'
import { migrations } from '../src/service/migrations.ts'
import { findCopy, sketchText } from '../src/service/sources/copies.ts'
import { createCluster, query } from '../src/service/testing/postgres-cluster.ts'
import type { Figure } from './figures.ts'
import { printFigures, quantile } from './figures.ts'
import { addArticles, addSketches, copyArticles, importArticles } from './fill-database.ts'
import { embeddedAtScale, serviceAtScale } from './scale-service.ts'
import { articleShare, createRandom, wordBetween, zipfArticle } from './zipf-articles.ts'

/** Enough to measure the speed of imports; the rest are added in a quicker way. */
const maxImported = 100_000
/** Enough to fill the pending list of the index many times. */
const maxCopied = 30_000
/** Requests are sent at a fixed rate, with or without a response, so that queueing shows. */
const requestsPerSecond = 10
const requestsPerCell = 60

/** Measures the service with very many articles, on a temporary PostgreSQL of its own. */
export async function scaleFigures(count: number): Promise<void> {
  const megabytes = Math.floor(totalmem() / 2 ** 20)
  const settings = {
    // Large enough for everything that is searched: a million articles take 10 GB.
    shared_buffers: `${Math.floor(megabytes / 2)}MB`,
    max_wal_size: '8GB',
    effective_cache_size: `${Math.floor((megabytes * 2) / 3)}MB`,
  }
  process.stdout.write(
    `${count.toLocaleString('en')} articles of 3 KB, words by Zipf's law; a cluster of its own without fsync, ` +
      `${JSON.stringify(settings)}, ${reservedHugePages()} huge pages reserved; ${cpus().length} cores for it and for the bench, ` +
      `load ${loadavg()[0]?.toFixed(1)} before it began; ` +
      `${requestsPerCell} requests a cell, ${requestsPerSecond} a second\n\n`,
  )
  const cluster = await createCluster(settings)
  const databaseUrl = await cluster.createDatabase()
  const database = await openDatabase({ databaseUrl, migrations })
  try {
    const imported = Math.min(count, maxImported)
    const rate = await importArticles(database, imported)
    const baseline = await copyArticles(database, Math.min(imported, maxCopied))
    printFigures('Import', [
      { name: 'articles a second, one process', value: rate, baseline, unit: '/s', least: 2_000 },
    ])
    await addArticles(database, imported, count)
    await query(databaseUrl, 'vacuum analyze articles, article_categories, article_versions')
    await warmUp(databaseUrl)
    printFigures('Matching', await matchFigures(database, count))
    await addSketches(database)
    await query(databaseUrl, 'vacuum analyze article_sketches')
    printFigures('Collecting', await copyFigures(database, count))
    printFigures('Service', await serviceAtScale(databaseUrl, count))
  } finally {
    await database.close()
    await cluster.remove()
  }
  printFigures('Embedded database, 20,000 articles', await embeddedAtScale())
}

/** Reads what is searched into PostgreSQL's memory, where it is in a service that has run for a while. */
async function warmUp(databaseUrl: string): Promise<void> {
  await query(databaseUrl, 'create extension pg_prewarm')
  await query(
    databaseUrl,
    `select pg_prewarm(oid) from pg_class where relname like 'articles%' and relkind in ('r', 'i')`,
  )
}

/** PostgreSQL takes them for its shared memory if there are enough (`sysctl vm.nr_hugepages`). */
function reservedHugePages(): string {
  try {
    return readFileSync('/proc/sys/vm/nr_hugepages', 'utf8').trim()
  } catch {
    return 'no'
  }
}

async function matchFigures(database: Database, count: number): Promise<Figure[]> {
  const random = createRandom(4_400)
  const rankOf = (share: number): number => {
    let rank = 0
    while (articleShare(rank) > share) rank += 1
    return rank
  }
  const [twenty, one] = [rankOf(0.2), rankOf(0.01)]
  const rare = (): string => wordBetween(rankOf(0.001), 49_999, random)
  const onePercent = (): string => wordBetween(one - 300, one + 300, random)
  const category = (): string => `Category ${Math.floor(random() * 20)}`
  const any = (): string => wordBetween(100, 49_999, random)
  const some = (length: number): string[] => Array.from({ length }, any)
  const cells: [string, () => Partial<MatchRequest>][] = [
    ['a rare word', () => ({ keywords: [rare()] })],
    ['a word of 1%', () => ({ keywords: [onePercent()] })],
    ['a word of 20%', () => ({ keywords: [wordBetween(twenty - 20, twenty + 20, random)] })],
    ['10 words', () => ({ keywords: some(10) })],
    ['100 words', () => ({ keywords: some(100) })],
    [
      'a phrase',
      () => ({ keywords: [`"${wordBetween(50, 2_000, random)} ${wordBetween(50, 2_000, random)}"`] }),
    ],
    // Rarely asked for, and the most expensive: each word occurs in a large part of all texts.
    [
      'a phrase of very common words',
      () => ({ keywords: [`"${wordBetween(10, 200, random)} ${wordBetween(10, 200, random)}"`] }),
    ],
    ['a word of 1% in a category', () => ({ keywords: [onePercent()], category: category() })],
    ['a category alone', () => ({ category: category() })],
    ['nothing at all', () => ({})],
  ]
  const figures: Figure[] = []
  for (const skipped of [0, 10_000, 1_000_000]) {
    const ids = Array.from({ length: Math.min(skipped, count) }, (_, index) => count - index)
    const idsToSkip = packSkipIds(packIds(ids))
    for (const [name, make] of cells) {
      const wanted = (): MatchRequest => ({
        keywords: [],
        category: '',
        articleCount: 10,
        idsToSkip,
        ...make(),
      })
      const words = `${name}, ${ids.length.toLocaleString('en')} ids to skip`
      figures.push(...(await timesOf(words, () => matchArticles(database, wanted()), [50, 250])))
    }
  }
  return figures
}

/** Whether a collected text is a copy of a known one: looked up under the lock on saving, for which others wait. */
async function copyFigures(database: Database, count: number): Promise<Figure[]> {
  let next = count
  const look = () => {
    const { text, publishedAt } = zipfArticle((next += 1))
    return findCopy(database, sketchText(text), { site: 'new.example', publishedAt })
  }
  return timesOf('looking for a copy of a text', look, [20, 100])
}

/** @param budgets for the median and the 99th percentile, in milliseconds */
async function timesOf(
  name: string,
  request: () => Promise<unknown>,
  [median, slow]: readonly [number, number],
): Promise<Figure[]> {
  // A connection maps what the server holds in memory page by page, which makes its first searches slower.
  for (let index = 0; index < requestsPerCell; index += 1) await request()
  const times = await atFixedRate(request)
  return [
    { name: `${name}: p50`, value: quantile(times, 0.5), unit: 'ms', budget: median },
    { name: `${name}: p99`, value: quantile(times, 0.99), unit: 'ms', budget: slow },
  ]
}

/** Sends requests at a fixed rate and measures each from the moment it was due. */
export async function atFixedRate(request: () => Promise<unknown>): Promise<number[]> {
  const startedAt = performance.now()
  return Promise.all(
    Array.from({ length: requestsPerCell }, async (_, index) => {
      const dueAt = startedAt + (index * 1000) / requestsPerSecond
      await new Promise((resolve) => setTimeout(resolve, dueAt - performance.now()))
      await request()
      return performance.now() - dueAt
    }),
  )
}
