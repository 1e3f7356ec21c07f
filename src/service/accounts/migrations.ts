import type { Migration } from '../database/migrations.ts'

export const accountMigrations: readonly Migration[] = [
  {
    name: 'accounts-1',
    sql: `
      create table accounts (
        id bigint generated always as identity primary key,
        email text not null unique,
        key_salt bytea,
        key_hash bytea not null,
        created_at timestamptz not null default now(),
        key_changed_at timestamptz not null default now()
      );
      create table settings_tokens (
        token_hash bytea primary key,
        kind text not null check (kind in ('link', 'session')),
        account_id bigint not null references accounts (id) on delete cascade,
        expires_at timestamptz not null
      );
      create index settings_tokens_account on settings_tokens (account_id);
    `,
  },
]
