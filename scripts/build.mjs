import { createHash } from 'node:crypto'
import { copyFileSync, existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { makeEmptyDatabase } from './empty-database.mjs'

const stampFile = 'dist/.built-from'
const sources = [
  'index.html',
  'package-lock.json',
  'public',
  'scripts',
  'src',
  'vite.config.ts',
  'vite.service.config.ts',
]

export async function run() {
  await buildIfNeeded({ always: true })
}

/** Builds the desk and the service where their sources have changed since the last build. */
export async function buildIfNeeded({ always = false } = {}) {
  const wanted = hashSources()
  if (!always && existsSync(stampFile) && readFileSync(stampFile, 'utf8') === wanted) return

  console.log('Building the desk and the service ...')
  // A development NODE_ENV would ship React's development build.
  process.env.NODE_ENV = 'production'
  const { build } = await import('vite')
  const logLevel = always ? 'info' : 'warn'
  await build({ configFile: 'vite.config.ts', logLevel })
  await build({ configFile: 'vite.service.config.ts', logLevel })
  copyFileSync(await makeEmptyDatabase(), 'dist/service/empty-database.tar.gz')
  writeFileSync(stampFile, wanted)
}

function hashSources() {
  const hash = createHash('sha256')
  for (const file of sources.flatMap(filesBelow)) hash.update(file).update('\0').update(readFileSync(file))
  return hash.digest('hex')
}

function filesBelow(place) {
  if (!existsSync(place)) return []
  if (!statSync(place).isDirectory()) return [place]
  return readdirSync(place)
    .sort()
    .filter((name) => !/\.test\.tsx?$|\.tar\.gz/.test(name))
    .flatMap((name) => filesBelow(path.join(place, name)))
}
