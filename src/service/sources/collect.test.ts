import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import type { Database } from '../database/database.ts'
import { interruptDatabase } from '../testing/faulty-database.ts'
import type { TestSite } from '../testing/test-site.ts'
import { page, prose, rss } from '../testing/test-site.ts'
import type { SourcesTest, TestSources } from '../testing/test-sources.ts'
import { inTime, openSourcesForEachTest, openTestSources, storedArticles } from '../testing/test-sources.ts'
import { createGate } from '../../testing/create-gate.ts'

let database: Database
let site: TestSite
let sources: TestSources
let add: SourcesTest['add']

openSourcesForEachTest((opened) => ({ database, site, sources, add } = opened))

const minuteMs = 60_000

/** As if another process were refreshing all sources. */
const takeAll = () =>
  database.query(
    `update sources set lease_token = gen_random_uuid(), lease_until = now() + interval '1 hour'`,
  )

test('a job refreshes the sources of its category that were not refreshed just now, and no others', async () => {
  for (const path of ['/food', '/more-food', '/sport']) site.routes[path] = rss([])
  await add('/food', 'Food')
  await add('/more-food', ' FOOD ')
  await add('/sport', 'Sport')

  expect(await sources.collect({ keywords: ['bread'], category: 'food' }, inTime())).toEqual({
    tried: 2,
    failed: 0,
  })
  expect(site.paths().sort()).toEqual(['/food', '/more-food'])
  expect(await sources.collect({ keywords: ['bread'], category: 'food' }, inTime())).toEqual({
    tried: 0,
    failed: 0,
  })
  sources.putForward(11 * minuteMs)
  expect(await sources.collect({ keywords: [], category: '' }, inTime())).toEqual({ tried: 3, failed: 0 })
})

test('a source’s error is counted at that source, and the others continue', async () => {
  site.routes['/good'] = rss([{ title: 'Still here', link: '/a' }])
  site.routes['/a'] = page('Still here', prose(31))
  site.routes['/bad'] = rss([])
  await add('/good', '')
  const bad = await add('/bad', '')
  site.routes['/bad'] = { status: 500 }

  expect(await sources.collect({ keywords: [], category: '' }, inTime())).toEqual({ tried: 2, failed: 1 })
  expect(await sources.find(bad)).toMatchObject({ errors: 1 })
  expect(await storedArticles(database)).toHaveLength(1)
})

test('a source that can’t be asked, since its host rests, has failed for each job', async () => {
  site.routes['/feed'] = rss([])
  await add('/feed', '')
  await database.query(`update hosts set not_before = now() + interval '1 hour'`)
  const wanted = { keywords: [], category: '' }

  expect(await sources.collect(wanted, inTime())).toEqual({ tried: 1, failed: 1 })
  expect(await sources.collect(wanted, inTime())).toEqual({ tried: 1, failed: 1 })
  expect(site.paths()).toEqual([])
})

test.each([
  ['source', '/bad', []],
  ['search', '/bad?q={keywords}', ['water']],
])(
  'a %s that failed for one job has failed for the next, too, without being asked',
  async (_, path, keywords) => {
    site.routes['/bad'] = rss([])
    await add(path, '')
    site.routes['/bad'] = { status: 500 }
    const wanted = { keywords, category: '' }
    const first = await sources.collect(wanted, inTime())
    sources.putForward(5 * minuteMs)
    const second = await sources.collect(wanted, inTime())

    expect([first, second]).toEqual([
      { tried: 1, failed: 1 },
      { tried: 1, failed: 1 },
    ])
    expect(site.count('/bad')).toBe(1)
  },
)

test('a source that responded for one job has not failed for the next, whatever the others do', async () => {
  for (const path of ['/good', '/bad', '/later']) site.routes[path] = rss([])
  await add('/good', '')
  await add('/bad', '')
  site.routes['/bad'] = { status: 500 }
  const wanted = { keywords: [], category: '' }
  const first = await sources.collect(wanted, inTime())
  const second = await sources.collect(wanted, inTime())
  await add('/later', '')
  site.routes['/later'] = { status: 500 }
  const third = await sources.collect(wanted, inTime())

  expect([first, second, third]).toEqual([
    { tried: 2, failed: 1 },
    { tried: 2, failed: 1 },
    { tried: 3, failed: 2 },
  ])
  expect(site.paths()).toEqual(['/later'])
})

test.each([
  ['a source', '/feed', 'feed', 1, 2],
  // What was found by the first words is saved.
  ['a search, not even in its second words', '/search?q={keywords}', 'search', 2, 3],
])(
  'an outage of the database is not an error of %s, which is read again for the next job',
  async (_, path, name, reads, readsInAll) => {
    site.routes[`/${name}`] = rss([{ title: 'Still here', link: '/a' }])
    site.routes['/a'] = page('Still here', prose(31))
    const id = await add(path, '')
    let failures = 0
    const faulty = openTestSources(
      interruptDatabase(database, (text) => {
        // Everything fails at first, even what is tried after the first failure.
        const begins = text.includes('insert into source_items') && site.count(`/${name}`) === reads
        if ((failures > 0 || begins) && (failures += 1) <= 4)
          throw Object.assign(new Error('the database system is shutting down'), { code: '57P03' })
      }),
    )
    const wanted = { keywords: ['water', 'bread'], category: '' }
    await expect(faulty.collect(wanted, inTime())).rejects.toThrow('shutting down')
    await expect.poll(() => failures).toBeGreaterThan(4)
    const collected = await faulty.collect(wanted, inTime())

    expect(collected).toEqual({ tried: 1, failed: 0 })
    expect(site.count(`/${name}`)).toBe(readsInAll)
    expect(await storedArticles(database)).toHaveLength(1)
    expect(await sources.find(id)).toMatchObject({ errors: 0, error: '' })
  },
)

test.each([
  ['a lock that is not had in time', '55P03', 0],
  ['a deadlock', '40P01', 0],
  // It may be too much that this source brings.
  ['a statement that takes too long', '57014', 1],
])('%s (%s) is counted at the source %i times, and the next job reads it', async (_, code, errors) => {
  site.routes['/feed'] = rss([{ title: 'Still here', link: '/a' }])
  site.routes['/a'] = page('Still here', prose(31))
  const id = await add('/feed', '')
  let isHeldUp = true
  const faulty = openTestSources(
    interruptDatabase(database, (text) => {
      if (text.includes('insert into source_items') && isHeldUp)
        throw Object.assign(new Error('The database is held up.'), { code })
    }),
  )
  const wanted = { keywords: [], category: '' }
  const [first] = await Promise.allSettled([faulty.collect(wanted, inTime())])
  isHeldUp = false
  const counted = await sources.find(id)
  if (errors > 0) faulty.putForward(12 * minuteMs)

  expect(first.status).toBe(errors > 0 ? 'fulfilled' : 'rejected')
  expect(counted.errors).toBe(errors)
  expect(await faulty.collect(wanted, inTime())).toEqual({ tried: 1, failed: 0 })
  expect(await storedArticles(database)).toHaveLength(1)
})

test('an error while a page is saved ends what is being fetched from other hosts for the same source', async () => {
  const elsewhere = site.url.replace('127.0.0.1', 'localhost')
  const [asked, ask] = createGate()
  let isGivenUp = false
  site.routes['/feed'] = rss([
    { title: 'Read at once', link: '/at-once' },
    { title: 'Never read', link: `${elsewhere}/never` },
  ])
  site.routes['/at-once'] = (_, response) => {
    void asked.then(() =>
      response.writeHead(200, { 'Content-Type': 'text/html' }).end(page('Read at once', prose(34))),
    )
    return undefined
  }
  site.routes['/never'] = (_, response) => {
    response.on('close', () => (isGivenUp = true))
    ask()
    return undefined
  }
  const id = await add('/feed', '')
  const faulty = openTestSources(
    interruptDatabase(database, (text) => {
      if (text.includes('insert into articles'))
        throw Object.assign(new Error('The database is held up.'), { code: '40P01' })
    }),
  )
  await expect(faulty.collect({ keywords: [], category: '' }, inTime())).rejects.toThrow('held up')
  await expect.poll(() => isGivenUp).toBe(true)
  expect(await sources.find(id)).toMatchObject({ pending: 2, refused: 0 })
})

test('a source that is removed while a job waits for it has not failed', async () => {
  site.routes['/feed'] = rss([])
  const id = await add('/feed', '')
  await takeAll()
  let asked = 0
  const waiting = openTestSources(
    interruptDatabase(database, (text) => {
      if (text.includes('lease_until >= now()')) asked += 1
    }),
  )
  const collected = waiting.collect({ keywords: [], category: '' }, inTime())
  await expect.poll(() => asked).toBeGreaterThan(0)
  await sources.remove(id)
  expect(await collected).toEqual({ tried: 1, failed: 0 })
})

test('a source that is removed while it is read has not failed', async () => {
  site.routes['/feed'] = rss([])
  const id = await add('/feed', '')
  site.routes['/feed'] = (_, response) => {
    const { type, body } = rss([{ title: 'Never read', link: '/a' }])
    void sources.remove(id).then(() => response.writeHead(200, { 'Content-Type': type }).end(body))
    return undefined
  }

  expect(await sources.collect({ keywords: [], category: '' }, inTime())).toEqual({ tried: 1, failed: 0 })
  expect(sources.lines).toEqual([])
})

test('the time limit of the job ends the wait, not the refresh', async () => {
  let respond: (() => void) | undefined
  site.routes['/slow'] = rss([])
  await add('/slow', '')
  site.routes['/slow'] = (_, response) => {
    respond = () =>
      response
        .writeHead(200, { 'Content-Type': 'application/rss+xml' })
        .end(rss([{ title: 'Slow one', link: '/a' }]).body)
    return undefined
  }
  site.routes['/a'] = page('Slow one', prose(32))
  const soon = new AbortController()
  const collected = sources.collect({ keywords: [], category: '' }, soon.signal)
  await expect.poll(() => respond).toBeDefined()
  soon.abort()
  await collected
  expect(await storedArticles(database)).toEqual([])

  respond?.()
  await expect.poll(() => storedArticles(database)).toHaveLength(1)
})

test('two simultaneous jobs refresh a source once', async () => {
  site.routes['/feed'] = rss([{ title: 'Only once', link: '/a' }])
  site.routes['/a'] = page('Only once', prose(33))
  await add('/feed', '')
  const wanted = { keywords: [], category: '' }
  expect(await Promise.all([sources.collect(wanted, inTime()), sources.collect(wanted, inTime())])).toEqual([
    { tried: 1, failed: 0 },
    { tried: 1, failed: 0 },
  ])
  expect(site.paths()).toEqual(['/feed', '/a'])
  expect(await storedArticles(database)).toHaveLength(1)
})

test('however many wait for however many sources, one query at a time asks for all, until nobody waits', async () => {
  const ids: number[] = []
  for (const path of ['/1', '/2', '/3', '/4']) {
    site.routes[path] = rss([])
    ids.push(await add(path, ''))
  }
  await takeAll()

  let answers = 0
  let asked = 0
  let isHeld = false
  const [held, letGo] = createGate()
  const counted = openTestSources(
    interruptDatabase(database, async (text, moment) => {
      if (!text.includes('lease_until >= now()')) return
      if (moment === 'after') answers += 1
      if (moment === 'before' && isHeld) {
        asked += 1
        await held
      }
    }),
  )
  const ended = new AbortController()
  const waiting = Array.from({ length: 32 }, (_, n) => counted.refresh(ids[n % 4]!, ended.signal))
  // Each has found its source taken.
  await expect.poll(() => answers).toBeGreaterThanOrEqual(32)
  isHeld = true
  await expect.poll(() => asked).toBeGreaterThan(0)
  await sleep(600)
  expect(asked).toBe(1)

  ended.abort()
  // Although the query has not been answered.
  expect(new Set(await Promise.all(waiting))).toEqual(new Set([undefined]))
  letGo()
  await sleep(600)
  expect(asked).toBe(1)
})

test('an error of the query that asks for sources ends the wait for each', async () => {
  site.routes['/feed'] = rss([])
  const id = await add('/feed', '')
  await takeAll()
  let asked = 0
  const faulty = openTestSources(
    interruptDatabase(database, (text, moment) => {
      if (text.includes('lease_until >= now()') && moment === 'before' && (asked += 1) > 2)
        throw Object.assign(new Error('terminating connection'), { code: '57P01' })
    }),
  )
  const waiting = await Promise.allSettled([faulty.refresh(id), faulty.refresh(id)])

  expect(waiting).toMatchObject([{ status: 'rejected' }, { status: 'rejected' }])
})

test.each([
  ['is abandoned', 'is read', `lease_until = now() - interval '1 second'`, 1],
  ['is released', 'has been read', 'lease_token = null, lease_until = null', 0],
])('a source that %s just after it could not be taken %s', async (_, __, assignments, reads) => {
  site.routes['/feed'] = rss([])
  await add('/feed', '')
  await takeAll()
  let attempts = 0
  const raced = openTestSources(
    interruptDatabase(database, async (text, moment) => {
      if (text.includes('set lease_token = $2') && moment === 'after' && (attempts += 1) === 1)
        await database.query(`update sources set ${assignments}`)
    }),
  )

  expect(await raced.collect({ keywords: [], category: '' }, inTime())).toEqual({ tried: 1, failed: 0 })
  expect(site.count('/feed')).toBe(reads)
})
