// The thread of the embedded database: receives and sends bytes of the PostgreSQL protocol.
import { copyFileSync, existsSync, mkdirSync, openAsBlob, readdirSync } from 'node:fs'
import { readdir, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { parentPort, workerData } from 'node:worker_threads'
import { PGlite } from '@electric-sql/pglite'
import { pgliteOptions } from './pglite-options.mjs'

/** `images`: the files of empty databases, the best first; beside each, as `.tar`, an archive. They only save time. */
const { path, images } = workerData
if (path && !existsSync(join(path, 'PG_VERSION'))) await makeDatabase()
const database = new PGlite({ ...pgliteOptions, ...(path ? { dataDir: path } : await inMemory()) })

async function inMemory() {
  const archive = images.map((image) => `${image}.tar`).find((file) => existsSync(file))
  return {
    // Its files are in memory, too. Clearing as many buffers as usual would take a fifth of its start.
    postgresqlconf: [...pgliteOptions.postgresqlconf, 'shared_buffers=4MB'],
    ...(archive && { loadDataDir: await openAsBlob(archive) }),
  }
}

/** Made in a temporary folder and renamed once complete, so that a process that dies midway leaves nothing broken. */
async function makeDatabase() {
  const folder = dirname(path)
  for (const name of await readdir(folder))
    if (name.startsWith('pgdata.new')) await rm(join(folder, name), { recursive: true, force: true })
  const unfinished = `${path}.new`
  const image = images.find((folder) => existsSync(folder))
  if (image) copyFolder(image, unfinished)
  else {
    const fresh = new PGlite({ ...pgliteOptions, dataDir: unfinished })
    await fresh.waitReady
    await fresh.close()
  }
  await rename(unfinished, path)
}

/** `cp` takes twice as long for a thousand small files: for each it looks at all folders above it once more. */
function copyFolder(from, to) {
  mkdirSync(to)
  for (const entry of readdirSync(from, { withFileTypes: true })) {
    const copy = entry.isDirectory() ? copyFolder : copyFileSync
    copy(join(from, entry.name), join(to, entry.name))
  }
}

let work = database.waitReady.catch((cause) => {
  if (!path) throw cause
  // Which says no more than that it aborted.
  const message =
    `Its files in ${path} can’t be used. Do they belong to another user, or is the disk full? ` +
    'If not, they are damaged, as after a power cut: put back a copy.'
  throw Object.assign(new Error(message, { cause }), { name: 'UnreadableDataError' })
})
/** The session of the driver's latest connection, and the one whose query is being executed. */
let latest = 0
let current = 0
parentPort.on('message', (message) => {
  if (message !== 'close') latest = message.session
  work = work.then(async () => {
    if (message === 'close') {
      await database.close()
      process.exit(0)
    }
    // The driver has given up that connection, and nobody would read the response.
    if (message.session !== latest) return
    // A reconnecting driver means that its session broke: what that left open must not leak into the next.
    if (message.session !== current) {
      current = message.session
      await database.exec('rollback')
      await database.exec('discard all')
    }
    // The variant without "Stream" would also parse every response, needlessly, and never release the rows.
    await database.execProtocolRawStream(message.bytes, { onRawData: collect })
    post()
  })
})

/** Responses are sent in large pieces, since a message between threads costs the same at any size. */
const outgoing = new Uint8Array(256 * 1024)
let length = 0

/** @param bytes a view of the database's memory, which it overwrites next */
function collect(bytes) {
  if (length + bytes.length > outgoing.length) post()
  if (bytes.length > outgoing.length)
    return parentPort.postMessage({ session: current, bytes: bytes.slice() })
  outgoing.set(bytes, length)
  length += bytes.length
}

function post() {
  if (length === 0) return
  const bytes = outgoing.slice(0, length)
  parentPort.postMessage({ session: current, bytes }, [bytes.buffer])
  length = 0
}
