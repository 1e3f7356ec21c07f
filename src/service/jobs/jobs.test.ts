import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Article } from '../../contract/article.ts'
import { blankRequest } from '../../contract/job-request.ts'
import { accountMigrations } from '../accounts/migrations.ts'
import { articleMigrations } from '../articles/migrations.ts'
import { refreshArticles, saveArticles } from '../articles/store.ts'
import type { Database } from '../database/database.ts'
import { openDatabase } from '../database/database.ts'
import type { FoundJob, Jobs } from './jobs.ts'
import { createJobs } from './jobs.ts'
import { jobMigrations } from './migrations.ts'

let database: Database
let jobs: Jobs
let accountId: number
let otherId: number

beforeAll(async () => {
  database = await openDatabase({
    migrations: [...accountMigrations, ...articleMigrations, ...jobMigrations],
  })
  const { rows } = await database.query<{ id: number }>(
    `insert into accounts (email, key_hash) values ('a@example.org', ''), ('b@example.org', '') returning id`,
  )
  ;[accountId, otherId] = rows.map((row) => row.id) as [number, number]
  await saveArticles(database, [article(1), article(2), article(3)])
  await refreshArticles(database)
  jobs = createJobs({ database, pollMs: 50 })
  await jobs.start()
})

afterAll(async () => {
  await jobs.stop({ withinMs: 1_000 })
  await database.close()
})

const article = (number: number, text = `Bread number ${number}.`) => ({
  sourceKey: `test:${number}`,
  title: `Article ${number}`,
  text,
  category: 'Food',
  publishedAt: new Date(Date.UTC(2024, 0, number)),
})

async function ended(jobId: number): Promise<FoundJob> {
  for (;;) {
    const job = await jobs.find(accountId, jobId)
    if (job?.state === 'success' || job?.state === 'failure') return job
    await new Promise((resolve) => setTimeout(resolve, 5))
  }
}

async function articlesOf(jobId: number): Promise<Article[]> {
  const all: Article[] = []
  for await (const batch of jobs.articles(jobId)) all.push(...batch)
  return all
}

test('a job is done after its request was accepted, newest first without keywords', async () => {
  const jobId = await jobs.create(accountId, blankRequest)
  expect(await ended(jobId)).toMatchObject({ id: jobId, state: 'success', category: '', articleCount: 3 })
  expect((await articlesOf(jobId)).map((one) => one.title)).toEqual(['Article 3', 'Article 2', 'Article 1'])
})
