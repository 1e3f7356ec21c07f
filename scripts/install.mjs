import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'

const stampFile = 'node_modules/.installed-for'

/** Installs exactly what the lockfile lists, unless already done. Works offline after the first run. */
export function installIfNeeded() {
  const wanted = createHash('sha256')
    .update(readFileSync('package-lock.json'))
    .update(`${process.platform} ${process.arch}`)
    .digest('hex')
  if (existsSync(stampFile) && readFileSync(stampFile, 'utf8') === wanted) return
  if (isInstalled()) return writeFileSync(stampFile, wanted)

  // To standard error, here and below: a command's own output may be read by a program.
  console.error('Installing dependencies (only the first time, or after an update) ...')
  // `ci` never rewrites the lockfile; the development tools are needed to build, regardless of NODE_ENV.
  const { status } = runNpm(['ci', '--include=dev', '--no-audit', '--no-fund', '--loglevel=error'])
  if (status !== 0) {
    console.error(
      'Installing the dependencies failed; npm says why above. Check the network, then run this again.',
    )
    process.exit(1)
  }
  writeFileSync(stampFile, wanted)
}

/** Whether npm was already run by hand: its own record of what it has installed lists the same packages. */
function isInstalled() {
  try {
    const wanted = packagesOf('package-lock.json')
    const installed = packagesOf('node_modules/.package-lock.json')
    const isThere = ([place, { integrity, optional }]) =>
      place === '' || (place in installed ? installed[place].integrity === integrity : optional)
    // If it was installed on another system, it has that system's optional packages.
    const isOfThisSystem = ({ os, cpu }) =>
      (os ?? [process.platform]).includes(process.platform) && (cpu ?? [process.arch]).includes(process.arch)
    return Object.entries(wanted).every(isThere) && Object.values(installed).every(isOfThisSystem)
  } catch {
    return false
  }
}

const packagesOf = (lockfile) => JSON.parse(readFileSync(lockfile, 'utf8')).packages

/** Runs the npm that started us, or the one on the path; `npm.cmd` on Windows only runs through a shell. */
export function runNpm(args, options = { stdio: ['inherit', process.stderr.fd, 'inherit'] }) {
  const npm = process.env.npm_execpath
  return npm?.endsWith('.js')
    ? spawnSync(process.execPath, [npm, ...args], options)
    : spawnSync('npm', args, { ...options, shell: process.platform === 'win32' })
}
