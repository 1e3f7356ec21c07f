import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import path from 'node:path'

const browserNames = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'chrome']
const macApp = '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome'
const shellNames = ['chromium-headless-shell', 'chrome-headless-shell']

/** Full Chromium: what CHROMIUM_PATH names, Playwright's own, or one on the path. If there is none, installs one. */
export async function findBrowser() {
  const found = process.env.CHROMIUM_PATH || (await findInstalled())
  if (found) return found
  install()
  const installed = await findInstalled()
  if (!installed) throw new Error('There is no Chromium here. Install one, or name it in CHROMIUM_PATH.')
  return installed
}

/**
 * The same engine without windows, which runs the end-to-end tests in three quarters of the time; undefined if none is
 * installed, or if CHROMIUM_PATH names the browser to test.
 */
export async function findHeadlessShell() {
  if (process.env.CHROMIUM_PATH) return undefined
  // Playwright installs both, in folders beside each other: chromium-1255 and chromium_headless_shell-1255.
  const folder = (await playwrightsPath()).replace(/chromium-(\d+).*/, 'chromium_headless_shell-$1')
  const files = existsSync(folder) ? readdirSync(folder, { recursive: true }) : []
  const own = files.find((file) => shellNames.includes(path.parse(file).name))
  return own ? path.join(folder, own) : onPath(shellNames)
}

async function findInstalled() {
  const own = await playwrightsPath()
  return existsSync(own) ? own : (onPath(browserNames) ?? [macApp].find(existsSync))
}

const playwrightsPath = async () => (await import('@playwright/test')).chromium.executablePath()

function onPath(names) {
  const folders = (process.env.PATH ?? '').split(path.delimiter)
  const suffix = process.platform === 'win32' ? '.exe' : ''
  return folders
    .flatMap((folder) => names.map((name) => path.join(folder, name + suffix)))
    .find((place) => existsSync(place))
}

function install() {
  console.log('No Chromium found: installing one for the end-to-end tests ...')
  const cli = path.resolve('node_modules/@playwright/test/cli.js')
  const own = spawnSync(process.execPath, [cli, 'install', 'chromium'], {
    stdio: 'inherit',
    timeout: 180_000,
  })
  if (own.status !== 0 && process.platform === 'linux') {
    console.log("Playwright's browser could not be fetched: trying the distribution's ...")
    const options = {
      stdio: ['ignore', 'ignore', 'inherit'],
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    }
    spawnSync('apt-get', ['update', '-qq'], options)
    for (const name of ['chromium', 'chromium-headless-shell'])
      spawnSync('apt-get', ['install', '-y', '-qq', name], options)
  }
}
