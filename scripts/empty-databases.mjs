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

const folder = 'src/service/database'
const bare = `${folder}/empty-database`
const madeFrom = [
  'node_modules/@electric-sql/pglite/package.json',
  'scripts/empty-databases.mjs',
  'src/service/database/migrations.ts',
  'src/service/database/pglite-options.mjs',
]

/**
 * Makes the files of empty databases, once: of one as after `initdb`, and of one with the tables of all migrations.
 * Copying them takes a fraction of the time of creating a database, on the embedded service's first start. Databases in
 * memory, which tests use, start from an archive of them; those of the tests of migrations, from the one without tables.
 *
 * @param to a folder that gets a copy of the files of the one with tables
 */
export async function makeEmptyDatabases(to) {
  const { imageName, migrate } = await load(`${folder}/migrations.ts`)
  const { migrations } = await load('src/service/migrations.ts')
  const name = imageName(migrations)
  const image = `${folder}/${name}`
  if (!isMade(bare) || madeFrom.some((file) => statSync(file).mtimeMs >= statSync(`${bare}.tar`).mtimeMs)) {
    removeImages()
    await make(bare)
  }
  if (!isMade(image)) {
    removeImages()
    await make(image, async (database) => {
      const query = async (text, values) =>
        values ? await database.query(text, values) : (await database.exec(text)).at(-1)
      await migrate({ transaction: (work) => work({ query }) }, migrations)
      // Each database makes its own when it is first opened.
      await database.exec('truncate service_identity')
      await database.exec('vacuum')
    })
  }
  if (to) cpSync(image, path.join(to, name), { recursive: true })
}

async function load(file) {
  const { runnerImport } = await import('vite')
  return (await runnerImport(`./${file}`)).module
}

const isMade = (image) => existsSync(image) && existsSync(`${image}.tar`)

/** Those of other migrations, which are not used again. */
function removeImages() {
  for (const name of readdirSync(folder))
    if (/^empty-database-[0-9a-f]{16}(\.tar)?$/.test(name)) rmSync(`${folder}/${name}`, { recursive: true })
}

async function make(image, fill) {
  const { PGlite } = await import('@electric-sql/pglite')
  const { pgliteOptions } = await import('../src/service/database/pglite-options.mjs')
  const open = async (dataDir) => {
    const database = new PGlite({ ...pgliteOptions, dataDir })
    await database.waitReady
    return database
  }
  const unfinished = mkdtempSync(`${bare}-`)
  if (fill) cpSync(bare, unfinished, { recursive: true })
  const filled = await open(unfinished)
  await fill?.(filled)
  await filled.close()
  const toArchive = mkdtempSync(`${bare}-`)
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
    rmSync(image, { recursive: true, force: true })
    renameSync(unfinished, image)
  } catch {
    rmSync(unfinished, { recursive: true })
  }
  writeFileSync(`${image}.tar.${process.pid}`, new Uint8Array(await file.arrayBuffer()))
  renameSync(`${image}.tar.${process.pid}`, `${image}.tar`)
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
