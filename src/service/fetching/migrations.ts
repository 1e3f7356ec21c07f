import type { Migration } from '../database/migrations.ts'

/** Turns are kept per host, for http and https together; robots.txt files per origin (RFC 9309). */
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
  {
    name: 'fetching-2',
    sql: 'alter table hosts add column in_use boolean not null default false',
  },
  {
    name: 'fetching-3',
    // No index on hosts: their rows are short, and an index would have to be updated twice with each request.
    sql: 'create index robots_expires_at on robots (expires_at)',
  },
]
