CREATE SCHEMA pgboss;
CREATE EXTENSION IF NOT EXISTS pg_trgm WITH SCHEMA public;
CREATE EXTENSION IF NOT EXISTS unaccent WITH SCHEMA public;
CREATE TYPE pgboss.job_state AS ENUM (
    'created',
    'retry',
    'active',
    'completed',
    'cancelled',
    'failed'
);
CREATE AGGREGATE public.tsquery_all(tsquery) (
    SFUNC = tsquery_and,
    STYPE = tsquery
);
CREATE AGGREGATE public.tsquery_any(tsquery) (
    SFUNC = tsquery_or,
    STYPE = tsquery
);
CREATE TEXT SEARCH DICTIONARY public.article_english (
    TEMPLATE = pg_catalog.snowball,
    language = 'english' );
CREATE TEXT SEARCH DICTIONARY public.article_russian (
    TEMPLATE = pg_catalog.snowball,
    language = 'russian' );
CREATE TEXT SEARCH CONFIGURATION public.article_words (
    PARSER = pg_catalog."default" );
ALTER TEXT SEARCH CONFIGURATION public.article_words
    ADD MAPPING FOR asciiword WITH public.article_english;
ALTER TEXT SEARCH CONFIGURATION public.article_words
    ADD MAPPING FOR word WITH public.article_russian;
ALTER TEXT SEARCH CONFIGURATION public.article_words
    ADD MAPPING FOR numword WITH simple;
ALTER TEXT SEARCH CONFIGURATION public.article_words
    ADD MAPPING FOR email WITH simple;
ALTER TEXT SEARCH CONFIGURATION public.article_words
    ADD MAPPING FOR url WITH simple;
ALTER TEXT SEARCH CONFIGURATION public.article_words
    ADD MAPPING FOR host WITH simple;
ALTER TEXT SEARCH CONFIGURATION public.article_words
    ADD MAPPING FOR sfloat WITH simple;
ALTER TEXT SEARCH CONFIGURATION public.article_words
    ADD MAPPING FOR version WITH simple;
ALTER TEXT SEARCH CONFIGURATION public.article_words
    ADD MAPPING FOR hword_numpart WITH simple;
ALTER TEXT SEARCH CONFIGURATION public.article_words
    ADD MAPPING FOR hword_part WITH public.article_russian;
ALTER TEXT SEARCH CONFIGURATION public.article_words
    ADD MAPPING FOR hword_asciipart WITH public.article_english;
ALTER TEXT SEARCH CONFIGURATION public.article_words
    ADD MAPPING FOR numhword WITH simple;
ALTER TEXT SEARCH CONFIGURATION public.article_words
    ADD MAPPING FOR asciihword WITH public.article_english;
ALTER TEXT SEARCH CONFIGURATION public.article_words
    ADD MAPPING FOR hword WITH public.article_russian;
ALTER TEXT SEARCH CONFIGURATION public.article_words
    ADD MAPPING FOR url_path WITH simple;
ALTER TEXT SEARCH CONFIGURATION public.article_words
    ADD MAPPING FOR file WITH simple;
ALTER TEXT SEARCH CONFIGURATION public.article_words
    ADD MAPPING FOR "float" WITH simple;
ALTER TEXT SEARCH CONFIGURATION public.article_words
    ADD MAPPING FOR "int" WITH simple;
ALTER TEXT SEARCH CONFIGURATION public.article_words
    ADD MAPPING FOR uint WITH simple;
CREATE TABLE pgboss.archive (
    id uuid NOT NULL,
    name text NOT NULL,
    priority integer NOT NULL,
    data jsonb,
    state pgboss.job_state NOT NULL,
    retry_limit integer NOT NULL,
    retry_count integer NOT NULL,
    retry_delay integer NOT NULL,
    retry_backoff boolean NOT NULL,
    start_after timestamp with time zone NOT NULL,
    started_on timestamp with time zone,
    singleton_key text,
    singleton_on timestamp without time zone,
    expire_in interval NOT NULL,
    created_on timestamp with time zone NOT NULL,
    completed_on timestamp with time zone,
    keep_until timestamp with time zone NOT NULL,
    output jsonb,
    dead_letter text,
    policy text,
    archived_on timestamp with time zone DEFAULT now() NOT NULL
);
CREATE TABLE pgboss.job (
    id uuid DEFAULT gen_random_uuid() NOT NULL,
    name text NOT NULL,
    priority integer DEFAULT 0 NOT NULL,
    data jsonb,
    state pgboss.job_state DEFAULT 'created'::pgboss.job_state NOT NULL,
    retry_limit integer DEFAULT 2 NOT NULL,
    retry_count integer DEFAULT 0 NOT NULL,
    retry_delay integer DEFAULT 0 NOT NULL,
    retry_backoff boolean DEFAULT false NOT NULL,
    start_after timestamp with time zone DEFAULT now() NOT NULL,
    started_on timestamp with time zone,
    singleton_key text,
    singleton_on timestamp without time zone,
    expire_in interval DEFAULT '00:15:00'::interval NOT NULL,
    created_on timestamp with time zone DEFAULT now() NOT NULL,
    completed_on timestamp with time zone,
    keep_until timestamp with time zone DEFAULT (now() + '14 days'::interval) NOT NULL,
    output jsonb,
    dead_letter text,
    policy text
)
PARTITION BY LIST (name);
CREATE TABLE pgboss.jd1d21ac1f26a1ef027d44bea65c9b1f9a636146f0cea042f1f6a6cbc (
    id uuid DEFAULT gen_random_uuid() NOT NULL,
    name text NOT NULL,
    priority integer DEFAULT 0 NOT NULL,
    data jsonb,
    state pgboss.job_state DEFAULT 'created'::pgboss.job_state NOT NULL,
    retry_limit integer DEFAULT 2 NOT NULL,
    retry_count integer DEFAULT 0 NOT NULL,
    retry_delay integer DEFAULT 0 NOT NULL,
    retry_backoff boolean DEFAULT false NOT NULL,
    start_after timestamp with time zone DEFAULT now() NOT NULL,
    started_on timestamp with time zone,
    singleton_key text,
    singleton_on timestamp without time zone,
    expire_in interval DEFAULT '00:15:00'::interval NOT NULL,
    created_on timestamp with time zone DEFAULT now() NOT NULL,
    completed_on timestamp with time zone,
    keep_until timestamp with time zone DEFAULT (now() + '14 days'::interval) NOT NULL,
    output jsonb,
    dead_letter text,
    policy text,
    CONSTRAINT cjc CHECK ((name = 'collect-articles'::text))
);
CREATE TABLE pgboss.queue (
    name text NOT NULL,
    policy text,
    retry_limit integer,
    retry_delay integer,
    retry_backoff boolean,
    expire_seconds integer,
    retention_minutes integer,
    dead_letter text,
    partition_name text,
    created_on timestamp with time zone DEFAULT now() NOT NULL,
    updated_on timestamp with time zone DEFAULT now() NOT NULL
);
CREATE TABLE pgboss.schedule (
    name text NOT NULL,
    cron text NOT NULL,
    timezone text,
    data jsonb,
    options jsonb,
    created_on timestamp with time zone DEFAULT now() NOT NULL,
    updated_on timestamp with time zone DEFAULT now() NOT NULL
);
CREATE TABLE pgboss.subscription (
    event text NOT NULL,
    name text NOT NULL,
    created_on timestamp with time zone DEFAULT now() NOT NULL,
    updated_on timestamp with time zone DEFAULT now() NOT NULL
);
CREATE TABLE pgboss.version (
    version integer NOT NULL,
    maintained_on timestamp with time zone,
    cron_on timestamp with time zone,
    monitored_on timestamp with time zone
);
CREATE TABLE public.accounts (
    id bigint NOT NULL,
    email text NOT NULL,
    key_salt bytea,
    key_hash bytea NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    key_changed_at timestamp with time zone DEFAULT now() NOT NULL
);
ALTER TABLE public.accounts ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.accounts_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.applied_migrations (
    name text NOT NULL,
    applied_at timestamp with time zone DEFAULT now() NOT NULL
);
CREATE SEQUENCE public.article_version_ids
    AS integer
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;
CREATE TABLE public.article_versions (
    id integer NOT NULL,
    article_id integer NOT NULL,
    title text NOT NULL,
    text text NOT NULL,
    body_length integer NOT NULL,
    saved_at timestamp with time zone DEFAULT now() NOT NULL
)
WITH (toast_tuple_target='8160');
ALTER TABLE ONLY public.article_versions ALTER COLUMN text SET STORAGE EXTERNAL;
CREATE TABLE public.articles (
    id integer NOT NULL,
    source_key text NOT NULL,
    version_id integer NOT NULL,
    content_hash text NOT NULL,
    category text NOT NULL,
    category_key text NOT NULL,
    published_at timestamp with time zone NOT NULL,
    words tsvector NOT NULL
);
ALTER TABLE public.articles ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.articles_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.collections (
    name text NOT NULL,
    content_hash text NOT NULL,
    imported_at timestamp with time zone DEFAULT now() NOT NULL
);
CREATE TABLE public.jobs (
    id integer NOT NULL,
    account_id bigint NOT NULL,
    state text DEFAULT 'queued'::text NOT NULL,
    version uuid DEFAULT gen_random_uuid() NOT NULL,
    keywords text[] NOT NULL,
    category text NOT NULL,
    article_count integer NOT NULL,
    remove_signature boolean NOT NULL,
    ids_to_skip bytea NOT NULL,
    task_id uuid NOT NULL,
    attempts integer DEFAULT 0 NOT NULL,
    article_version_ids integer[] DEFAULT '{}'::integer[] NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    ended_at timestamp with time zone,
    CONSTRAINT jobs_article_count_check CHECK (((article_count >= 1) AND (article_count <= 10000))),
    CONSTRAINT jobs_state_check CHECK ((state = ANY (ARRAY['queued'::text, 'running'::text, 'success'::text, 'failure'::text])))
);
ALTER TABLE public.jobs ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.jobs_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.settings_tokens (
    token_hash bytea NOT NULL,
    kind text NOT NULL,
    account_id bigint NOT NULL,
    expires_at timestamp with time zone NOT NULL,
    CONSTRAINT settings_tokens_kind_check CHECK ((kind = ANY (ARRAY['link'::text, 'session'::text])))
);
ALTER TABLE ONLY pgboss.job ATTACH PARTITION pgboss.jd1d21ac1f26a1ef027d44bea65c9b1f9a636146f0cea042f1f6a6cbc FOR VALUES IN ('collect-articles');
INSERT INTO pgboss.jd1d21ac1f26a1ef027d44bea65c9b1f9a636146f0cea042f1f6a6cbc VALUES ('e86671ca-7f99-4db9-be1f-36486ccae6b3', 'collect-articles', 0, '{"jobId": 5}', 'active', 2, 0, 0, false, '2026-11-22 05:39:07.177435+00', '2026-11-22 05:39:07.188065+00', NULL, NULL, '01:00:00', '2026-11-22 05:39:07.177435+00', NULL, '2026-12-06 05:39:07.177435+00', NULL, NULL, 'standard');
INSERT INTO pgboss.jd1d21ac1f26a1ef027d44bea65c9b1f9a636146f0cea042f1f6a6cbc VALUES ('85e85af1-2783-4d6b-b1b1-f41fec654d93', 'collect-articles', 0, '{"jobId": 6}', 'created', 2, 0, 0, false, '2026-11-22 05:39:07.252863+00', NULL, NULL, NULL, '01:00:00', '2026-11-22 05:39:07.252863+00', NULL, '2026-12-06 05:39:07.252863+00', NULL, NULL, 'standard');
INSERT INTO pgboss.queue VALUES ('collect-articles', 'standard', NULL, NULL, NULL, NULL, NULL, NULL, 'jd1d21ac1f26a1ef027d44bea65c9b1f9a636146f0cea042f1f6a6cbc', '2026-11-22 05:39:06.874425+00', '2026-11-22 05:39:06.874425+00');
INSERT INTO pgboss.version VALUES (24, NULL, NULL, NULL);
INSERT INTO public.accounts OVERRIDING SYSTEM VALUE VALUES (1, 'one@example.org', NULL, '\x', '2026-11-22 05:39:06.815696+00', '2026-11-22 05:39:06.815696+00');
INSERT INTO public.accounts OVERRIDING SYSTEM VALUE VALUES (2, 'two@example.org', NULL, '\x', '2026-11-22 05:39:06.815696+00', '2026-11-22 05:39:06.815696+00');
INSERT INTO public.applied_migrations VALUES ('accounts-1', '2026-11-22 05:39:06.737963+00');
INSERT INTO public.applied_migrations VALUES ('articles-1', '2026-11-22 05:39:06.737963+00');
INSERT INTO public.applied_migrations VALUES ('jobs-1', '2026-11-22 05:39:06.737963+00');
INSERT INTO public.article_versions VALUES (1, 1, 'The bakery by the canal', 'The oven is lit at two.

The loaves come out at five.

By Jane Doe', 53, '2026-11-22 05:39:06.817052+00');
INSERT INTO public.article_versions VALUES (2, 2, 'Flour', 'A mill by the canal still grinds flour for three bakeries.', 58, '2026-11-22 05:39:06.817052+00');
INSERT INTO public.article_versions VALUES (3, 3, 'The tram', 'The first tram leaves at four and brings the bakers.', 52, '2026-11-22 05:39:06.817052+00');
INSERT INTO public.article_versions VALUES (4, 4, 'Note 1', 'A short note, number 1, about bread.', 36, '2026-11-22 05:39:06.817052+00');
INSERT INTO public.article_versions VALUES (5, 5, 'Note 2', 'A short note, number 2, about bread.', 36, '2026-11-22 05:39:06.817052+00');
INSERT INTO public.article_versions VALUES (6, 6, 'Note 3', 'A short note, number 3, about bread.', 36, '2026-11-22 05:39:06.817052+00');
INSERT INTO public.article_versions VALUES (7, 7, 'Note 4', 'A short note, number 4, about bread.', 36, '2026-11-22 05:39:06.817052+00');
INSERT INTO public.article_versions VALUES (8, 8, 'Note 5', 'A short note, number 5, about bread.', 36, '2026-11-22 05:39:06.817052+00');
INSERT INTO public.article_versions VALUES (9, 9, 'Note 6', 'A short note, number 6, about bread.', 36, '2026-11-22 05:39:06.817052+00');
INSERT INTO public.article_versions VALUES (10, 10, 'Note 7', 'A short note, number 7, about bread.', 36, '2026-11-22 05:39:06.817052+00');
INSERT INTO public.article_versions VALUES (11, 11, 'Note 8', 'A short note, number 8, about bread.', 36, '2026-11-22 05:39:06.817052+00');
INSERT INTO public.article_versions VALUES (12, 12, 'Note 9', 'A short note, number 9, about bread.', 36, '2026-11-22 05:39:06.817052+00');
INSERT INTO public.article_versions VALUES (13, 13, 'Note 10', 'A short note, number 10, about bread.', 37, '2026-11-22 05:39:06.817052+00');
INSERT INTO public.article_versions VALUES (14, 14, 'Note 11', 'A short note, number 11, about bread.', 37, '2026-11-22 05:39:06.817052+00');
INSERT INTO public.article_versions VALUES (15, 15, 'Note 12', 'A short note, number 12, about bread.', 37, '2026-11-22 05:39:06.817052+00');
INSERT INTO public.article_versions VALUES (16, 1, 'The bakery by the canal', 'The bakery has closed.', 22, '2026-11-22 05:39:07.139434+00');
INSERT INTO public.articles OVERRIDING SYSTEM VALUE VALUES (2, 'test:2', 2, '98333ab8a9d62d47e739723a615b65df013da15f11a9c685f1926da96947da6e', 'Food', 'food', '2024-01-02 00:00:00+00', '''a'':2 ''bakeri'':12 ''by'':4 ''canal'':6 ''flour'':1A,9 ''for'':10 ''grind'':8 ''mill'':3 ''still'':7 ''the'':5 ''three'':11');
INSERT INTO public.articles OVERRIDING SYSTEM VALUE VALUES (3, 'test:3', 3, 'a867fdce4a62113065432e63109ca2783c82bd518eefff738afdd0a370798c64', 'Transport', 'transport', '2024-01-03 00:00:00+00', '''and'':9 ''at'':7 ''baker'':12 ''bring'':10 ''first'':4 ''four'':8 ''leav'':6 ''the'':1A,3,11 ''tram'':2A,5');
INSERT INTO public.articles OVERRIDING SYSTEM VALUE VALUES (4, 'test:4', 4, '07c920a8533d4e33705c56a294388afad489ab65fdf5c7bd88ad40116779aa8b', 'Food', 'food', '2024-01-04 00:00:00+00', '''1'':2A,7 ''a'':3 ''about'':8 ''bread'':9 ''note'':1A,5 ''number'':6 ''short'':4');
INSERT INTO public.articles OVERRIDING SYSTEM VALUE VALUES (5, 'test:5', 5, 'f62d2484ada51a9d15c6edd89c998ff0e2620e0ba75a3f6f51d623e39e48979e', 'Food', 'food', '2024-01-05 00:00:00+00', '''2'':2A,7 ''a'':3 ''about'':8 ''bread'':9 ''note'':1A,5 ''number'':6 ''short'':4');
INSERT INTO public.articles OVERRIDING SYSTEM VALUE VALUES (6, 'test:6', 6, '2a5fcc358eaa934aec9c3c1bf944bf59824ec04a69067104695698050d2dc19f', 'Food', 'food', '2024-01-06 00:00:00+00', '''3'':2A,7 ''a'':3 ''about'':8 ''bread'':9 ''note'':1A,5 ''number'':6 ''short'':4');
INSERT INTO public.articles OVERRIDING SYSTEM VALUE VALUES (7, 'test:7', 7, '41fe4607e0195566dd18c193da67512d1f91a04df74b5943f988de6f2f3951a7', 'Food', 'food', '2024-01-07 00:00:00+00', '''4'':2A,7 ''a'':3 ''about'':8 ''bread'':9 ''note'':1A,5 ''number'':6 ''short'':4');
INSERT INTO public.articles OVERRIDING SYSTEM VALUE VALUES (8, 'test:8', 8, '50f786af82109a183634a2eaa11e965fcbc2311862bd83720937452899eeb956', 'Food', 'food', '2024-01-08 00:00:00+00', '''5'':2A,7 ''a'':3 ''about'':8 ''bread'':9 ''note'':1A,5 ''number'':6 ''short'':4');
INSERT INTO public.articles OVERRIDING SYSTEM VALUE VALUES (9, 'test:9', 9, 'a7fd08ac203ec9b8d0c684787a25f526bacfb8e0199fe67f246a086a891b6bd1', 'Food', 'food', '2024-01-09 00:00:00+00', '''6'':2A,7 ''a'':3 ''about'':8 ''bread'':9 ''note'':1A,5 ''number'':6 ''short'':4');
INSERT INTO public.articles OVERRIDING SYSTEM VALUE VALUES (10, 'test:10', 10, '292b5d0163ae5f94e627066a25ef5ac6b6baa5a3e13808f7d0958a372bf4858b', 'Food', 'food', '2024-01-10 00:00:00+00', '''7'':2A,7 ''a'':3 ''about'':8 ''bread'':9 ''note'':1A,5 ''number'':6 ''short'':4');
INSERT INTO public.articles OVERRIDING SYSTEM VALUE VALUES (11, 'test:11', 11, 'b44e069d7671858bb8fc2b27710f5eb344fff31edec0972143a8ba638c8eb4c6', 'Food', 'food', '2024-01-11 00:00:00+00', '''8'':2A,7 ''a'':3 ''about'':8 ''bread'':9 ''note'':1A,5 ''number'':6 ''short'':4');
INSERT INTO public.articles OVERRIDING SYSTEM VALUE VALUES (12, 'test:12', 12, '1ab23965668421b3ddac85471ec934db91df051c0dd6b1829d787b1ad19ae83f', 'Food', 'food', '2024-01-12 00:00:00+00', '''9'':2A,7 ''a'':3 ''about'':8 ''bread'':9 ''note'':1A,5 ''number'':6 ''short'':4');
INSERT INTO public.articles OVERRIDING SYSTEM VALUE VALUES (13, 'test:13', 13, '6df0382d7eba61259523af1abafb5a62f37632749e1750e500acfe7afd4b99e3', 'Food', 'food', '2024-01-13 00:00:00+00', '''10'':2A,7 ''a'':3 ''about'':8 ''bread'':9 ''note'':1A,5 ''number'':6 ''short'':4');
INSERT INTO public.articles OVERRIDING SYSTEM VALUE VALUES (14, 'test:14', 14, '17504bacafc605e9267b411c49fedb0ad1d0f4d0417c427dffaf7f59b2cfd123', 'Food', 'food', '2024-01-14 00:00:00+00', '''11'':2A,7 ''a'':3 ''about'':8 ''bread'':9 ''note'':1A,5 ''number'':6 ''short'':4');
INSERT INTO public.articles OVERRIDING SYSTEM VALUE VALUES (15, 'test:15', 15, '52f9d3c3cde4eb6e93e77414a29da64170c3d10354797cd64ebe97cb0159137c', 'Food', 'food', '2024-01-15 00:00:00+00', '''12'':2A,7 ''a'':3 ''about'':8 ''bread'':9 ''note'':1A,5 ''number'':6 ''short'':4');
INSERT INTO public.articles OVERRIDING SYSTEM VALUE VALUES (1, 'test:1', 16, '174b05b7e6ced8e22bc558d521adb4f589e06f62225b619e6c812805b2b774e7', 'Food', 'food', '2024-01-01 00:00:00+00', '''bakeri'':2A,7 ''by'':3A ''canal'':5A ''close'':9 ''has'':8 ''the'':1A,4A,6');
INSERT INTO public.jobs OVERRIDING SYSTEM VALUE VALUES (1, 1, 'success', 'f8ae12b1-8e8d-463a-82c6-cfa1247cc994', '{loaves}', '', 10, true, '\x', '7f03ffdc-3c8d-4c54-89f2-5b0d85ab3444', 1, '{1}', '2026-11-22 05:39:06.945811+00', '2026-11-22 05:39:06.989834+00');
INSERT INTO public.jobs OVERRIDING SYSTEM VALUE VALUES (2, 1, 'success', '4b7ba567-5094-4689-abf1-f6845c6c394e', '{canal}', 'food', 5, false, '\x', 'cb3af44a-6ac0-42f3-8d97-64427d31c071', 1, '{1,2}', '2026-11-22 05:39:06.979233+00', '2026-11-22 05:39:07.02179+00');
INSERT INTO public.jobs OVERRIDING SYSTEM VALUE VALUES (3, 2, 'success', '3cc14810-f3d6-4d7a-ab03-590bfe0cca69', '{}', '', 100, false, '\x', '90ce3f94-0a84-4980-917a-1b9f5b133e7b', 1, '{15,14,13,12,11,10,9,8,7,6,5,4}', '2026-11-22 05:39:07.005763+00', '2026-11-22 05:39:07.042121+00');
INSERT INTO public.jobs OVERRIDING SYSTEM VALUE VALUES (4, 1, 'failure', '1c1e8db3-24c0-4f27-bda7-ceeb8e83efb1', '{}', '', 10, false, '\x', '1f231404-97a0-4ecb-b563-80a9e16e6b40', 2, '{}', '2026-11-22 05:39:07.086797+00', '2026-11-22 05:39:07.125985+00');
INSERT INTO public.jobs OVERRIDING SYSTEM VALUE VALUES (5, 1, 'running', '42f04f7e-6b32-4db1-8532-bb21fe12e337', '{tram}', '', 10, false, '\x', 'e86671ca-7f99-4db9-be1f-36486ccae6b3', 1, '{}', '2026-11-22 05:39:07.177435+00', NULL);
INSERT INTO public.jobs OVERRIDING SYSTEM VALUE VALUES (6, 2, 'queued', '34be784b-60fb-4e6a-8f1f-8de2f117401c', '{bread}', '', 3, false, '\x0f0000000e000000', '85e85af1-2783-4d6b-b1b1-f41fec654d93', 0, '{}', '2026-11-22 05:39:07.252863+00', NULL);
SELECT pg_catalog.setval('public.accounts_id_seq', 2, true);
SELECT pg_catalog.setval('public.article_version_ids', 16, true);
SELECT pg_catalog.setval('public.articles_id_seq', 16, true);
SELECT pg_catalog.setval('public.jobs_id_seq', 6, true);
ALTER TABLE ONLY pgboss.archive
    ADD CONSTRAINT archive_pkey PRIMARY KEY (name, id);
ALTER TABLE ONLY pgboss.job
    ADD CONSTRAINT job_pkey PRIMARY KEY (name, id);
ALTER TABLE ONLY pgboss.jd1d21ac1f26a1ef027d44bea65c9b1f9a636146f0cea042f1f6a6cbc
    ADD CONSTRAINT jd1d21ac1f26a1ef027d44bea65c9b1f9a636146f0cea042f1f6a6cbc_pkey PRIMARY KEY (name, id);
ALTER TABLE ONLY pgboss.queue
    ADD CONSTRAINT queue_pkey PRIMARY KEY (name);
ALTER TABLE ONLY pgboss.schedule
    ADD CONSTRAINT schedule_pkey PRIMARY KEY (name);
ALTER TABLE ONLY pgboss.subscription
    ADD CONSTRAINT subscription_pkey PRIMARY KEY (event, name);
ALTER TABLE ONLY pgboss.version
    ADD CONSTRAINT version_pkey PRIMARY KEY (version);
ALTER TABLE ONLY public.accounts
    ADD CONSTRAINT accounts_email_key UNIQUE (email);
ALTER TABLE ONLY public.accounts
    ADD CONSTRAINT accounts_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.applied_migrations
    ADD CONSTRAINT applied_migrations_pkey PRIMARY KEY (name);
ALTER TABLE ONLY public.article_versions
    ADD CONSTRAINT article_versions_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.articles
    ADD CONSTRAINT articles_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.articles
    ADD CONSTRAINT articles_source_key_key UNIQUE (source_key);
ALTER TABLE ONLY public.collections
    ADD CONSTRAINT collections_pkey PRIMARY KEY (name);
ALTER TABLE ONLY public.jobs
    ADD CONSTRAINT jobs_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.settings_tokens
    ADD CONSTRAINT settings_tokens_pkey PRIMARY KEY (token_hash);
CREATE INDEX archive_i1 ON pgboss.archive USING btree (archived_on);
CREATE UNIQUE INDEX jd1d21ac1f26a1ef027d44bea65c9b1f9a636146f0cea042f1f6a6cbc_i1 ON pgboss.jd1d21ac1f26a1ef027d44bea65c9b1f9a636146f0cea042f1f6a6cbc USING btree (name, COALESCE(singleton_key, ''::text)) WHERE ((state = 'created'::pgboss.job_state) AND (policy = 'short'::text));
CREATE UNIQUE INDEX jd1d21ac1f26a1ef027d44bea65c9b1f9a636146f0cea042f1f6a6cbc_i2 ON pgboss.jd1d21ac1f26a1ef027d44bea65c9b1f9a636146f0cea042f1f6a6cbc USING btree (name, COALESCE(singleton_key, ''::text)) WHERE ((state = 'active'::pgboss.job_state) AND (policy = 'singleton'::text));
CREATE UNIQUE INDEX jd1d21ac1f26a1ef027d44bea65c9b1f9a636146f0cea042f1f6a6cbc_i3 ON pgboss.jd1d21ac1f26a1ef027d44bea65c9b1f9a636146f0cea042f1f6a6cbc USING btree (name, state, COALESCE(singleton_key, ''::text)) WHERE ((state <= 'active'::pgboss.job_state) AND (policy = 'stately'::text));
CREATE UNIQUE INDEX jd1d21ac1f26a1ef027d44bea65c9b1f9a636146f0cea042f1f6a6cbc_i4 ON pgboss.jd1d21ac1f26a1ef027d44bea65c9b1f9a636146f0cea042f1f6a6cbc USING btree (name, singleton_on, COALESCE(singleton_key, ''::text)) WHERE ((state <> 'cancelled'::pgboss.job_state) AND (singleton_on IS NOT NULL));
CREATE INDEX jd1d21ac1f26a1ef027d44bea65c9b1f9a636146f0cea042f1f6a6cbc_i5 ON pgboss.jd1d21ac1f26a1ef027d44bea65c9b1f9a636146f0cea042f1f6a6cbc USING btree (name, start_after) INCLUDE (priority, created_on, id) WHERE (state < 'active'::pgboss.job_state);
CREATE INDEX article_versions_article ON public.article_versions USING btree (article_id);
CREATE INDEX articles_newest ON public.articles USING btree (published_at DESC, id DESC);
CREATE INDEX articles_newest_of_category ON public.articles USING btree (category_key, published_at DESC, id DESC);
CREATE INDEX articles_words ON public.articles USING gin (words) WITH (gin_pending_list_limit='65536');
CREATE INDEX jobs_account ON public.jobs USING btree (account_id);
CREATE INDEX jobs_unfinished ON public.jobs USING btree (id) WHERE (state = ANY (ARRAY['queued'::text, 'running'::text]));
CREATE INDEX settings_tokens_account ON public.settings_tokens USING btree (account_id);
ALTER INDEX pgboss.job_pkey ATTACH PARTITION pgboss.jd1d21ac1f26a1ef027d44bea65c9b1f9a636146f0cea042f1f6a6cbc_pkey;
ALTER TABLE ONLY pgboss.jd1d21ac1f26a1ef027d44bea65c9b1f9a636146f0cea042f1f6a6cbc
    ADD CONSTRAINT dlq_fkey FOREIGN KEY (dead_letter) REFERENCES pgboss.queue(name) ON DELETE RESTRICT DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY pgboss.jd1d21ac1f26a1ef027d44bea65c9b1f9a636146f0cea042f1f6a6cbc
    ADD CONSTRAINT q_fkey FOREIGN KEY (name) REFERENCES pgboss.queue(name) ON DELETE RESTRICT DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY pgboss.queue
    ADD CONSTRAINT queue_dead_letter_fkey FOREIGN KEY (dead_letter) REFERENCES pgboss.queue(name);
ALTER TABLE ONLY pgboss.schedule
    ADD CONSTRAINT schedule_name_fkey FOREIGN KEY (name) REFERENCES pgboss.queue(name) ON DELETE CASCADE;
ALTER TABLE ONLY pgboss.subscription
    ADD CONSTRAINT subscription_name_fkey FOREIGN KEY (name) REFERENCES pgboss.queue(name) ON DELETE CASCADE;
ALTER TABLE ONLY public.article_versions
    ADD CONSTRAINT article_versions_article_id_fkey FOREIGN KEY (article_id) REFERENCES public.articles(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.jobs
    ADD CONSTRAINT jobs_account_id_fkey FOREIGN KEY (account_id) REFERENCES public.accounts(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.settings_tokens
    ADD CONSTRAINT settings_tokens_account_id_fkey FOREIGN KEY (account_id) REFERENCES public.accounts(id) ON DELETE CASCADE;
