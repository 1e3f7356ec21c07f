import { appendFileSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { toCategoryKey } from '../src/service/articles/tokenizer.ts'
import type { Database } from '../src/service/database/database.ts'
import { importFolder } from '../src/service/sources/folder/import-folder.ts'
import { zipfArticle } from './zipf-articles.ts'

const batchSize = 250

/** @returns how many articles were imported per second from a file of JSON Lines */
export async function importArticles(database: Database, count: number): Promise<number> {
  const folder = mkdtempSync(join(tmpdir(), 'article-desk-bench-'))
  try {
    writeArticles(folder, count)
    const startedAt = performance.now()
    await importFolder(database, { path: folder })
    return count / ((performance.now() - startedAt) / 1000)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Writes the first `count` articles into a folder, in a form that the service imports. */
export function writeArticles(folder: string, count: number): void {
  for (let start = 0; start < count; start += batchSize) {
    const articles = range(start, Math.min(start + batchSize, count)).map(zipfArticle)
    const lines = articles.map(
      ({ publishedAt, ...article }) => `${JSON.stringify({ ...article, published: publishedAt })}\n`,
    )
    appendFileSync(join(folder, 'articles.jsonl'), lines.join(''))
  }
}

/**
 * The baseline of an import: the database alone makes the words, rows and index entries of articles it
 * already has.
 *
 * @returns how many of them per second, in as many connections as an import uses
 */
export async function copyArticles(database: Database, count: number): Promise<number> {
  await database.query(
    `create table copied (like articles including all);
    create table copied_versions (like article_versions including all);
    create table copied_categories (like article_categories including all);
    alter table copied set (toast_tuple_target = 8160);
    alter table copied_versions set (toast_tuple_target = 8160)`,
  )
  const startedAt = performance.now()
  const copyThird = (remainder: number) =>
    database.transaction(
      (tx) =>
        tx.query(
          `with input as (
            select articles.*, title, text, body_length
            from articles join article_versions on article_versions.id = version_id
            where articles.id <= $1 and articles.id % 3 = $2
          ), saved as (
            insert into copied (source_key, version_id, content_hash, category, published_at, words)
            select source_key, version_id, content_hash, category, published_at,
              setweight(to_tsvector('article_words', unaccent(title)), 'A')
                || to_tsvector('article_words', unaccent(text))
            from input
            returning id, version_id
          ), categorised as (
            insert into copied_categories (article_id, category_key, published_at)
            select saved.id, lower(category), published_at from saved join input using (version_id)
          )
          insert into copied_versions (id, article_id, title, text, body_length)
          select version_id, saved.id, title, text, body_length from saved join input using (version_id)`,
          [count, remainder],
        ),
      { statementTimeoutMs: 'unlimited' },
    )
  await Promise.all([0, 1, 2].map(copyThird))
  await database.query(`select gin_clean_pending_list('copied_words_idx')`)
  const rate = count / ((performance.now() - startedAt) / 1000)
  await database.query('drop table copied, copied_versions, copied_categories')
  return rate
}

/**
 * Adds articles `from` to `to` in a fraction of the time of an import: their words are listed here instead of parsed by
 * the database, and indexed at the end. The rows are those an import would have made.
 */
export async function addArticles(database: Database, from: number, to: number): Promise<void> {
  if (from >= to) return
  await withoutIndex(database, 'articles_words', () => insertArticles(database, from, to))
}

async function insertArticles(database: Database, from: number, to: number): Promise<void> {
  for (let start = from; start < to; start += batchSize) {
    const articles = range(start, Math.min(start + batchSize, to)).map(zipfArticle)
    await database.query(
      `with input as (
        select nextval('article_version_ids') as version_id, * from unnest($1::text[], $2::text[], $3::text[],
          $4::text[], $5::text[], $6::timestamptz[], $7::tsvector[])
        as input (source_key, title, text, category, category_key, published_at, words)
      ), saved as (
        insert into articles (source_key, version_id, content_hash, category, published_at, words)
        select source_key, version_id, '', category, published_at, words from input
        returning id, version_id
      ), categorised as (
        insert into article_categories (article_id, category_key, published_at)
        select saved.id, category_key, published_at from saved join input using (version_id)
      )
      insert into article_versions (id, article_id, title, text, body_length)
      select version_id, saved.id, title, text, length(text) from saved join input using (version_id)`,
      [
        articles.map(({ sourceKey }) => sourceKey),
        articles.map(({ title }) => title),
        articles.map(({ text }) => text),
        articles.map(({ category }) => category),
        articles.map(({ category }) => toCategoryKey(category)),
        articles.map(({ publishedAt }) => publishedAt.toISOString()),
        articles.map(({ title, text }) => tsvectorOf(title, text)),
      ],
    )
    if (start % 50_000 === 0) process.stderr.write(`${start.toLocaleString('en')} articles\n`)
  }
}

/** Gives every article the sketch of a collected one. Its shingles are drawn, as they spread evenly anyway. */
export async function addSketches(database: Database): Promise<void> {
  await withoutIndex(database, 'article_sketches_shingles', () =>
    database.transaction(
      (tx) =>
        tx.query(
          `insert into article_sketches (article_id, site, words, shingles)
          select id, 'site' || id % 5000, 400 + id % 160,
            array(select (id * 0 + part * 8900000 * random())::integer from generate_series(1, 6) as part)
          from articles on conflict do nothing`,
        ),
      { statementTimeoutMs: 'unlimited' },
    ),
  )
}

/** An index is made many times as fast for all rows at once. */
async function withoutIndex(database: Database, name: string, fill: () => Promise<unknown>): Promise<void> {
  const { rows } = await database.query<{ indexdef: string }>(
    'select indexdef from pg_indexes where indexname = $1',
    [name],
  )
  await database.query(`drop index ${name}`)
  await fill()
  await database.transaction(
    async (tx) => {
      await tx.query(`set local maintenance_work_mem = '1GB'`)
      await tx.query(rows[0]!.indexdef)
    },
    { statementTimeoutMs: 'unlimited' },
  )
}

/** Zipf words are their own stems, so that positions are all there is to find. */
function tsvectorOf(title: string, text: string): string {
  const positions = new Map<string, string[]>()
  const titleWords = title.split(' ')
  const words = [...titleWords, ...text.split(/[. \n]+/)]
  for (const [index, word] of words.entries()) {
    const position = `${index + 1}${index < titleWords.length ? 'A' : ''}`
    const known = positions.get(word)
    if (known) known.push(position)
    else positions.set(word, [position])
  }
  return Array.from(positions, ([word, at]) => `${word}:${at.join()}`).join(' ')
}

const range = (from: number, to: number): number[] =>
  Array.from({ length: to - from }, (_, index) => from + index)
