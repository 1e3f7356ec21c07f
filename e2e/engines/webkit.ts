import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort } from '../../src/service/testing/free-port.ts'
import {
  type Driver,
  type DriverOptions,
  downloadsIn,
  endGroup,
  printedBy,
  programOnPath,
  scriptOf,
  windowSize,
} from './driver.ts'

const driverProgram = programOnPath('WebKitWebDriver')
const displayProgram = programOnPath('Xvfb')
const browserProgram = findMiniBrowser()

export const hasWebKit = [driverProgram, displayProgram, browserProgram].every(
  (program) => program !== undefined,
)

/** WebKitGTK's MiniBrowser through WebKitWebDriver, on a display of its own. */
export async function startWebKit({ folder }: DriverOptions): Promise<Driver> {
  mkdirSync(downloadsIn(folder))
  mkdirSync(path.join(folder, '.config'))
  writeFileSync(path.join(folder, '.config/user-dirs.dirs'), 'XDG_DOWNLOAD_DIR="$HOME/downloads"\n')
  const { width, height } = windowSize
  const display = spawn(
    displayProgram ?? 'Xvfb',
    ['-displayfd', '1', '-nolisten', 'tcp', '-screen', '0', `${width + 40}x${height + 140}x24`],
    {
      detached: true,
    },
  )
  const number = await printedBy(display, /(\d+)\s/)
  const port = await freePort()
  const child = spawn(driverProgram ?? 'WebKitWebDriver', [`--port=${port}`], {
    detached: true,
    env: {
      ...process.env,
      HOME: folder,
      DISPLAY: `:${number}`,
      GTK_THEME: 'Adwaita',
      XDG_CONFIG_HOME: path.join(folder, '.config'),
      XDG_DATA_HOME: path.join(folder, 'data'),
      XDG_CACHE_HOME: path.join(folder, 'cache'),
    },
  })
  const close = async () => {
    await endGroup(child)
    await endGroup(display)
  }
  try {
    const call = callsOf(`http://127.0.0.1:${port}`)
    await listening(port)
    const { sessionId } = await call('POST', '/session', {
      capabilities: {
        alwaysMatch: {
          'webkitgtk:browserOptions': { binary: browserProgram, args: ['--automation'] },
        },
      },
    })
    const session = `/session/${sessionId}`
    const ask = (method: string, way: string, body?: object) => call(method, session + way, body)
    await ask('POST', '/timeouts', { script: 600_000, pageLoad: 60_000 })
    await ask('POST', '/window/rect', { x: 0, y: 0, width, height: height + 80 })
    const execute = (script: string, ...args: unknown[]) => ask('POST', '/execute/sync', { script, args })
    let visits = 0
    /** The driver may report that a page is open while the previous one is still there. */
    const leave = async (way: string, body: object) => {
      const visit = (visits += 1)
      await execute('window.visit = arguments[0]', visit)
      await ask('POST', way, body)
      // Fails in the moment between the two pages.
      while (await execute('return window.visit === arguments[0]', visit).catch(() => true)) await sleep(20)
    }
    return {
      open: (url) => leave('/url', { url }),
      reload: () => leave('/refresh', {}),
      back: () => leave('/back', {}),
      async run(inPage, ...args) {
        const script = `const done = arguments[1];
          (${scriptOf(inPage)})(arguments[0]).then((json) => done({ json }), (error) => done({ failed: String(error) }))`
        const { json, failed } = await ask('POST', '/execute/async', { script, args: [JSON.stringify(args)] })
        if (failed) throw new Error(failed)
        return JSON.parse(json)
      },
      perform: async (actions) => void (await ask('POST', '/actions', { actions })),
      async upload(selector, file) {
        const element = await ask('POST', '/element', { using: 'css selector', value: selector })
        await ask('POST', `/element/${String(Object.values(element)[0])}/value`, { text: file })
      },
      async close() {
        await ask('DELETE', '').catch(() => {})
        await close()
      },
    }
  } catch (error) {
    await close()
    throw error
  }
}

// oxlint-disable-next-line typescript/no-explicit-any -- replies differ with each command; a wrong one fails the test
type Call = (method: string, way: string, body?: object) => Promise<any>

const callsOf =
  (address: string): Call =>
  async (method, way, body) => {
    const response = await fetch(address + way, { method, ...(body && { body: JSON.stringify(body) }) })
    const { value } = (await response.json()) as { value: { message?: string } | null }
    if (!response.ok) throw new Error(`${method} ${way}: ${value?.message}`)
    return value
  }

/** Distributions keep the browser outside of the path, in a folder named after the API version. */
function findMiniBrowser(): string | undefined {
  for (const folder of [
    '/usr/lib',
    '/usr/libexec',
    `/usr/lib/${process.arch === 'arm64' ? 'aarch64' : 'x86_64'}-linux-gnu`,
  ]) {
    const versions = existsSync(folder) ? readdirSync(folder).filter((name) => name.startsWith('webkit')) : []
    const found = versions
      .map((name) => path.join(folder, name, 'MiniBrowser'))
      .find((file) => existsSync(file))
    if (found) return found
  }
  return undefined
}

async function listening(port: number): Promise<void> {
  for (;;) {
    const isListening = await fetch(`http://127.0.0.1:${port}/status`).then(
      () => true,
      () => false,
    )
    if (isListening) return
    await sleep(50)
  }
}
