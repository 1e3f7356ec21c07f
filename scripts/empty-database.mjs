import { existsSync, renameSync, statSync, writeFileSync } from 'node:fs'

const image = 'src/service/database/empty-database.tar.gz'
const madeFrom = ['node_modules/@electric-sql/pglite/package.json', 'src/service/database/pglite-options.mjs']

/**
 * Makes an image of an empty database (as after `initdb`), once. Unpacking it takes a fifth of the time of creating a
 * database, on the embedded service's first start and in each test with its own database.
 */
export async function makeEmptyDatabase() {
  const isCurrent =
    existsSync(image) && madeFrom.every((file) => statSync(file).mtimeMs < statSync(image).mtimeMs)
  if (isCurrent) return image
  const { PGlite } = await import('@electric-sql/pglite')
  const { pgliteOptions } = await import('../src/service/database/pglite-options.mjs')
  const database = new PGlite(pgliteOptions)
  await database.waitReady
  const file = await database.dumpDataDir('gzip')
  await database.close()
  // Written atomically: another process may be about to read it.
  writeFileSync(`${image}.${process.pid}`, new Uint8Array(await file.arrayBuffer()))
  renameSync(`${image}.${process.pid}`, image)
  return image
}

/** Global setup of the tests, run once for all of them. */
export default async function setup() {
  await makeEmptyDatabase()
}
