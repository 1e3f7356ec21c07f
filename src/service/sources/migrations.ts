import type { Migration } from '../database/migrations.ts'

/**
 * The sources, what they listed, and what became of it. Each address has one row, whichever sources list it, so it is
 * fetched only once; each text is stored once, whichever addresses it appears at.
 */
export const sourceMigrations: readonly Migration[] = [
  {
    name: 'sources-1',
    sql: `
      create table sources (
        id integer generated always as identity primary key,
        kind text not null check (kind in ('feed', 'sitemap', 'page', 'search', 'folder')),
        address text not null,
        -- The same for all spellings of one address: nothing is collected twice.
        address_key text not null unique,
        -- The host by name; of a folder nothing.
        site text not null,
        title text not null default '',
        category text not null,
        category_key text not null,
        added_at timestamptz not null,
        paused_at timestamptz,
        -- Empty if the owner paused it.
        paused_because text not null default '',
        moved_from text,
        moved_at timestamptz,
        -- When there is work to do: fetch the listing again, or pages that were left over.
        due_at timestamptz not null,
        list_at timestamptz not null,
        -- Not requested before this time, even on demand (Retry-After).
        not_before timestamptz not null default '-infinity',
        interval_ms bigint not null,
        errors integer not null default 0,
        error text not null default '',
        tried_at timestamptz,
        succeeded_at timestamptz,
        -- When the last new article came.
        renewed_at timestamptz,
        lease_token uuid,
        lease_until timestamptz
      );
      create index sources_due on sources (due_at) where paused_at is null;
      create index sources_category on sources (category_key);

      -- The validators of the listing and of the sitemaps that it names, verbatim: servers compare them as strings.
      create table source_documents (
        source_id integer not null references sources (id) on delete cascade,
        address text not null,
        etag text,
        last_modified text,
        fetched_at timestamptz not null,
        primary key (source_id, address)
      );

      -- The queries of a search feed: each has an address, and so a listing, of its own.
      create table source_searches (
        source_id integer not null references sources (id) on delete cascade,
        words text not null,
        searched_at timestamptz not null,
        primary key (source_id, words)
      );

      create table source_items (
        source_id integer not null references sources (id) on delete cascade,
        -- Of the guid, or else the address.
        item_key text not null,
        address text,
        title text not null,
        published_at timestamptz,
        updated_at timestamptz,
        -- Of the listed entry: if it differs, the article was corrected.
        fingerprint text not null,
        state text not null default 'pending' check (state in ('pending', 'kept', 'refused')),
        reason text not null default '',
        article_id integer references articles (id) on delete set null,
        tries integer not null default 0,
        retry_at timestamptz not null default '-infinity',
        primary key (source_id, item_key)
      );
      create index source_items_pending on source_items (source_id, published_at desc) where state = 'pending';
      create index source_items_article on source_items (article_id);

      create table article_addresses (
        address_key text primary key,
        address text not null,
        article_id integer references articles (id) on delete cascade,
        refused text,
        etag text,
        last_modified text,
        fetched_at timestamptz,
        fetches integer not null default 0,
        lease_until timestamptz
      );
      create index article_addresses_article on article_addresses (article_id);

      -- To find copies: a text is compared only with those that share one of its smallest shingles.
      create table article_sketches (
        article_id integer primary key references articles (id) on delete cascade,
        site text not null,
        words integer not null,
        shingles integer[] not null
      );
      -- Without a GIN pending list, which every look-up would have to scan.
      create index article_sketches_shingles on article_sketches using gin (shingles) with (fastupdate = off);

      -- On how many pages of a source each paragraph appears, by site: one that appears on most is boilerplate.
      create table source_sites (
        source_id integer not null references sources (id) on delete cascade,
        site text not null,
        pages integer not null,
        primary key (source_id, site)
      );
      create table source_paragraphs (
        source_id integer not null references sources (id) on delete cascade,
        site text not null,
        paragraph text not null,
        seen_in integer not null,
        -- Whether the texts saved before it was recognised have been corrected.
        is_cut boolean not null default false,
        primary key (source_id, site, paragraph)
      );

      create table source_days (
        source_id integer not null references sources (id) on delete cascade,
        day date not null,
        added integer not null default 0,
        changed integer not null default 0,
        known integer not null default 0,
        refused integer not null default 0,
        primary key (source_id, day)
      );
    `,
  },
  {
    name: 'sources-2',
    sql: `
      -- A search whose host was busy was given a due time, and has been due ever since.
      update sources set list_at = '9999-12-31T00:00:00Z' where kind = 'search';
    `,
  },
  {
    name: 'sources-3',
    sql: `
      -- The sitemaps that an index listed when it was last read, newest first: an unchanged one is not sent again.
      alter table source_documents add column sitemaps jsonb not null default '[]';
      -- Unknown for those read before, so they are fetched again.
      update source_documents set etag = null, last_modified = null
      from sources where sources.id = source_id and kind = 'sitemap';
    `,
  },
  {
    name: 'sources-4',
    sql: `
      -- The canonical addresses that pages declared. Some are wrong, so one counts only if the texts are similar.
      create table article_claims (
        address_key text not null,
        article_id integer not null references articles (id) on delete cascade,
        primary key (address_key, article_id)
      );
      create index article_claims_article on article_claims (article_id);
    `,
  },
  {
    name: 'sources-5',
    sql: `
      -- When a page was refused, since the latest are shown with their reasons. Unknown for earlier ones.
      alter table source_items add column refused_at timestamptz not null default '-infinity';
      create index source_items_refused on source_items (source_id, refused_at desc)
        where state <> 'kept' and reason <> '' and article_id is null;
    `,
  },
  {
    name: 'sources-6',
    sql: `
      -- Transient refusals were recorded as permanent, so a source added later would not have fetched these pages.
      update article_addresses set refused = null where refused in (
        'is an error page', 'is a check that keeps programs out', 'asks for a login', 'asks for consent to cookies',
        'took too long to read', 'could not be read', 'was not read: the service is stopping'
      );
    `,
  },
  {
    name: 'sources-7',
    // As `addressKey` makes them now. Addresses with parameters, which SQL can't put in order, keep their keys.
    sql: String.raw`
      -- Keys of addresses with escapes in lower case were different from those of the same addresses in upper case.
      -- Not a temporary table, which the role may not be allowed to create.
      create table changed_keys as
      select distinct on (key) former_key, key
      from (
        select former_key,
          translate(left(encode(sha256(convert_to(host || chr(10) || path, 'UTF8')), 'base64'), 24), '+/', '-_') as key
        from (
          select former_key, substring(address from '^https?://(?:www\.)?([^/]+)') as host, (
            select string_agg(coalesce(upper(part[1]), part[2]), '' order by place)
            from regexp_matches(
              rtrim(substring(address from '^https?://[^/]+(/.*)$'), '/'), '(%[0-9A-Fa-f]{2})|([^%]+|%)', 'g'
            ) with ordinality as parts (part, place)
          ) as path
          from (
            select address_key as former_key, address from article_addresses
            union select substr(item_key, 3), address from source_items where item_key like 'a:%'
            union select address_key, address from sources where kind in ('feed', 'sitemap', 'page')
          ) as known
          where address ~ '%([a-f][0-9A-Fa-f]|[0-9A-F][a-f])' and address !~ '[?]'
        ) as parts
      ) as keys
      where key <> former_key
      order by key, former_key;

      update article_addresses as kept set article_id = former.article_id
      from changed_keys join article_addresses as former on former.address_key = former_key
      where kept.address_key = key and kept.article_id is null;
      update article_addresses set address_key = key from changed_keys
      where address_key = former_key
        and not exists (select from article_addresses as other where other.address_key = key);
      update article_claims set address_key = key from changed_keys
      where address_key = former_key and not exists (
        select from article_claims as other
        where other.address_key = key and other.article_id = article_claims.article_id
      );
      update articles set source_key = 'web:' || key from changed_keys
      where source_key = 'web:' || former_key
        and not exists (select from articles as other where other.source_key = 'web:' || key);
      update source_items set item_key = 'a:' || key from changed_keys
      where item_key = 'a:' || former_key and not exists (
        select from source_items as other
        where other.source_id = source_items.source_id and other.item_key = 'a:' || key
      );
      update sources set address_key = key from changed_keys
      where address_key = former_key
        and not exists (select from sources as other where other.address_key = key);
      drop table changed_keys;
    `,
  },
  {
    name: 'sources-8',
    // The `toCategoryKey` of tokenizer.ts, for keys that were saved without the vowel signs of Hindi and others.
    sql: ['articles', 'sources']
      .map(
        (table) => String.raw`
          update ${table} set category_key = normalize(
            btrim(regexp_replace(lower(regexp_replace(
              normalize(category, NFKD),
              '[\u0300-\u036F\u0591-\u05BD\u05BF\u05C1\u05C2\u05C4\u05C5\u05C7\u064B-\u065F\u0670\u1AB0-\u1AFF\u1DC0-\u1DFF\u20D0-\u20FF\uFE00-\uFE0F]', '', 'g'
            )), '\s+', ' ', 'g')),
            NFC
          )
          where normalize(category, NFKD)
            ~ '[\u0700-\u074F\u0780-\u07BF\u0900-\u109F\u1700-\u1AAF\u1B00-\u1CFF\u3099\u309A\uA800-\uABFF]';
        `,
      )
      .join(''),
  },
  {
    name: 'sources-9',
    // An article has the category of each source that lists it; until now, it had that of the first alone.
    sql: `
      create table article_categories (
        article_id integer not null references articles (id) on delete cascade,
        category_key text not null,
        -- The date of the article, for the index.
        published_at timestamptz not null,
        -- In this order the entries of a category lie together: one after another is looked up in half of the time.
        primary key (category_key, article_id)
      );
      insert into article_categories (article_id, category_key, published_at)
      select id, category_key, published_at from articles where category_key <> ''
      union
      select articles.id, sources.category_key, articles.published_at
      from sources join source_items on source_id = sources.id join articles on articles.id = article_id
      where sources.category_key <> '';
      create index article_categories_article on article_categories (article_id);
      create index article_categories_newest on article_categories (category_key, published_at desc, article_id desc);
      -- With it goes the index of the newest of a category.
      alter table articles drop column category_key;
      analyze article_categories;
    `,
  },
  {
    name: 'sources-10',
    sql: `
      -- How often the text that a feed lists was saved for an item: the more often, the longer it rests.
      alter table source_items add column text_saves integer not null default 0;
    `,
  },
]
