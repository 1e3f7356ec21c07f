import { accountMigrations } from './accounts/migrations.ts'
import { articleMigrations } from './articles/migrations.ts'
import type { Migration } from './database/migrations.ts'
import { fetchMigrations } from './fetching/migrations.ts'
import { jobMigrations } from './jobs/migrations.ts'
import { sourceMigrations } from './sources/migrations.ts'

/** In order of dependency: jobs belong to accounts and return articles; sources supply articles. */
export const migrations: readonly Migration[] = [
  ...accountMigrations,
  ...articleMigrations,
  ...jobMigrations,
  ...fetchMigrations,
  ...sourceMigrations,
]
