import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { copyFileSync, existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { makeEmptyDatabase } from './empty-database.mjs'

const stampFile = 'dist/.built-from'
const quiet = '--quiet'
const sources = [
  'index.html',
  'package-lock.json',
  'public',
  'scripts',
  'src',
  'vite.config.ts',
  'vite.service.config.ts',
]

export async function run(args) {
  // A development NODE_ENV would ship React's development build.
  process.env.NODE_ENV = 'production'
  const { build } = await import('vite')
  const logLevel = args.includes(quiet) ? 'warn' : 'info'
  await build({ configFile: 'vite.config.ts', logLevel })
  await build({ configFile: 'vite.service.config.ts', logLevel })
  copyFileSync(await makeEmptyDatabase(), 'dist/service/empty-database.tar.gz')
  writeFileSync(stampFile, hashSources())
}

/** Builds the desk and the service if their sources have changed since the last build. */
export async function buildIfNeeded() {
  if (isBuilt()) return

  console.log('Building the desk and the service ...')
  // In a child process: otherwise the service would keep the build's memory.
  const { status } = spawnSync(process.execPath, ['scripts/boot.mjs', 'build', quiet], { stdio: 'inherit' })
  if (status !== 0) process.exit(status ?? 1)
}

export const isBuilt = () => existsSync(stampFile) && readFileSync(stampFile, 'utf8') === hashSources()

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
