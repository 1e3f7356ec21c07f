import { EventEmitter, once } from 'node:events'
import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { packIds } from '../../contract/ids.ts'
import { blankRequest } from '../../contract/testing/blank-request.ts'
import type { Database } from '../database/database.ts'
import { interruptDatabase } from '../testing/faulty-database.ts'
import { openTestDatabase, putArticles, readAll, untilEnded } from '../testing/test-jobs.ts'
import { onEachDatabase } from '../testing/with-database.ts'
import type { Jobs } from './jobs.ts'
import { createJobs } from './jobs.ts'

const signed = 'The oven is lit at two.\n\nThe loaves come out at five.\n\nBy Jane Doe'

onEachDatabase((place) => {
  let database: Database
  let jobs: Jobs

  beforeAll(async () => {
    database = await openTestDatabase(await place.create())
    await putArticles(database, [{ text: signed }, ...Array.from({ length: 400 }, () => ({}))])
    jobs = createJobs({ database, pollMs: 50 })
    await jobs.start()
  })

  afterAll(async () => {
    await jobs.stop({ withinMs: 1_000 })
    await database.close()
  })

  test('a job without criteria returns the ten newest articles', async () => {
    const jobId = await jobs.create(1, blankRequest)

    expect(await untilEnded(jobs, 1, jobId)).toMatchObject({
      id: jobId,
      state: 'success',
      category: '',
      articleCount: 10,
    })
    expect((await readAll(jobs, jobId)).map(({ id }) => id)).toEqual(
      Array.from({ length: 10 }, (_, index) => 401 - index),
    )
  })

  test('articles are read in batches, in order, each once', async () => {
    const jobId = await jobs.create(1, { ...blankRequest, category: 'Food', articleCount: 10_000 })
    await untilEnded(jobs, 1, jobId)
    const sizes: number[] = []
    const ids: unknown[] = []
    for await (const batch of jobs.articles(jobId)) {
      sizes.push(batch.length)
      ids.push(...batch.map(({ id }) => id))
    }

    expect(sizes).toEqual([...Array<number>(16).fill(25), 1])
    expect(ids).toEqual(Array.from({ length: 401 }, (_, index) => 401 - index))
  })

  test('many simultaneous readers get all articles, two at a time, and one that leaves does not delay the others', async () => {
    const jobId = await jobs.create(1, { ...blankRequest, category: 'Food', articleCount: 10_000 })
    await untilEnded(jobs, 1, jobId)
    let reading = 0
    let most = 0
    const watched = interruptDatabase(database, (text, moment) => {
      if (!text.includes('from article_versions')) return
      reading += moment === 'before' ? 1 : -1
      most = Math.max(most, reading)
    })
    const served = createJobs({ database: watched })
    const leaving = served.articles(jobId)[Symbol.asyncIterator]()
    const left = Promise.all([leaving.next(), leaving.return?.(undefined)])
    const readers = await Promise.all(Array.from({ length: 20 }, () => readAll(served, jobId)))
    await left

    expect(most).toBe(2)
    expect(new Set(readers.map((articles) => articles.length))).toEqual(new Set([401]))
    expect(readers.every((articles) => articles.every(({ id }, index) => id === 401 - index))).toBe(true)
  })

  test('the category is returned as it was requested', async () => {
    const jobId = await jobs.create(1, { ...blankRequest, category: ' FOOD' })

    expect(await untilEnded(jobs, 1, jobId)).toMatchObject({ category: ' FOOD', articleCount: 10 })
  })

  test('ids to skip are skipped, and a million of them are deleted when the job has ended', async () => {
    const ids = Array.from({ length: 1_000_000 }, (_, index) => index + 2)
    const idsToSkip = packIds([...ids, 2 ** 40, -1, 0.5, '1'])
    const jobId = await jobs.create(1, { ...blankRequest, idsToSkip })
    await untilEnded(jobs, 1, jobId)
    const { rows } = await database.query('select length(ids_to_skip) as kept from jobs where id = $1', [
      jobId,
    ])

    expect((await readAll(jobs, jobId)).map(({ id }) => id)).toEqual([1])
    expect(rows).toEqual([{ kept: 0 }])
  })

  test('signatures are removed only if requested', async () => {
    const request = { ...blankRequest, keywords: ['loaves'] }
    const kept = await jobs.create(1, request)
    const removed = await jobs.create(1, { ...request, removeSignature: true })
    await untilEnded(jobs, 1, kept)
    await untilEnded(jobs, 1, removed)

    expect((await readAll(jobs, kept)).map(({ text }) => text)).toEqual([signed])
    expect((await readAll(jobs, removed)).map(({ text }) => text)).toEqual([
      signed.replace('\n\nBy Jane Doe', ''),
    ])
  })

  test('long articles are read a few at a time', async () => {
    await putArticles(
      database,
      Array.from({ length: 5 }, (_, index) => ({
        sourceKey: `long:${index}`,
        title: `Volume ${index}`,
        text: 'A long encyclopaedia. '.repeat(20_000),
        category: 'Reference',
        publishedAt: new Date(Date.UTC(2020, 0, index + 1)),
      })),
    )
    const jobId = await jobs.create(1, { ...blankRequest, keywords: ['encyclopaedia'] })
    await untilEnded(jobs, 1, jobId)
    const titles: string[][] = []
    for await (const batch of jobs.articles(jobId)) titles.push(batch.map(({ title }) => title))

    expect(titles).toEqual([
      ['Volume 4', 'Volume 3', 'Volume 2'],
      ['Volume 1', 'Volume 0'],
    ])
  })

  test('another account’s job is as unknown as one that never existed', async () => {
    const jobId = await jobs.create(1, blankRequest)

    expect(await jobs.find(2, jobId)).toBeUndefined()
    expect(
      await Promise.all([0, -1, 0.5, Number.NaN, 2 ** 31, 999_999].map((id) => jobs.find(1, id))),
    ).toEqual(Array.from({ length: 6 }, () => undefined))
  })

  test('a finished job keeps its result, whatever is imported later, even while it is being read', async () => {
    const jobId = await jobs.create(1, { ...blankRequest, articleCount: 400 })
    await untilEnded(jobs, 1, jobId)
    const before = await jobs.find(1, jobId)
    const first = await readAll(jobs, jobId)
    const reading = jobs.articles(jobId)[Symbol.asyncIterator]()
    await reading.next()
    await putArticles(
      database,
      Array.from({ length: 400 }, (_, index) => ({
        sourceKey: `test:${index + 2}`,
        title: 'Rewritten',
        text: 'Rewritten since.',
        publishedAt: new Date(Date.UTC(2024, 0, index + 2)),
      })),
    )

    expect((await reading.next()).value).toEqual(first.slice(25, 50))
    expect(await readAll(jobs, jobId)).toEqual(first)
    expect(await jobs.find(1, jobId)).toEqual(before)

    const later = await jobs.create(1, blankRequest)
    await untilEnded(jobs, 1, later)
    expect((await readAll(jobs, later))[0]).toEqual({ id: 401, title: 'Rewritten', text: 'Rewritten since.' })
  })
})

test('a lease is not extended again before a slow database has responded', async () => {
  const database = await openTestDatabase()
  const extended = new EventEmitter()
  let running = 0
  let most = 0
  const slow = interruptDatabase(database, async (text, moment) => {
    if (text.includes('from articles') && moment === 'before') await once(extended, 'once')
    if (!text.includes('extended')) return
    running += moment === 'before' ? 1 : -1
    most = Math.max(most, running)
    // Several heartbeats.
    if (moment === 'before') await delay(100)
    else extended.emit('once')
  })
  const slowJobs = createJobs({ database: slow, heartbeatMs: 20 })
  await slowJobs.start()
  await untilEnded(slowJobs, 1, await slowJobs.create(1, blankRequest))
  await slowJobs.stop({ withinMs: 1_000 })
  await database.close()

  expect(most).toBe(1)
})
