import { createHash } from 'node:crypto'
import type { Database, Query } from './database.ts'

/** One step of the schema. Never changed once released; corrections go into a later step. */
export interface Migration {
  readonly name: string
  readonly sql: string
}

/** The name of an image (see scripts/empty-databases.mjs) that has their tables: if one is changed, it is another. */
export const imageName = (migrations: readonly Migration[]): string =>
  `empty-database-${createHash('sha256').update(JSON.stringify(migrations)).digest('hex').slice(0, 16)}`

export class NewerDataError extends Error {
  override readonly name = 'NewerDataError'
}

/** An arbitrary number, unlikely to be used by another program on the same PostgreSQL. */
const migrationLock = 4_400_173

/**
 * Runs the pending migrations, all or none. Several services may start at once on one PostgreSQL: an advisory lock lets
 * them through one by one.
 *
 * @throws NewerDataError if a newer version of the service has migrated the database: older code would write rows that
 *   the newer schema does not expect
 */
export async function migrate(database: Database, migrations: readonly Migration[]): Promise<void> {
  const bringUpToDate = async (tx: Query): Promise<void> => {
    await tx.query('select pg_advisory_xact_lock($1)', [migrationLock])
    // Don't look them up in the catalogue first: managed PostgreSQL lets every owner create these two.
    await tx.query('create extension if not exists unaccent')
    await tx.query('create extension if not exists pg_trgm')
    await tx.query(
      `create table if not exists applied_migrations (
        name text primary key,
        applied_at timestamptz not null default now()
      )`,
    )
    const applied = await readApplied(tx, migrations)
    for (const { name, sql } of migrations) {
      if (applied.has(name)) continue
      await tx.query(sql)
      await tx.query('insert into applied_migrations (name) values ($1)', [name])
    }
  }
  // Rewriting a large table may take long, and so may waiting for the process that does it.
  await database.transaction(bringUpToDate, { statementTimeoutMs: 'unlimited' })
}

/**
 * The names of the migrations that have been run.
 *
 * @throws NewerDataError if some of them are not among those of this version
 */
export async function readApplied(
  database: Query,
  migrations: readonly Migration[],
): Promise<ReadonlySet<string>> {
  const { rows } = await database.query<{ name: string }>('select name from applied_migrations')
  const known = new Set(migrations.map(({ name }) => name))
  const unknown = rows.map(({ name }) => name).filter((name) => !known.has(name))
  if (unknown.length > 0)
    throw new NewerDataError(
      `This data was written by a newer version of the service (it has ${unknown.join(', ')}).`,
    )
  return new Set(rows.map(({ name }) => name))
}
