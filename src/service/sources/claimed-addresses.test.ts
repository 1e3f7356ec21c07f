import { expect, test } from 'vitest'
import type { Database } from '../database/database.ts'
import type { TestSite } from '../testing/test-site.ts'
import { asHtml, page, prose, rss } from '../testing/test-site.ts'
import type { TestSources } from '../testing/test-sources.ts'
import { openSourcesForEachTest, storedArticles } from '../testing/test-sources.ts'

let database: Database
let site: TestSite
let sources: TestSources

openSourcesForEachTest((opened) => ({ database, site, sources } = opened))

const hourMs = 3_600_000
const own = prose(1)
const forged = prose(2)

/** The paper's own feed names only the address; that of the other site, which has another name, has a text as well. */
async function add() {
  const { url } = site
  site.routes['/feed'] = rss([{ title: 'Flood at the mill', link: '/story' }])
  site.routes['/story'] = page('Flood at the mill', own)
  const elsewhere = url.replace('127.0.0.1', 'localhost')
  const paper = (await sources.add(`${url}/feed`, 'News')).source.id
  const tell = (told: readonly string[], count = 1) => {
    const others = Array.from({ length: count - 1 }, (_, n) => ({
      title: `Flood number ${n}`,
      link: `${url}/${n}`,
      html: asHtml([...prose(n + 10), told[0]!]),
    }))
    const entry = { title: 'Flood at the mill', guid: 'mill', link: `${url}/story`, html: asHtml(told) }
    site.routes['/other'] = rss([entry, ...others])
  }
  tell(forged)
  const other = (await sources.add(`${elsewhere}/other`, 'News')).source.id
  return { paper, other, tell }
}

const texts = async () => (await storedArticles(database)).map(({ text }) => text)

test('a feed with a text of its own for an address of another site doesn’t keep that page from being read', async () => {
  const { paper, other } = await add()
  await sources.refresh(other)
  expect(await sources.refresh(paper)).toMatchObject({ added: 1, known: 0 })
  expect(await texts()).toEqual([forged.join('\n\n'), own.join('\n\n')])
})

test('a feed doesn’t change the text of another site’s article, even if its entry is that article', async () => {
  const { paper, other, tell } = await add()
  await sources.refresh(paper)
  expect(await sources.refresh(other)).toMatchObject({ added: 0, known: 1 })
  tell(prose(3))
  sources.putForward(hourMs)
  expect(await sources.refresh(other)).toMatchObject({ added: 0, changed: 0 })
  expect(await texts()).toEqual([own.join('\n\n')])
})

test('a feed doesn’t have one page of another site stored as the new version of another', async () => {
  const { paper, other } = await add()
  await sources.refresh(paper)
  const entry = (title: string, link: string) => rss([{ title, guid: 'mill', link: `${site.url}${link}` }])
  site.routes['/other'] = entry('Flood at the mill', '/story')
  await sources.refresh(other)
  site.routes['/comment'] = page('By a reader', forged)
  site.routes['/other'] = entry('By a reader', '/comment')
  sources.putForward(hourMs)
  expect(await sources.refresh(other)).toMatchObject({ added: 1, changed: 0 })
  expect(await texts()).toEqual([own.join('\n\n'), forged.join('\n\n')])
})

test('a feed doesn’t teach what is boilerplate of another site', async () => {
  const { paper, other, tell } = await add()
  await sources.refresh(paper)
  tell(own, 8)
  await sources.refresh(other)
  expect(await texts()).toContain(own.join('\n\n'))
})

test('the same text is one article, whether the feed of another site or its page comes first', async () => {
  const { paper, other, tell } = await add()
  tell(own)
  await sources.refresh(other)
  expect(await sources.refresh(paper)).toMatchObject({ added: 0, known: 1 })
  tell([...own, 'Corrected: the mill stands on the other bank of the river, and always has.'])
  sources.putForward(hourMs)
  expect(await sources.refresh(other)).toMatchObject({ added: 0, changed: 1 })
  expect(await storedArticles(database)).toMatchObject([{ versions: 2 }])
})
