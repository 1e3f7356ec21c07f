import {
  chmodSync,
  cpSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import path from 'node:path'

const folder = 'src/service/database/empty-database'
const archive = `${folder}.tar`
const madeFrom = [
  'node_modules/@electric-sql/pglite/package.json',
  'scripts/empty-database.mjs',
  'src/service/database/pglite-options.mjs',
]

/**
 * Makes the files of an empty database (as after `initdb`), once. Copying them takes a fraction of the time of creating
 * a database, on the embedded service's first start. Databases in memory, which tests use, start from an archive of
 * them.
 *
 * @param to a folder that gets a copy of the files
 */
export async function makeEmptyDatabase(to) {
  const isCurrent =
    existsSync(folder) &&
    existsSync(archive) &&
    madeFrom.every((file) => statSync(file).mtimeMs < statSync(archive).mtimeMs)
  if (!isCurrent) await make()
  if (to) cpSync(folder, to, { recursive: true })
}

async function make() {
  const { PGlite } = await import('@electric-sql/pglite')
  const { pgliteOptions } = await import('../src/service/database/pglite-options.mjs')
  const open = async (dataDir) => {
    const database = new PGlite({ ...pgliteOptions, dataDir })
    await database.waitReady
    return database
  }
  const unfinished = mkdtempSync(`${folder}-`)
  await (await open(unfinished)).close()
  const toArchive = mkdtempSync(`${folder}-`)
  cpSync(unfinished, toArchive, { recursive: true })
  // The folders of template1 and template0: two thirds of the files, and nobody creates a database in memory from them.
  for (const template of ['1', '4']) rmSync(`${toArchive}/base/${template}`, { recursive: true })
  await shortenLog(await open(toArchive), `${toArchive}/pg_wal`)
  const database = await open(toArchive)
  const file = await database.dumpDataDir('none')
  await database.close()
  rmSync(toArchive, { recursive: true })
  letOthersRead(unfinished)
  // Both appear whole, since another process may be about to read them, or may just have made them.
  try {
    rmSync(folder, { recursive: true, force: true })
    renameSync(unfinished, folder)
  } catch {
    rmSync(unfinished, { recursive: true })
  }
  writeFileSync(`${archive}.${process.pid}`, new Uint8Array(await file.arrayBuffer()))
  renameSync(`${archive}.${process.pid}`, archive)
}

/**
 * A segment of the write-ahead log has 16 MB from the start, which was two thirds of the archive. At the start of a new
 * one, what is still unused can be cut off: PostgreSQL makes the file longer again as it writes.
 */
async function shortenLog(database, folder) {
  await database.exec('select pg_switch_wal(); checkpoint')
  await database.close()
  const [current, ...unused] = readdirSync(folder)
    .filter((name) => /^[0-9A-F]{24}$/.test(name))
    .sort()
  truncateSync(`${folder}/${current}`, 64 * 1024)
  for (const segment of unused) rmSync(`${folder}/${segment}`)
}

/** The service may run as another user than the one who built it. As made, only that one can read it, and all can write. */
function letOthersRead(made) {
  chmodSync(made, 0o755)
  for (const entry of readdirSync(made, { withFileTypes: true, recursive: true }))
    chmodSync(path.join(entry.parentPath, entry.name), entry.isDirectory() ? 0o755 : 0o644)
}
