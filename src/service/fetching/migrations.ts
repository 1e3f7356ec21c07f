import type { Migration } from '../database/migrations.ts'

/**
 * Turns belong to a host, whether it is asked over http or https; a robots.txt belongs to an origin (RFC 9309).
 */
export const fetchMigrations: readonly Migration[] = [
  {
    name: 'fetching-1',
    sql: `
      create table hosts (
        host text primary key,
        not_before timestamptz not null
      );
      create table robots (
        origin text primary key,
        bytes bytea not null,
        expires_at timestamptz not null
      );
    `,
  },
]
