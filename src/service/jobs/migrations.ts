import type { Migration } from '../database/migrations.ts'

/**
 * A job and its result are one row. The result is an ordered array of article versions, written once, with the state,
 * in one statement, and read whole; so nothing can be duplicated, and ten thousand articles cost one write.
 */
export const jobMigrations: readonly Migration[] = [
  {
    name: 'jobs-1',
    sql: `
      create table jobs (
        id integer generated always as identity primary key,
        account_id bigint not null references accounts (id) on delete cascade,
        state text not null default 'queued' check (state in ('queued', 'running', 'success', 'failure')),
        -- New with every change of state, so that an ETag made of it never matches another response.
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
  {
    name: 'jobs-2',
    sql: `
      -- The jobs are their own queue. A process holds a job by a lease, which expires if the process dies; every write
      -- checks the fencing token, so that an earlier holder can't change anything.
      alter table jobs
        drop column task_id,
        add phase text not null default 'match' check (phase in ('match', 'collect')),
        -- The order of those that wait: the first of each account, then the second of each, and so on.
        add turn integer not null default 0,
        add run_after timestamptz not null default now(),
        add lease_token uuid,
        add lease_until timestamptz,
        -- Set once sources have been asked, so that no job asks them again and again.
        add collected_at timestamptz,
        add collecting_failed boolean not null default false;

      update jobs set turn = waiting.turn
      from (
        select id, row_number() over (partition by account_id order by id) as turn
        from jobs where state in ('queued', 'running')
      ) as waiting
      where waiting.id = jobs.id;

      drop index jobs_unfinished;
      create index jobs_waiting on jobs (phase, turn, id) where state in ('queued', 'running');
      create index jobs_waiting_of_account on jobs (account_id, phase, turn) where state in ('queued', 'running');

      -- Removes the queue that was used before, unless another program on the same database uses it too.
      do $$
      declare
        is_shared boolean;
      begin
        if to_regclass('pgboss.queue') is null then return; end if;
        execute $q$
          select exists (select from pgboss.queue where name <> 'collect-articles' and name not like '\\_\\_pgboss%')
        $q$ into is_shared;
        if is_shared then execute $q$delete from pgboss.job where name = 'collect-articles'$q$;
        else drop schema pgboss cascade;
        end if;
      end $$;
    `,
  },
  {
    name: 'jobs-3',
    sql: `
      -- False if so many articles matched that only the newest were ranked.
      alter table jobs add is_whole_ranking boolean not null default true;
    `,
  },
  {
    name: 'jobs-4',
    sql: `
      -- However often a client sends the same request, it makes one job (see queue.ts).
      alter table jobs add idempotency_key text, add request_hash bytea;
      create unique index jobs_idempotency on jobs (account_id, idempotency_key) where idempotency_key is not null;
    `,
  },
  {
    name: 'jobs-5',
    sql: `
      -- The turn of a job depends on whether its account had another lately.
      create index jobs_of_account on jobs (account_id, created_at);
      drop index jobs_account;
    `,
  },
]
