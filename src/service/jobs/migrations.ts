/**
 * A job and its result are one row. The result is an array of article versions in their order: it is written
 * once, with the state, in one statement, and read whole; so nothing can be doubled, and ten thousand articles
 * cost one write.
 */
export const jobMigrations: { name: string; sql: string }[] = [
  {
    name: 'jobs-1',
    sql: `
      create table jobs (
        id integer generated always as identity primary key,
        account_id bigint not null references accounts (id) on delete cascade,
        state text not null default 'queued' check (state in ('queued', 'running', 'success', 'failure')),
        -- New with every change of state, so that an ETag made of it never matches another answer.
        version uuid not null default gen_random_uuid(),
        keywords text[] not null,
        category text not null,
        article_count integer not null check (article_count between 1 and 10000),
        remove_signature boolean not null,
        -- Packed 32-bit integers (see articles/skip-ids.ts): a million as int4[] takes seconds to write and to unnest.
        -- Emptied when the job has ended, because nothing reads them any more.
        ids_to_skip bytea not null,
        task_id uuid not null,
        attempts integer not null default 0,
        article_version_ids integer[] not null default '{}',
        created_at timestamptz not null default now(),
        ended_at timestamptz
      );
      create index jobs_unfinished on jobs (id) where state in ('queued', 'running');
      create index jobs_account on jobs (account_id);
    `,
  },
]
