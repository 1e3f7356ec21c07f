// Options of the embedded database, for its thread and for making its empty image.
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm'
import { unaccent } from '@electric-sql/pglite/contrib/unaccent'

export const pgliteOptions = {
  extensions: { pg_trgm, unaccent },
  // The defaults are for a dedicated server; these keep the whole service under 400 MB.
  postgresqlconf: [
    'shared_buffers=32MB',
    'max_wal_size=128MB',
    'min_wal_size=32MB',
    "timezone='UTC'",
    "default_text_search_config='pg_catalog.english'",
  ],
}
