import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import type { Plugin } from 'vite'
import { bundleClassicScript } from './classic-script.ts'

const entry = 'src/desk/offline/service-worker.ts'
const fileName = 'sw.js'

/**
 * Writes the desk's service worker next to its build, with a list of all built files.
 *
 * @param policy the security policy of the desk's page: cached with the page, so a change makes a new version
 */
export function offlineWorker({ policy }: { policy: string }): Plugin {
  let folder = ''
  return {
    name: 'offline-worker',
    apply: 'build',
    configResolved(config) {
      folder = path.resolve(config.root, config.build.outDir)
    },
    // By now the files are written, but not yet compressed.
    writeBundle: { sequential: true, handler: () => writeOfflineWorker(folder, policy) },
  }
}

/** @param folder a finished build of the desk */
export async function writeOfflineWorker(folder: string, policy: string): Promise<void> {
  // Not all browsers support modules in service workers.
  const code = await bundleClassicScript(entry, fileName)
  const files = JSON.stringify(Object.fromEntries(digests(folder)))
  const version = createHash('sha256').update(code).update(files).update(policy).digest('hex').slice(0, 16)
  const head = `const precachedFiles=${files},precacheVersion=${JSON.stringify(version)};\n`
  writeFileSync(path.join(folder, fileName), head + code)
}

function digests(folder: string): [path: string, digest: string][] {
  return (
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && !/^\.|\.(br|gz|map)$/.test(entry.name) && entry.name !== fileName)
      // A rarely chosen font is loaded only when chosen; offline, another takes its place.
      .filter((entry) => !entry.name.startsWith('atkinson-hyperlegible'))
      .map((entry) => path.join(entry.parentPath, entry.name))
      .sort()
      .map((file) => {
        const address = `/${path.relative(folder, file).split(path.sep).join('/')}`
        const digest = createHash('sha256').update(readFileSync(file)).digest('base64')
        return [address === '/index.html' ? '/' : address, `sha256-${digest}`]
      })
  )
}
