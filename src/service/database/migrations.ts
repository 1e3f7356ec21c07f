import type { Database, Query } from './database.ts'

/** One step of the schema. Never changed once released: a later step corrects it. */
export interface Migration {
  readonly name: string
  readonly sql: string
}

export class NewerDataError extends Error {
  override readonly name = 'NewerDataError'
}

/** Any number that no other program on the same PostgreSQL is likely to take. */
const migrationLock = 4_400_173

/**
 * Runs what has not been run yet, all of it or nothing. Several services may start at once on one PostgreSQL:
 * the advisory lock lets them through one by one.
 *
 * @throws NewerDataError when the database was brought further by a newer version of the service: older code would write
 *   rows that the newer schema does not expect
 */
export async function migrate(database: Database, migrations: readonly Migration[]): Promise<void> {
  const bringUpToDate = async (tx: Query): Promise<void> => {
    await tx.query('select pg_advisory_xact_lock($1)', [migrationLock])
    // IF NOT EXISTS and not a look into the catalogue: managed PostgreSQL allows these two to every owner.
    await tx.query('create extension if not exists unaccent')
    await tx.query('create extension if not exists pg_trgm')
    await tx.query(
      `create table if not exists applied_migrations (
        name text primary key,
        applied_at timestamptz not null default now()
      )`,
    )
    const { rows } = await tx.query<{ name: string }>('select name from applied_migrations')
    const applied = new Set(rows.map((row) => row.name))
    const unknown = [...applied].filter((name) => !migrations.some((migration) => migration.name === name))
    if (unknown.length > 0)
      throw new NewerDataError(
        `This data was written by a newer version of the service (it has ${unknown.join(', ')}).`,
      )
    for (const { name, sql } of migrations) {
      if (applied.has(name)) continue
      await tx.query(sql)
      await tx.query('insert into applied_migrations (name) values ($1)', [name])
    }
  }
  // Rewriting a large table takes its time, and so does waiting for the process that does it.
  await database.transaction(bringUpToDate, { statementTimeoutMs: 'unlimited' })
}
