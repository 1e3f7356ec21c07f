import { describe } from 'vitest'
import { createDatabase, hasPostgres } from './postgres-cluster.ts'

export interface TestDatabase {
  readonly kind: 'embedded' | 'postgres'
  /** What `openDatabase` and `createService` need to open a new, empty database. */
  create(): Promise<{ databaseUrl?: string }>
}

/**
 * Runs the same tests on the embedded database and on PostgreSQL. The latter are shown as skipped if there is neither a
 * DATABASE_URL_TEST nor an `initdb` on the path.
 */
export function onEachDatabase(tests: (place: TestDatabase) => void): void {
  describe('on the embedded database', () => {
    tests({ kind: 'embedded', create: async () => ({}) })
  })

  describe.skipIf(!hasPostgres)('on PostgreSQL', () => {
    tests({ kind: 'postgres', create: async () => ({ databaseUrl: await createDatabase() }) })
  })
}
