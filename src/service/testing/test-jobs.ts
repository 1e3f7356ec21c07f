import { setTimeout as delay } from 'node:timers/promises'
import type { Article } from '../../contract/article.ts'
import type { NewArticle } from '../articles/store.ts'
import { refreshArticles, saveArticles } from '../articles/store.ts'
import { migrations } from '../migrations.ts'
import type { Database } from '../database/database.ts'
import type { DatabaseOptions } from '../database/open-database.ts'
import { openDatabase } from '../database/open-database.ts'
import type { FoundJob } from '../jobs/find-job.ts'
import type { Jobs } from '../jobs/jobs.ts'

/** A database with every table and the accounts 1 and 2. */
export async function openTestDatabase(options: DatabaseOptions = {}): Promise<Database> {
  const database = await openDatabase({ ...options, migrations })
  await database.query(
    `insert into accounts (email, key_hash) values ('one@example.org', ''), ('two@example.org', '')
    on conflict do nothing`,
  )
  return database
}

/** Saves articles of one paragraph, a day apart, oldest first; given fields replace the generated ones. */
export async function putArticles(
  database: Database,
  articles: readonly Partial<NewArticle>[],
): Promise<void> {
  await saveArticles(
    database,
    articles.map((article, index) => ({
      sourceKey: `test:${index + 1}`,
      title: `Article ${index + 1}`,
      text: `Text ${index + 1}.`,
      category: 'Food',
      publishedAt: new Date(Date.UTC(2024, 0, index + 1)),
      ...article,
    })),
  )
  await refreshArticles(database)
}

export async function until(condition: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await condition())) await delay(5)
}

export async function untilEnded(
  jobs: Jobs,
  accountId: number,
  jobId: number,
): Promise<FoundJob & { readonly articleCount: number }> {
  for (;;) {
    const job = await jobs.find(accountId, jobId)
    if (job?.state === 'success' || job?.state === 'failure')
      return { ...job, articleCount: (await readAll(jobs, jobId)).length }
    await delay(5)
  }
}

export async function readAll(jobs: Jobs, jobId: number): Promise<Article[]> {
  const all: Article[] = []
  for await (const batch of jobs.articles(jobId)) all.push(...batch)
  return all
}
