import { expect, test } from 'vitest'
import type { Database } from '../database/database.ts'
import type { TestSite } from '../testing/test-site.ts'
import { rss } from '../testing/test-site.ts'
import type { TestSources } from '../testing/test-sources.ts'
import { openSourcesForEachTest } from '../testing/test-sources.ts'
import { noteItems } from './item-store.ts'
import type { Listing } from './listings/listing.ts'

let database: Database
let site: TestSite
let sources: TestSources

openSourcesForEachTest((opened) => ({ database, site, sources } = opened))

async function add(): Promise<number> {
  site.routes['/feed'] = rss([])
  const { source } = await sources.add(`${site.url}/feed`, 'News')
  site.requests.length = 0
  return source.id
}

test('new pages are recorded after thousands that are known, although there is room for few', async () => {
  const known = Array.from({ length: 1_000 }, (_, n) => `${site.url}/known/${n}`)
  const id = await add()
  const source = { id, address: `${site.url}/feed` }
  const listing = (urls: readonly string[]): Listing => ({
    kind: 'sitemap',
    title: '',
    sitemaps: [],
    items: urls.map((url) => ({ url, title: '', text: '' })),
  })
  await noteItems(database, source, listing(known))
  await database.query(`update source_items set state = 'kept'`)
  await database.query(
    `insert into source_items (source_id, item_key, address, title, fingerprint)
    select $1, 'n-' || n, $2 || n, '', '' from generate_series(1, 9997) as n`,
    [id, `${site.url}/waiting/`],
  )
  const fresh = [1, 2, 3, 4].map((n) => `${site.url}/new/${n}`)

  expect(await noteItems(database, source, listing([...known, ...fresh]))).toBe(3)
})
