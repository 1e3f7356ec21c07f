import { createHash } from 'node:crypto'
import { refreshArticles, saveArticles } from '../articles/store.ts'
import type { NewArticle } from '../articles/store.ts'
import type { Database } from '../database/database.ts'
import { readFrontMatter } from './folder/front-matter.ts'
import { normalizeText, toTitle } from './plain-text.ts'

/**
 * The starter collection, from the folder beside this file. Vite bundles the texts, so the built service always has
 * them; in return, only Vite (dev, build, vitest) can load this module.
 */
const files: Record<string, string> = import.meta.glob('./starter-collection/**/*.md', {
  query: '?raw',
  import: 'default',
  eager: true,
})

/** @throws UnusableFileError if a text of the collection is malformed */
export function readStarterCollection(): NewArticle[] {
  return Object.entries(files)
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([path, file]) => {
      const { title, category, published, body } = readFrontMatter(file.replaceAll('\r\n', '\n'))
      const slug = path.slice(path.lastIndexOf('/') + 1, -'.md'.length)
      if (!title || !category || !published) throw new Error(`${slug} lacks title, category or published`)
      return {
        sourceKey: `starter:${slug}`,
        title: toTitle(title),
        text: normalizeText(body),
        category,
        publishedAt: published,
      }
    })
}

/**
 * Loads the starter collection into the database: new texts are added, changed ones become new versions of the same
 * articles. If nothing changed, it costs one short query.
 */
export async function loadStarterCollection(database: Database): Promise<{ added: number }> {
  const contentHash = createHash('sha256').update(JSON.stringify(files)).digest('hex')
  const { rows } = await database.query<{ content_hash: string }>(
    `select content_hash from collections where name = 'starter'`,
  )
  if (rows[0]?.content_hash === contentHash) return { added: 0 }
  const { added } = await saveArticles(database, readStarterCollection())
  await refreshArticles(database)
  // Recorded last, so that an interrupted load is repeated; what it had saved is then unchanged.
  await database.query(
    `insert into collections (name, content_hash) values ('starter', $1)
    on conflict (name) do update set content_hash = excluded.content_hash, imported_at = now()`,
    [contentHash],
  )
  return { added }
}
