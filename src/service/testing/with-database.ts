import { afterAll, beforeAll, describe } from 'vitest'
import type { Cluster } from './postgres-cluster.ts'
import { createCluster, hasPostgres } from './postgres-cluster.ts'

export interface TestDatabase {
  readonly kind: 'embedded' | 'postgres'
  /** What `openDatabase` and `createService` need to open a new, empty database. */
  create(): Promise<{ databaseUrl?: string }>
  /** Only for PostgreSQL, which can go away and come back. */
  readonly cluster: () => Cluster | undefined
}

/**
 * Runs the same tests on the embedded database and on PostgreSQL. The latter are shown as skipped if there is neither a
 * DATABASE_URL_TEST nor an `initdb` on the path.
 */
export function onEachDatabase(tests: (place: TestDatabase) => void): void {
  describe('on the embedded database', () => {
    tests({ kind: 'embedded', create: async () => ({}), cluster: () => undefined })
  })

  describe.skipIf(!hasPostgres)('on PostgreSQL', () => {
    let cluster: Cluster | undefined
    beforeAll(async () => {
      cluster = await createCluster()
    })
    afterAll(() => cluster?.remove())
    tests({
      kind: 'postgres',
      create: async () => ({ databaseUrl: await cluster!.createDatabase() }),
      cluster: () => cluster,
    })
  })
}
