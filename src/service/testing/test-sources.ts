import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest'
import type { Database, Query } from '../database/database.ts'
import { createExtractor } from '../extraction/extractor.ts'
import type { FetcherOptions } from '../fetching/fetcher.ts'
import { createFetcher } from '../fetching/fetcher.ts'
import { createHostStore } from '../fetching/host-store.ts'
import { createListingReader } from '../sources/listings/listing-reader.ts'
import type { SourcesOptions } from '../sources/sources.ts'
import { createSources } from '../sources/sources.ts'
import { openTestDatabase } from './test-jobs.ts'
import { page, prose, rss, startSite, type TestSite } from './test-site.ts'

/** Shared by all tests of a file, since a thread takes a second to start. */
const extractor = createExtractor()
const reader = createListingReader()

/** Those that are still open: one that a test forgot would take the sources of the next. */
const open = new Set<{ close(): Promise<void> }>()

/** Sources that may fetch from loopback, without delays, with a manually advanced clock. */
export function openTestSources(
  database: Database,
  options: Partial<SourcesOptions> & { readonly fetching?: FetcherOptions } = {},
) {
  let aheadMs = 0
  const lines: Readonly<Record<string, unknown>>[] = []
  const fetcher = createFetcher({
    allowPrivateHosts: ['127.0.0.1', 'localhost'],
    pauseMs: 0,
    hosts: createHostStore(database),
    targetOf: (page) => extractor.targetOf(page),
    ...options.fetching,
  })
  const sources = createSources({
    database,
    fetcher,
    extractor,
    reader,
    now: () => Date.now() + aheadMs,
    log: (line) => lines.push(line),
    schedule: { everyMs: 5, idleMs: 20 },
    ...options,
  })
  const opened = {
    ...sources,
    lines,
    putForward(ms: number): void {
      aheadMs += ms
    },
    async close(): Promise<void> {
      open.delete(opened)
      await sources.stop()
      await fetcher.close()
    },
  }
  open.add(opened)
  return opened
}

export type TestSources = ReturnType<typeof openTestSources>

export interface SourcesTest {
  readonly database: Database
  readonly site: TestSite
  readonly sources: TestSources
  /** Adds an address of the site, and forgets the requests for that; returns the source's id. */
  readonly add: (path?: string, category?: string) => Promise<number>
}

/** One database for all tests of a file; for each test it is emptied, and a site and sources are opened. */
export function openSourcesForEachTest(
  use: (opened: SourcesTest) => void,
  routes?: () => Parameters<typeof startSite>[0],
): void {
  let database: Database
  let opened: SourcesTest
  beforeAll(async () => {
    database = await openTestDatabase()
  })
  afterAll(() => database.close())
  beforeEach(async () => {
    await emptySources(database)
    const site = await startSite(routes?.())
    const sources = openTestSources(database)
    opened = {
      database,
      site,
      sources,
      async add(path = '/feed', category = 'News') {
        const { source } = await sources.add(`${site.url}${path}`, category)
        site.requests.length = 0
        return source.id
      },
    }
    use(opened)
  })
  afterEach(async () => {
    await Promise.all([...open].map((sources) => sources.close()))
    await opened.site.close()
  })
}

/** How long a test lets the sources be collected for a job. */
export const inTime = () => AbortSignal.timeout(60_000)

/** A site with one article in its feed. */
export const siteOfOneArticle = () => ({
  '/feed': rss([{ title: 'First of all', link: '/a' }]),
  '/a': page('First of all', prose(1)),
})

export interface StoredArticle {
  readonly id: number
  readonly title: string
  readonly text: string
  readonly category: string
  readonly publishedAt: Date
  readonly versions: number
}

export async function storedArticles(database: Database): Promise<StoredArticle[]> {
  const { rows } = await database.query<StoredArticle>(
    `select articles.id, title, text, category, published_at as "publishedAt",
      (select count(*) from article_versions as all_versions where all_versions.article_id = articles.id) as versions
    from articles join article_versions on article_versions.id = version_id order by articles.id`,
  )
  return rows
}

/** Removes all sources and articles. */
export async function emptySources(database: Database): Promise<void> {
  await database.query(
    'truncate articles, article_versions, article_addresses, article_sketches, sources, hosts, robots restart identity cascade',
  )
}

/** How many connections wait until another saves its texts. The server has the databases of other tests, too. */
export async function countWaiting(database: Query): Promise<number> {
  const { rows } = await database.query<{ count: number }>(
    `select count(*) from pg_locks join pg_database on pg_database.oid = pg_locks.database
    where locktype = 'advisory' and not granted and datname = current_database()`,
  )
  return rows[0]!.count
}
