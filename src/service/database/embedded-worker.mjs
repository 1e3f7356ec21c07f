// The thread of the embedded database: bytes of the PostgreSQL protocol in, bytes of the answer out.
import { parentPort, workerData } from 'node:worker_threads'
import { PGlite } from '@electric-sql/pglite'
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm'
import { unaccent } from '@electric-sql/pglite/contrib/unaccent'

const database = new PGlite({
  ...(workerData.path && { dataDir: workerData.path }),
  extensions: { pg_trgm, unaccent },
  // The defaults are meant for a server of its own: these keep the whole service under 400 MB.
  postgresqlconf: [
    'shared_buffers=32MB',
    'max_wal_size=128MB',
    'min_wal_size=32MB',
    "timezone='UTC'",
    "default_text_search_config='pg_catalog.english'",
  ],
})

let work = database.waitReady
parentPort.on('message', (message) => {
  work = work.then(async () => {
    if (message === 'close') {
      await database.close()
      process.exit(0)
    }
    // A driver that reconnects means a session that broke: what it left open must not leak into the next.
    if (message[0] === 0) {
      await database.exec('rollback')
      await database.exec('discard all')
    }
    // The call without "Stream" would read every answer itself, for nobody, and keep each row for ever.
    await database.execProtocolRawStream(message, { onRawData: collect })
    post()
  })
})

/** Much of an answer goes at once, since a message between threads costs the same whatever its size. */
const outgoing = new Uint8Array(256 * 1024)
let length = 0

/** @param bytes lie in the memory of the database, which writes over them next */
function collect(bytes) {
  if (length + bytes.length > outgoing.length) post()
  if (bytes.length > outgoing.length) return parentPort.postMessage(bytes.slice())
  outgoing.set(bytes, length)
  length += bytes.length
}

function post() {
  if (length === 0) return
  const answer = outgoing.slice(0, length)
  parentPort.postMessage(answer, [answer.buffer])
  length = 0
}
