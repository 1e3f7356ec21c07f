import type { Migration } from '../database/migrations.ts'

const points = String.raw`\u0591-\u05BD\u05BF\u05C1\u05C2\u05C4\u05C5\u05C7\u0640\u064B-\u065F\u0670`

/**
 * Articles keep their id for life; their title and text are immutable versions, so that a finished job always returns
 * what it returned first, despite later imports.
 *
 * `words` is computed from title and text on saving (see store.ts), not by a generated column: `unaccent` is not
 * immutable, and the text is first split into words by our own rules (see tokenizer.ts).
 */
export const articleMigrations: readonly Migration[] = [
  {
    name: 'articles-1',
    sql: `
      -- Stemmers without stop words: "all its words occur" then holds to the letter, and "to be or not to be"
      -- or "The Who" can be asked for. Latin letters go to the English one, all others to the Russian one,
      -- which leaves scripts that it does not know as they are.
      create text search dictionary article_english (template = snowball, language = english);
      create text search dictionary article_russian (template = snowball, language = russian);
      create text search configuration article_words (copy = pg_catalog.russian);
      alter text search configuration article_words
        alter mapping for asciiword, asciihword, hword_asciipart with article_english;
      alter text search configuration article_words
        alter mapping for word, hword, hword_part with article_russian;

      -- PostgreSQL has the operators but no aggregates of them. These build a query from any number of
      -- keywords without ever putting text together.
      create aggregate tsquery_all (tsquery) (sfunc = tsquery_and, stype = tsquery);
      create aggregate tsquery_any (tsquery) (sfunc = tsquery_or, stype = tsquery);

      create sequence article_version_ids as integer;

      create table articles (
        id integer generated always as identity primary key,
        source_key text not null unique,
        version_id integer not null,
        content_hash text not null,
        category text not null,
        category_key text not null,
        published_at timestamptz not null,
        words tsvector not null
      );
      -- Imports write many rows at once and clean the list themselves; without the list each row would cost
      -- three times as much.
      create index articles_words on articles using gin (words) with (gin_pending_list_limit = 65536);
      create index articles_newest on articles (published_at desc, id desc);
      create index articles_newest_of_category on articles (category_key, published_at desc, id desc);

      create table article_versions (
        id integer primary key,
        article_id integer not null references articles (id) on delete cascade,
        title text not null,
        text text not null,
        -- Where the signature begins, in UTF-16 units as JavaScript counts; the length of the text where there is none.
        body_length integer not null,
        saved_at timestamptz not null default now()
      );
      create index article_versions_article on article_versions (article_id);
      -- Usual texts stay in the row, uncompressed: a job's response reads thousands of them in one go.
      alter table article_versions alter column text set storage external;
      alter table article_versions set (toast_tuple_target = 8160);

      create table collections (
        name text primary key,
        content_hash text not null,
        imported_at timestamptz not null default now()
      );
    `,
  },
  {
    name: 'articles-2',
    sql: `
      -- Ranking reads the words of every match: in the row and uncompressed they are read four times as fast.
      alter table articles set (toast_tuple_target = 8160);
      -- Written again, because rows keep the form that they were written in.
      cluster articles using articles_newest;
      alter table articles set without cluster;
      -- Every search reads the list, and sorting in a longer one holds up the import for many seconds.
      alter index articles_words set (gin_pending_list_limit = 8192);
    `,
  },
  {
    name: 'articles-3',
    // To summarise, PostgreSQL cancels its own vacuum of the articles if that takes over a minute; during an
    // import, searches need the dates sooner than the vacuum, which is repeated after it.
    sql: `
      -- For all articles between two dates, which lie next to each other on the disk where articles are saved as
      -- they are published: their pages are found ten times as fast as one by one in the index of the newest.
      create index articles_dates on articles using brin (published_at) with (autosummarize = on);
    `,
  },
  {
    name: 'articles-4',
    // The same change as in tokenizer.ts, for articles saved before it.
    sql: String.raw`
      update articles set words = translate(
        regexp_replace(
          -- A lexeme can't be empty.
          regexp_replace(words::text, '''[${points}]+''(:[0-9A-D,]+)?', '', 'g'),
          '[${points}]', '', 'g'
        ),
        U&'\0622\0623\0624\0625\0626', U&'\0627\0627\0648\0627\064A'
      )::tsvector
      where words::text ~ '[\u0622-\u0626${points}]';
    `,
  },
  {
    name: 'articles-5',
    // The `arabicVariants` of fold.ts, for articles saved before them.
    sql: String.raw`
      update articles set words = translate(
        words::text,
        U&'\0649\06CC\06A9\0629\06C1' || '٠١٢٣٤٥٦٧٨٩۰۱۲۳۴۵۶۷۸۹',
        U&'\064A\064A\0643\0647\0647' || '01234567890123456789'
      )::tsvector
      where words::text ~ '[\u0629\u0649\u0660-\u0669\u06A9\u06C1\u06CC\u06F0-\u06F9]';
    `,
  },
]
