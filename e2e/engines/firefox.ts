import { spawn } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { WebSocket } from 'undici'
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

export const firefoxProgram = programOnPath('firefox', 'firefox-esr')

/** Firefox through WebDriver BiDi, which it supports without a driver program. */
export async function startFirefox({ folder }: DriverOptions): Promise<Driver> {
  const profile = path.join(folder, 'profile')
  mkdirSync(profile)
  mkdirSync(downloadsIn(folder))
  writeFileSync(path.join(profile, 'user.js'), preferences(folder))
  const { width, height } = windowSize
  const child = spawn(
    firefoxProgram ?? 'firefox',
    ['--headless', '--no-remote', '--profile', profile, '--remote-debugging-port', '0', 'about:blank'],
    {
      detached: true,
      env: {
        ...process.env,
        HOME: folder,
        MOZ_HEADLESS_WIDTH: String(width),
        MOZ_HEADLESS_HEIGHT: String(height),
      },
    },
  )
  try {
    const address = await printedBy(child, /WebDriver BiDi listening on (ws:\/\/\S+)/)
    const call = await connect(`${address}/session`)
    await call('session.new', {
      capabilities: { alwaysMatch: { unhandledPromptBehavior: { default: 'accept' } } },
    })
    const { contexts } = await call('browsingContext.getTree', {})
    const context = contexts[0].context
    await call('browsingContext.setViewport', { context, viewport: windowSize })
    return {
      open: async (url) => void (await call('browsingContext.navigate', { context, url, wait: 'complete' })),
      reload: async () => void (await call('browsingContext.reload', { context, wait: 'complete' })),
      back: async () => void (await call('browsingContext.traverseHistory', { context, delta: -1 })),
      async run(inPage, ...args) {
        const { result, exceptionDetails } = await call('script.callFunction', {
          functionDeclaration: scriptOf(inPage),
          arguments: [{ type: 'string', value: JSON.stringify(args) }],
          target: { context },
          awaitPromise: true,
          userActivation: false,
        })
        if (exceptionDetails) throw new Error(exceptionDetails.text)
        return JSON.parse(result.value)
      },
      perform: async (actions) => void (await call('input.performActions', { context, actions })),
      async upload(selector, file) {
        const { nodes } = await call('browsingContext.locateNodes', {
          context,
          locator: { type: 'css', value: selector },
        })
        const { sharedId } = nodes[0]
        await call('input.setFiles', { context, element: { sharedId }, files: [file] })
      },
      close: () => endGroup(child),
    }
  } catch (error) {
    await endGroup(child)
    throw error
  }
}

/** The remote agent itself already turns off everything that would connect to the network. */
const preferences = (folder: string): string =>
  Object.entries({
    'browser.download.folderList': 2,
    'browser.download.dir': downloadsIn(folder),
    'browser.download.always_ask_before_handling_new_types': false,
    'browser.download.alwaysOpenPanel': false,
    'layout.css.prefers-color-scheme.content-override': 1,
    'network.connectivity-service.enabled': false,
    'browser.region.network.url': '',
    'app.normandy.enabled': false,
    'services.settings.server': 'data:,',
  })
    .map(([name, value]) => `user_pref(${JSON.stringify(name)}, ${JSON.stringify(value)});\n`)
    .join('')

// oxlint-disable-next-line typescript/no-explicit-any -- replies differ with each method; a wrong one fails the test
type Call = (method: string, params: object) => Promise<any>

async function connect(address: string): Promise<Call> {
  const socket = new WebSocket(address)
  await new Promise((resolve, reject) => {
    socket.addEventListener('open', resolve, { once: true })
    socket.addEventListener('error', () => reject(new Error('Firefox refused the connection.')), {
      once: true,
    })
  })
  const waiting = new Map<number, (reply: { result?: object; error?: string; message?: string }) => void>()
  socket.addEventListener('message', ({ data }) => {
    const reply = JSON.parse(String(data))
    waiting.get(reply.id)?.(reply)
    waiting.delete(reply.id)
  })
  socket.addEventListener('close', () => {
    for (const reply of waiting.values()) reply({ error: 'closed', message: 'Firefox ended.' })
  })
  let count = 0
  return (method, params) =>
    new Promise((resolve, reject) => {
      const id = (count += 1)
      waiting.set(id, ({ result, error, message }) =>
        error ? reject(new Error(`${method}: ${message}`)) : resolve(result),
      )
      socket.send(JSON.stringify({ id, method, params }))
    })
}
