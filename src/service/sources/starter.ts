import { createHash } from 'node:crypto'
import { refreshArticles, saveArticles } from '../articles/store.ts'
import type { NewArticle } from '../articles/store.ts'
import type { Database } from '../database/database.ts'
import { readFrontMatter } from './front-matter.ts'
import { toPlainText, toTitle } from './plain-text.ts'

/**
 * The starter collection, as it lies beside this file. Vite puts the texts into the bundle, so that the built
 * service is found nowhere without them; the price is that only Vite (dev, build, vitest) can load this module.
 */
const files: Record<string, string> = import.meta.glob('./starter-collection/**/*.md', {
  query: '?raw',
  import: 'default',
  eager: true,
})

/** An article of the collection, with what only its tests ask for. */
export interface StarterArticle extends NewArticle {
  readonly slug: string
  readonly isSigned: boolean
  readonly rerunOf: string | undefined
}

/** @throws FrontMatterError when a text of the collection is malformed */
export function readStarterCollection(): StarterArticle[] {
  return Object.entries(files)
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([path, file]) => {
      const { title, category, published, isSigned, rerunOf, body } = readFrontMatter(
        file.replaceAll('\r\n', '\n'),
      )
      const slug = path.slice(path.lastIndexOf('/') + 1, -'.md'.length)
      if (!title || !category || !published) throw new Error(`${slug} lacks title, category or published`)
      return {
        slug,
        isSigned,
        rerunOf,
        sourceKey: `starter:${slug}`,
        title: toTitle(title),
        text: toPlainText(body),
        category,
        publishedAt: published,
      }
    })
}

/**
 * Brings the starter collection into the database: new texts are added, changed ones become new versions of the
 * same articles, and a start with nothing new costs one short query.
 */
export async function loadStarterCollection(database: Database): Promise<{ added: number }> {
  const contentHash = createHash('sha256').update(JSON.stringify(files)).digest('hex')
  const { rows } = await database.query<{ content_hash: string }>(
    `select content_hash from collections where name = 'starter'`,
  )
  if (rows[0]?.content_hash === contentHash) return { added: 0 }
  const { added } = await saveArticles(database, readStarterCollection())
  await refreshArticles(database)
  // Last, so that a start that was cut short is done again; what it had saved is found unchanged.
  await database.query(
    `insert into collections (name, content_hash) values ('starter', $1)
    on conflict (name) do update set content_hash = excluded.content_hash, imported_at = now()`,
    [contentHash],
  )
  return { added }
}
