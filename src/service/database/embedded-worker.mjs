// The thread of the embedded database: takes bytes of the PostgreSQL protocol, answers with bytes.
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
 * Creates the database in a temporary folder and renames it once complete, so that a process that dies midway leaves
 * nothing broken. Uses a child process, whose memory is freed when it ends: otherwise this one would peak at two
 * databases.
 */
async function makeDatabase() {
  const folder = dirname(path)
  for (const name of await readdir(folder))
    if (name.startsWith('pgdata.new')) await rm(join(folder, name), { recursive: true, force: true })
  // A unique name: the child of a killed process may still be writing.
  const unfinished = `${path}.new-${process.pid}`
  await promisify(execFile)(process.execPath, [fileURLToPath(import.meta.url), unfinished, image])
  await rename(unfinished, path)
}

/** The image only saves time: without it the database is created from scratch. */
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
    // A reconnecting driver means that its session broke: what that left open must not leak into the next.
    if (message[0] === 0) {
      await database.exec('rollback')
      await database.exec('discard all')
    }
    // The variant without "Stream" would also parse every answer, needlessly, and never release the rows.
    await database.execProtocolRawStream(message, { onRawData: collect })
    post()
  })
})

/** Answers are sent in large pieces, since a message between threads costs the same at any size. */
const outgoing = new Uint8Array(256 * 1024)
let length = 0

/** @param bytes a view of the database's memory, which it overwrites next */
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
