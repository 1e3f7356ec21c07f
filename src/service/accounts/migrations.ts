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
  {
    name: 'service-1',
    sql: `
      -- Tells this service from another at the same address, or from itself before its data was deleted.
      create table service_identity (id uuid not null default gen_random_uuid());
      insert into service_identity default values;
    `,
  },
  {
    name: 'limits-1',
    sql: `
      -- Unlogged, since counts of some minutes need to outlive no crash.
      create unlogged table limit_counts (
        name text primary key,
        count integer not null,
        ends_at timestamptz not null,
        changed_at timestamptz not null default now()
      );
      create index limit_counts_changed on limit_counts (changed_at);
    `,
  },
  {
    name: 'accounts-2',
    sql: `
      -- Of scrypt; what is there was hashed with one.
      alter table accounts add column key_rounds smallint not null default 1;
    `,
  },
  {
    name: 'accounts-3',
    sql: `
      -- As normaliseEmail makes them now: of "T" with two dots, the small letter was kept as two characters. Of several
      -- accounts for one e-mail, the one that has this form gets it, or else the oldest.
      update accounts set email = normalize(email, NFC)
      where email <> normalize(email, NFC) and not exists (
        select from accounts as other
        where normalize(other.email, NFC) = normalize(accounts.email, NFC)
          and (other.id < accounts.id or other.email = normalize(other.email, NFC))
      );
    `,
  },
]
