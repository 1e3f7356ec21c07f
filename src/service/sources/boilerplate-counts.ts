import { cutBoilerplate, minPages, isBoilerplate, paragraphKeys } from '../extraction/site-boilerplate.ts'
import type { Query } from '../database/database.ts'

/** After this many pages the counts are halved, so that a redesign takes effect and the table stays small. */
const maxPages = 200
/** Enough to recognise boilerplate, and limits how much one page can write. */
const maxParagraphs = 400

/** The pages of a source on one site, which are counted together. */
interface Place {
  readonly sourceId: number
  readonly site: string
}

/**
 * Removes the boilerplate from a text: paragraphs found in most pages of its source on its site, this page included.
 *
 * @param isNew whether to count the page
 */
export async function cutSiteBoilerplate(
  tx: Query,
  place: Place,
  text: string,
  isNew: boolean,
): Promise<string> {
  const keys = [...new Set(paragraphKeys(text))].slice(0, maxParagraphs)
  const { pages, seen } = isNew ? await countPage(tx, place, keys) : await readCounts(tx, place, keys)
  return cutBoilerplate(text, (key) => isBoilerplate({ pages, seenIn: seen.get(key) ?? 0 }))
}

interface PageCounts {
  readonly pages: number
  readonly seen: ReadonlyMap<string, number>
}

async function countPage(tx: Query, { sourceId, site }: Place, keys: string[]): Promise<PageCounts> {
  const { rows } = await tx.query<{ pages: number }>(
    `insert into source_sites (source_id, site, pages) values ($1, $2, 1)
    on conflict (source_id, site) do update set pages = source_sites.pages + 1 returning pages`,
    [sourceId, site],
  )
  const pages = rows[0]?.pages ?? 0
  const counted = await tx.query<{ paragraph: string; seenIn: number }>(
    // Sorted, so that two processes that count at the same time don't deadlock.
    `insert into source_paragraphs (source_id, site, paragraph, seen_in)
    select $1, $2, paragraph, 1 from unnest($3::text[]) as paragraph order by paragraph
    on conflict (source_id, site, paragraph) do update set seen_in = source_paragraphs.seen_in + 1
    returning paragraph, seen_in as "seenIn"`,
    [sourceId, site, keys],
  )
  if (pages >= maxPages) await halveCounts(tx, sourceId, site)
  return { pages, seen: new Map(counted.rows.map(({ paragraph, seenIn }) => [paragraph, seenIn])) }
}

async function halveCounts(tx: Query, sourceId: number, site: string): Promise<void> {
  await tx.query('delete from source_paragraphs where source_id = $1 and site = $2 and seen_in < 2', [
    sourceId,
    site,
  ])
  await tx.query('update source_paragraphs set seen_in = seen_in / 2 where source_id = $1 and site = $2', [
    sourceId,
    site,
  ])
  await tx.query('update source_sites set pages = pages / 2 where source_id = $1 and site = $2', [
    sourceId,
    site,
  ])
}

async function readCounts(tx: Query, { sourceId, site }: Place, keys: string[]): Promise<PageCounts> {
  const { rows } = await tx.query<{ pages: number; paragraph: string | null; seenIn: number | null }>(
    `select pages, paragraph, seen_in as "seenIn"
    from source_sites left join source_paragraphs as known
      on known.source_id = source_sites.source_id and known.site = source_sites.site and paragraph = any ($3::text[])
    where source_sites.source_id = $1 and source_sites.site = $2`,
    [sourceId, site, keys],
  )
  return {
    pages: rows[0]?.pages ?? 0,
    seen: new Map(
      rows.flatMap(({ paragraph, seenIn }) => (paragraph ? [[paragraph, seenIn ?? 0] as const] : [])),
    ),
  }
}

/**
 * Returns boilerplate recognised since the last call, by site, and marks it as handled: the caller corrects the articles
 * saved before.
 */
export async function takeNewBoilerplate(
  tx: Query,
  sourceId: number,
): Promise<Map<string, ReadonlySet<string>>> {
  const { rows } = await tx.query<{ site: string; paragraph: string; pages: number; seenIn: number }>(
    `select site, paragraph, pages, seen_in as "seenIn"
    from source_sites join source_paragraphs as known using (source_id, site)
    where source_id = $1 and pages >= $2 and not is_cut and seen_in * 4 >= pages
    for update of known`,
    [sourceId, minPages],
  )
  const recognised = new Map<string, Set<string>>()
  for (const { site, paragraph, pages, seenIn } of rows) {
    if (!isBoilerplate({ pages, seenIn })) continue
    const keys = recognised.get(site) ?? new Set()
    recognised.set(site, keys.add(paragraph))
  }
  for (const [site, keys] of recognised)
    await tx.query(
      'update source_paragraphs set is_cut = true where source_id = $1 and site = $2 and paragraph = any ($3::text[])',
      [sourceId, site, [...keys]],
    )
  return recognised
}
