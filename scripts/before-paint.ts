import type { Plugin } from 'vite'
import { bundleClassicScript } from './classic-script.ts'

const entry = 'src/desk/before-paint.ts'
const name = 'before-paint.js'

/**
 * Builds the script that the page waits for before its first paint. As every other script, it gets a name with a hash:
 * a browser doesn't ask again for such a file on a reload.
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
        const file = Object.values(bundle).find((it) => it.type === 'asset' && it.names.includes(name))
        if (!file || !html.includes(`/${entry}`)) throw new Error(`The document has no ${entry}`)
        return html.replace(`/${entry}`, `/${file.fileName}`)
      },
    },
  }
}
