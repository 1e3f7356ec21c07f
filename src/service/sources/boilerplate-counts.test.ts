import { expect, test } from 'vitest'
import type { Database } from '../database/database.ts'
import type { TestSite } from '../testing/test-site.ts'
import { page, prose, rss, sitemap } from '../testing/test-site.ts'
import type { TestSources } from '../testing/test-sources.ts'
import { openSourcesForEachTest, storedArticles } from '../testing/test-sources.ts'

let database: Database
let site: TestSite
let sources: TestSources

openSourcesForEachTest((opened) => ({ database, site, sources } = opened))

const box =
  'This story belongs to our series on the rivers of the north, which goes on until the end of winter.'

/** A feed of the first pages, all with the same box between their paragraphs. */
function serve(pages: number): void {
  const numbers = Array.from({ length: pages }, (_, index) => index + 1)
  site.routes['/feed'] = rss(numbers.map((n) => ({ title: `Story number ${n}`, link: `/${n}` })))
  for (const n of numbers) {
    const [first = '', ...rest] = prose(20 + n)
    site.routes[`/${n}`] = page(`Story number ${n}`, [first, box, ...rest])
  }
}

test('text repeated on most pages of a source is cut once five pages are known, even from earlier texts', async () => {
  serve(4)
  const { source } = await sources.add(`${site.url}/feed`, 'News')
  await sources.refresh(source.id)
  const early = await storedArticles(database)
  expect(early.filter(({ text }) => text.includes(box))).toHaveLength(4)

  serve(7)
  sources.putForward(3_600_000)
  await sources.refresh(source.id)
  const late = await storedArticles(database)
  expect(late).toHaveLength(7)
  expect(late.filter(({ text }) => text.includes('our series'))).toEqual([])
  // The articles have new versions, without the box and otherwise unchanged.
  for (const { id, text } of early)
    expect(late.find((article) => article.id === id)).toMatchObject({
      text: text.replace(`${box}\n\n`, ''),
      versions: 2,
    })
})

test('the embedded database reuses the room of counts that have changed', async () => {
  serve(4)
  const { source } = await sources.add(`${site.url}/feed`, 'News')
  await sources.refresh(source.id)
  const { rows } = await database.query<{ isVacuumed: boolean }>(
    `select relallvisible > 0 as "isVacuumed" from pg_class where oid = 'source_paragraphs'::regclass`,
  )

  expect(rows).toEqual([{ isVacuumed: true }])
})

test('what is reported in the same words every day is kept for its numbers', async () => {
  const draws = Array.from({ length: 8 }, (_, index) => index + 1)
  const told = (draw: number) => [
    `The winning numbers are ${draw}, ${draw + 7}, ${draw + 13} and 40; the bonus ball is ${draw + 3}.`,
    `The jackpot of £${draw}.4m goes to ${draw + 3} ticket holders.`,
  ]
  site.routes['/feed'] = rss(draws.map((draw) => ({ title: `Draw number ${draw}`, link: `/${draw}` })))
  for (const draw of draws)
    site.routes[`/${draw}`] = page(`Draw number ${draw}`, [...prose(20 + draw, 3), ...told(draw)])
  const { source } = await sources.add(`${site.url}/feed`, 'News')
  await sources.refresh(source.id)

  const texts = (await storedArticles(database)).map(({ text }) => text)
  expect(draws.flatMap(told).filter((line) => !texts.some((text) => text.includes(line)))).toEqual([])
})

test('an article that its feed lists under two ids is corrected once', async () => {
  const list = (pages: number) => {
    serve(pages)
    const numbers = [1, ...Array.from({ length: pages }, (_, index) => index + 1)]
    site.routes['/feed'] = rss(
      numbers.map((n, index) => ({ title: `Story number ${n}`, link: `/${n}`, guid: `id-${index}` })),
    )
  }
  list(4)
  const { source } = await sources.add(`${site.url}/feed`, 'News')
  await sources.refresh(source.id)
  list(7)
  sources.putForward(3_600_000)

  expect(await sources.refresh(source.id)).not.toHaveProperty('error')
  const late = await storedArticles(database)
  expect(late.filter(({ text }) => text.includes(box))).toEqual([])
  expect(late.filter(({ versions }) => versions === 2)).toHaveLength(4)
})

test('of very long texts only the newest are corrected, since hundreds would take minutes', async () => {
  serve(4)
  const { source } = await sources.add(`${site.url}/feed`, 'News')
  await sources.refresh(source.id)
  await database.query(`update article_versions set text = text || repeat(E'\n\nBread.', 180000)`)
  serve(7)
  sources.putForward(3_600_000)
  await sources.refresh(source.id)

  const early = (await storedArticles(database)).slice(0, 4)
  expect(early.map(({ text }) => text.includes(box))).toEqual([true, true, false, false])
})

test('an article without a date whose text was cut is unchanged when its page is fetched again', async () => {
  serve(6)
  const addresses = [1, 2, 3, 4, 5, 6].map((n) => `${site.url}/${n}`)
  const list = (day: string) => sitemap(addresses, `${day}T10:00:00Z`)
  site.routes['/sitemap'] = list('2024-05-06')
  const { source } = await sources.add(`${site.url}/sitemap`, 'News')
  await sources.refresh(source.id)
  const before = await storedArticles(database)
  expect(before.filter(({ versions }) => versions === 2)).not.toEqual([])

  site.routes['/sitemap'] = list('2024-05-08')
  sources.putForward(24 * 3_600_000)
  expect(await sources.refresh(source.id)).toMatchObject({ changed: 0 })
  expect(await storedArticles(database)).toEqual(before)
})

test('a source is not judged by the pages of another', async () => {
  serve(4)
  const { source } = await sources.add(`${site.url}/feed`, 'News')
  await sources.refresh(source.id)
  site.routes['/other'] = rss([{ title: 'Story number 9', link: '/9' }])
  site.routes['/9'] = page('Story number 9', [...prose(99), box])
  const { source: other } = await sources.add(`${site.url}/other`, 'News')
  await sources.refresh(other.id)

  expect((await storedArticles(database)).filter(({ text }) => text.includes(box))).toHaveLength(5)
})
