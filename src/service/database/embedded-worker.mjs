// The thread of the embedded database: bytes of the PostgreSQL protocol in, bytes of the answer out.
import { execFile } from 'node:child_process'
import { openAsBlob } from 'node:fs'
import { readdir, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { parentPort, workerData } from 'node:worker_threads'
import { PGlite } from '@electric-sql/pglite'
import { pgliteOptions } from './pglite-options.mjs'

const [makeIn, ofImage] = parentPort ? [] : process.argv.slice(2)
const { path, image } = parentPort ? workerData : { image: ofImage }

if (makeIn) {
  const fresh = new PGlite({ ...pgliteOptions, dataDir: makeIn, ...(await imageOption()) })
  await fresh.waitReady
  await fresh.close()
  process.exit()
}
if (path && !(await exists(join(path, 'PG_VERSION')))) await makeDatabase()
const database = new PGlite({
  ...pgliteOptions,
  ...(path ? { dataDir: path } : await imageOption()),
})

/**
 * Beside its place, and moved there once it is whole: a process that dies half-way leaves nothing to stumble over. In a
 * process that takes its memory with it when it ends: two databases would be the most that this one ever holds.
 */
async function makeDatabase() {
  const folder = dirname(path)
  for (const name of await readdir(folder))
    if (name.startsWith('pgdata.new')) await rm(join(folder, name), { recursive: true, force: true })
  // Its own name each time: what was killed may have left a process that still writes.
  const unfinished = `${path}.new-${process.pid}`
  await promisify(execFile)(process.execPath, [fileURLToPath(import.meta.url), unfinished, image])
  await rename(unfinished, path)
}

/** The image only saves time: without it the database is made from nothing. */
async function imageOption() {
  return (await exists(image)) ? { loadDataDir: await openAsBlob(image) } : {}
}

async function exists(file) {
  return (await stat(file).catch(() => undefined)) !== undefined
}

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
