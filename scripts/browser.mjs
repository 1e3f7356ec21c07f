import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import path from 'node:path'

const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'chrome']
const macApp = '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome'

/**
 * A full Chromium for the end-to-end tests and the bench: the one named by CHROMIUM_PATH, Playwright's own, or one on
 * the path; if there is none, installs one. The headless shell won't do: it hides the browser's own log-in dialog,
 * which is tested too.
 */
export async function findBrowser() {
  const found = process.env.CHROMIUM_PATH || (await findInstalled())
  if (found) return found
  install()
  const installed = await findInstalled()
  if (!installed) throw new Error('There is no Chromium here. Install one, or name it in CHROMIUM_PATH.')
  return installed
}

const findInstalled = async () => (await playwrightsOwn()) ?? onPath()

async function playwrightsOwn() {
  const { chromium } = await import('@playwright/test')
  const own = chromium.executablePath()
  return own && existsSync(own) ? own : undefined
}

function onPath() {
  const folders = (process.env.PATH ?? '').split(path.delimiter)
  const suffix = process.platform === 'win32' ? '.exe' : ''
  const places = folders.flatMap((folder) => names.map((name) => path.join(folder, name + suffix)))
  return [...places, macApp].find((place) => existsSync(place))
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
    spawnSync('apt-get', ['install', '-y', '-qq', 'chromium'], options)
  }
}
