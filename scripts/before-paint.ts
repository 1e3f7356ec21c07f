import type { Plugin } from 'vite'
import { bundleClassicScript } from './classic-script.ts'

const entry = 'src/desk/before-paint.ts'
const name = 'before-paint.js'

/**
 * Builds the script that the page waits for before its first paint, and tells it the address of the worker. As every
 * other script, it gets a name with a hash: a browser doesn't ask again for such a file on a reload.
 */
export function beforePaint(): Plugin {
  return {
    name: 'before-paint',
    apply: 'build',
    async buildStart() {
      this.emitFile({ type: 'asset', name, source: await bundleClassicScript(entry, name) })
    },
    transformIndexHtml: {
      order: 'post',
      handler(html, { bundle = {} }) {
        const assets = Object.values(bundle).filter((file) => file.type === 'asset')
        const script = assets.find(({ names }) => names.includes(name))
        const worker = assets.find(({ fileName }) => /\/main-[\w-]+\.js$/.test(fileName))
        const source = `src="/${entry}"`
        if (!script || !worker || !html.includes(source)) throw new Error(`The document has no ${entry}`)
        return html.replace(source, `src="/${script.fileName}" data-worker="/${worker.fileName}"`)
      },
    },
  }
}
