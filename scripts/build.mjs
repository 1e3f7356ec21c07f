import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { makeEmptyDatabases } from './empty-databases.mjs'
import { runNpm } from './install.mjs'

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
  // Done before the build: files changed during it, and an interrupted build, are built again.
  const builtFrom = hashSources()
  rmSync(stampFile, { force: true })
  const logLevel = args.includes(quiet) ? 'warn' : 'info'
  await build({ configFile: 'vite.config.ts', logLevel })
  await build({ configFile: 'vite.service.config.ts', logLevel })
  await makeEmptyDatabases('dist/service')
  listPackages()
  writeFileSync(stampFile, builtFrom)
}

/**
 * The packages that the programs are built from and with, with versions, digests and licenses: an SBOM in CycloneDX.
 * Tools are marked as such in it: with `--omit=dev`, npm also omits React and whatever else a tool needs too.
 */
function listPackages() {
  // `--include=dev`, since npm takes NODE_ENV for a wish to leave the tools out.
  const { status, stdout } = runNpm(['sbom', '--sbom-format=cyclonedx', '--include=dev'], {
    encoding: 'utf8',
  })
  if (status === 0) writeFileSync('dist/sbom.cdx.json', stdout)
  else console.error('npm could not list the packages: dist/sbom.cdx.json is missing. Nothing else needs it.')
}

/** Builds the desk and the service if their sources have changed since the last build. */
export async function buildIfNeeded() {
  if (isBuilt()) return

  // To standard error, like its warnings: a command's own output may be read by a program.
  console.error('Building the desk and the service ...')
  // In a child process: otherwise the service would keep the build's memory.
  const stdio = ['inherit', process.stderr.fd, 'inherit']
  const { status } = spawnSync(process.execPath, ['scripts/boot.mjs', 'build', quiet], { stdio })
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
    .filter((name) => !/\.test\.tsx?$|^empty-database(\.tar|-|$)/.test(name))
    .flatMap((name) => filesBelow(path.join(place, name)))
}
