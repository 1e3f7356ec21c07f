import { hasWordsOf } from '../../text/fold.ts'
import { addCategory, removeCategory } from '../articles/store.ts'
import { isRequestable, longestCategory, toCategoryKey } from '../articles/tokenizer.ts'
import type { Database, Query } from '../database/database.ts'
import { shortHash, siteOf, sourceAddressKey } from './address-key.ts'
import { chunks } from './chunks.ts'
import type { ImportReport } from './folder/import-folder.ts'
import { firstIntervalMs } from './intervals.ts'
import type { SourceDay } from './day-counts.ts'
import { countDay } from './day-counts.ts'
import { toTitle } from './plain-text.ts'
import { lockSaving, repeatIfHeldUp } from './saving.ts'
import type { Source, SourceSummary } from './source.ts'
import { maxRefusals, problemOf } from './source.ts'

/** The owner's request can't be fulfilled; the message says why, in words for them. */
export class SourceError extends Error {
  override readonly name = 'SourceError'
}

/** A category that no job could ask for. */
export class CategoryError extends SourceError {}

type NewSource = Pick<Source, 'kind' | 'address' | 'title' | 'category'>

type Imported = Pick<ImportReport, 'added' | 'changed' | 'refused'>

/** Whether a folder was imported as a whole; `stopped`: only until this process was to end. */
type ImportEnd = 'done' | 'stopped' | 'failed'

/** The due time of searches and folders, which are never refreshed on a schedule. */
const never = '9999-12-31T00:00:00Z'

const summaryColumns = `sources.id, kind, address, title, category, added_at as "addedAt", paused_at as "pausedAt",
  paused_because as "pausedBecause", moved_from as "movedFrom", moved_at as "movedAt", due_at as "dueAt",
  succeeded_at as "succeededAt", renewed_at as "renewedAt", errors, error,
  case when kind <> 'folder' or lease_until is null then null when lease_until < now() then 'interrupted'
    else 'running' end as "importState",
  coalesce(week.added, 0) as added, coalesce(week.known, 0) as known, coalesce(week.refused, 0) as refused`

const summaryTables = `sources left join lateral (
    select sum(added) as added, sum(known) as known, sum(refused) as refused from source_days
    where source_id = sources.id and day > ($1::timestamptz at time zone 'utc')::date - 7
  ) as week on true`

/** Which sources of the list are wanted. */
export interface SourceQuery {
  /** Words that their names or addresses have; empty for all. */
  readonly find: string
  readonly onlyProblems: boolean
  /** From 1; beyond the last page, the last one is meant. */
  readonly page: number
}

/** One page of the list of sources. */
export interface ListedSources {
  readonly sources: readonly Source[]
  /** As asked for, with the number of the page that this is. */
  readonly query: SourceQuery
  readonly pages: number
  /** How many sources there are, how many of them were found, and how many of those have a problem. */
  readonly counts: { readonly all: number; readonly found: number; readonly problems: number }
  /** Whether there are others than folders, which are never exported. */
  readonly isExportable: boolean
}

export const pageSize = 100

const maxPerStatement = 10_000

/** Of {@link SourceQuery.find}, in characters: each of its words is looked for in each source. */
export const longestFind = 200

/** The table of sources, for the owner's operations. */
export function createSourceStore(database: Database, now: () => Date) {
  async function list(): Promise<SourceSummary[]> {
    const { rows } = await database.query<SourceSummary>(
      `select ${summaryColumns} from ${summaryTables} order by sources.id`,
      [now().toISOString()],
    )
    return rows
  }

  async function findAll(ids: readonly number[]): Promise<Source[]> {
    const { rows } = await database.query<Source>(
      `select ${summaryColumns},
        (select count(*) from source_items where source_id = sources.id and state = 'pending') as pending,
        coalesce(latest.refusals, '[]') as refusals
      from ${summaryTables} left join lateral (
        select jsonb_agg(to_jsonb(refusal)) as refusals from (
          select left(title, 300) as title, address, left(reason, 300) as reason, state = 'pending' as "isTriedAgain"
          from source_items
          where source_id = sources.id and state <> 'kept' and reason <> '' and article_id is null
          order by refused_at desc, published_at desc nulls last, item_key limit ${maxRefusals}
        ) as refusal
      ) as latest on true
      where sources.id = any ($2::int[]) order by sources.id`,
      [now().toISOString(), ids],
    )
    return rows
  }

  async function change(id: number, assignments: string, values: unknown[] = []): Promise<Source> {
    if (!isPossible(id)) return refuse(id)
    const { rowCount } = await database.query(`update sources set ${assignments} where id = $1`, [
      id,
      ...values,
    ])
    return rowCount > 0 ? find(id) : refuse(id)
  }

  /**
   * @param onConflict what to do if an address already is a source
   * @returns the ids of those that were written
   */
  async function insert(query: Query, sources: readonly NewSource[], onConflict: string): Promise<number[]> {
    const { rows } = await query.query<{ id: number }>(
      `insert into sources (kind, address, address_key, site, title, category, category_key, added_at, due_at, list_at,
        interval_ms)
      select kind, address, address_key, site, title, category, category_key, $8, due_at, due_at, $9
      from (
        select *, case when kind in ('search', 'folder') then $10::timestamptz else $8 end as due_at
        from unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::text[], $6::text[], $7::text[])
          as given (kind, address, address_key, site, title, category, category_key)
      ) as given
      on conflict (address_key) do ${onConflict} returning id`,
      [
        sources.map(({ kind }) => kind),
        sources.map(({ address }) => address),
        sources.map(({ kind, address }) => sourceAddressKey(kind, address)),
        sources.map(({ kind, address }) => (kind === 'folder' ? '' : siteOf(address))),
        sources.map(({ title }) => title),
        sources.map(({ category }) => category),
        sources.map(({ category }) => toCategoryKey(category)),
        now().toISOString(),
        firstIntervalMs,
        never,
      ],
    )
    return rows.map(({ id }) => id)
  }

  async function noteImportWithin(
    tx: Query,
    id: number,
    imported: Imported,
    end: ImportEnd,
  ): Promise<{ category: string } | undefined> {
    const at = { sourceId: id, now: now() }
    const { rows } = await tx.query<{ category: string }>(
      `update sources set tried_at = case when $3 = 'stopped' then tried_at else $2 end,
        succeeded_at = case when $3 = 'done' then $2 else succeeded_at end,
        renewed_at = case when $4 then $2 else renewed_at end,
        lease_until = case when $3 = 'stopped' then now() - interval '1 millisecond' end,
        errors = case $3 when 'done' then 0 when 'failed' then errors + 1 else errors end,
        error = case $3 when 'done' then '' when 'failed' then 'could not be imported' else error end
      where id = $1 returning category`,
      [id, at.now.toISOString(), end, imported.added > 0],
    )
    if (rows.length === 0) return undefined
    // An import that was cut short has not seen all files.
    const refused = end === 'done' ? await noteRefusedFiles(tx, at, imported.refused) : 0
    await countDay(tx, at, { added: imported.added, changed: imported.changed, known: 0, refused })
    return rows[0]
  }

  async function find(id: number): Promise<Source> {
    const [source] = isPossible(id) ? await findAll([id]) : []
    return source ?? refuse(id)
  }

  return {
    list,
    find,

    /** Looks up the pages of those sources only that are on the page. */
    listPage: async (query: SourceQuery): Promise<ListedSources> => {
      const all = await list()
      const hasWords = hasWordsOf(query.find)
      const found = all.filter(({ title, address }) => hasWords(`${title} ${address}`))
      const problems = found.filter((source) => problemOf(source, now()) !== undefined)
      const wanted = query.onlyProblems ? problems : found
      const pages = Math.max(1, Math.ceil(wanted.length / pageSize))
      const page = Math.min(query.page, pages)
      const shown = wanted.slice((page - 1) * pageSize, page * pageSize)
      return {
        sources: await findAll(shown.map(({ id }) => id)),
        query: { ...query, page },
        pages,
        counts: { all: all.length, found: found.length, problems: problems.length },
        isExportable: all.some(({ kind }) => kind !== 'folder'),
      }
    },

    /** The page of the whole list that has a source. */
    pageOf: async (id: number): Promise<number> => {
      const { rows } = await database.query<{ before: number }>(
        'select count(*) as before from sources where id < $1',
        [id],
      )
      return Math.floor(rows[0]!.before / pageSize) + 1
    },

    /** @returns undefined if the address already is a source */
    async add(source: NewSource): Promise<Source | undefined> {
      const [id] = await insert(database, [source], 'nothing')
      return id === undefined ? undefined : find(id)
    },

    /** @returns how many were added: those whose addresses were no sources yet */
    async addAll(sources: readonly NewSource[]): Promise<number> {
      let added = 0
      // Each statement has a time limit. If one fails, those before it have added theirs, as the next import finds.
      for (const batch of chunks(sources, maxPerStatement))
        added += (await insert(database, batch, 'nothing')).length
      return added
    },

    /** Adds a folder that was imported, or records that it was imported again. */
    noteFolder: (path: string, category: string, imported: Imported): Promise<void> =>
      database.transaction(async (tx) => {
        const [id] = await insert(
          tx,
          [{ kind: 'folder', address: path, title: '', category }],
          'update set category = excluded.category, category_key = excluded.category_key',
        )
        await noteImportWithin(tx, id!, imported, 'done')
      }),

    /**
     * Records what an import of a folder brought. One that was removed in the meantime stays removed.
     *
     * @returns its category by now; undefined if it was removed
     */
    noteImport: (id: number, imported: Imported, end: ImportEnd): Promise<{ category: string } | undefined> =>
      repeatIfHeldUp(() => database.transaction((tx) => noteImportWithin(tx, id, imported, end))),

    /** A refresh in progress loses its lease, and ends. */
    pause: (id: number) =>
      change(
        id,
        `paused_at = coalesce(paused_at, $2), paused_because = '', lease_token = null, lease_until = null`,
        [now().toISOString()],
      ),

    /** Also clears errors and waiting times, whose cause may be gone. */
    resume: (id: number) =>
      change(
        id,
        `paused_at = null, paused_because = '', errors = 0, error = '', not_before = '-infinity',
        due_at = case when list_at = $3 then due_at else $2 end, list_at = case when list_at = $3 then list_at else $2 end`,
        [now().toISOString(), never],
      ),

    /** Makes a source due now, unless its server asked us to wait. Searches have no schedule. */
    setDue: (id: number) =>
      change(
        id,
        `due_at = case when list_at = $3 then due_at else $2 end,
        list_at = case when list_at = $3 then list_at when errors > 0 then $2 else greatest(not_before, $2) end`,
        [now().toISOString(), never],
      ),

    /**
     * Moves its articles as well, except those that another source has in the former category. The articles of a folder
     * move when it is imported again.
     */
    async setCategory(id: number, category: string): Promise<Source> {
      const move = (tx: Query) => moveToCategory(tx, id, category, now())
      await repeatIfHeldUp(() => database.transaction(move, { statementTimeoutMs: 60_000 }))
      return find(id)
    },

    /** Keeps the source's articles. */
    remove: async (id: number): Promise<Source> => {
      const source = await find(id)
      await database.query('delete from sources where id = $1', [id])
      return source
    },
  }
}

/**
 * @returns a category as it was typed, with plain spaces
 * @throws CategoryError if no job could ask for it
 */
export function readCategory(typed: string, address?: string): string {
  const category = toTitle(typed)
  if (isRequestable(category)) return category
  const of = address === undefined ? '' : ` of ${address}`
  throw new CategoryError(
    `The category${of} is too long: a job can only ask for one of at most ${longestCategory} characters.`,
  )
}

/** Ids are PostgreSQL integers. */
const isPossible = (id: number): boolean => Number.isInteger(id) && id > 0 && id < 2 ** 31

function refuse(id: number): never {
  throw new SourceError(`There is no source ${id}.`)
}

async function moveToCategory(tx: Query, id: number, category: string, at: Date): Promise<void> {
  const { rows: found } = await tx.query<{ category: string }>(
    'select category from sources where id = $1 for update',
    [isPossible(id) ? id : null],
  )
  const former = found[0]?.category ?? refuse(id)
  // A refresh would go on with the former category, so it loses its lease, as if its process had died.
  await tx.query(
    `update sources set lease_token = gen_random_uuid(), lease_until = now() - interval '1 millisecond',
      due_at = least(due_at, $2)
    where id = $1 and lease_token is not null`,
    [id, at.toISOString()],
  )
  await lockSaving(tx)
  const { rows } = await tx.query<{ all: number[]; leaving: number[] }>(
    `select coalesce(array_agg(articles.id), '{}') as all, coalesce(array_agg(articles.id) filter (
      where not exists (
        select from source_items as other join sources on sources.id = other.source_id
        where other.article_id = articles.id and sources.id <> $1 and sources.category_key = $2
      )
    ), '{}') as leaving
    from articles where id in (select article_id from source_items where source_id = $1)`,
    [id, toCategoryKey(former)],
  )
  const { all, leaving } = rows[0]!
  await removeCategory(tx, former, leaving)
  await addCategory(tx, category, all)
  await tx.query('update sources set category = $2, category_key = $3 where id = $1', [
    id,
    category,
    toCategoryKey(category),
  ])
}

/**
 * Records what the last import of a folder refused, in place of what earlier ones did.
 *
 * @returns how many of them no earlier import had refused, so that none is counted with each import
 */
async function noteRefusedFiles(
  tx: Query,
  { sourceId, now }: SourceDay,
  refused: readonly { readonly file: string; readonly reason: string }[],
): Promise<number> {
  // A reason may quote a file, and the database can't hold every character.
  const items = new Map(
    refused.map(({ file, reason }) => [
      `f:${shortHash(`${file}\0${reason}`)}`,
      { title: toTitle(file), reason: toTitle(reason) },
    ]),
  )
  await tx.query(
    `delete from source_items where source_id = $1
      and not exists (select from unnest($2::text[]) as again (item_key) where again.item_key = source_items.item_key)`,
    [sourceId, [...items.keys()]],
  )
  let added = 0
  for (const batch of chunks([...items], 2_000)) {
    const { rowCount } = await tx.query(
      `insert into source_items (source_id, item_key, title, fingerprint, state, reason, refused_at)
      select $1, item_key, title, '', 'refused', reason, $5
      from unnest($2::text[], $3::text[], $4::text[]) as given (item_key, title, reason)
      on conflict do nothing`,
      [
        sourceId,
        batch.map(([key]) => key),
        batch.map(([, { title }]) => title),
        batch.map(([, { reason }]) => reason),
        now.toISOString(),
      ],
    )
    added += rowCount
  }
  return added
}
