import { existsSync, renameSync, statSync, writeFileSync } from 'node:fs'

const image = 'src/service/database/empty-database.tar.gz'
const madeFrom = ['node_modules/@electric-sql/pglite/package.json', 'src/service/database/pglite-options.mjs']

/**
 * Makes an image of a database as `initdb` leaves it, once: to unpack it takes a fifth of the time that the embedded
 * service's first start, and each test with a database of its own, would take to make one.
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
  // Whole or not at all: another process may be about to read it.
  writeFileSync(`${image}.${process.pid}`, new Uint8Array(await file.arrayBuffer()))
  renameSync(`${image}.${process.pid}`, image)
  return image
}

/** Before tests, in one process for all of them. */
export default async function setup() {
  await makeEmptyDatabase()
}
