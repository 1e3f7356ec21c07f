import { mkdtempSync, rmSync } from 'node:fs'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import react from '@vitejs/plugin-react'
import { build, type Plugin, type UserConfig } from 'vite'

const entry = 'src/desk/app/prerender-sign-in.tsx'
const marker = '<!-- sign-in form -->'

/**
 * Prerenders the sign-in page into the built document, so that it can be read and typed into before the script loads.
 *
 * @param css the desk's own options: they determine the class names
 */
export function prerenderSignIn({ css }: { css: UserConfig['css'] }): Plugin {
  return {
    name: 'prerender-sign-in',
    apply: 'build',
    transformIndexHtml: async (html) => {
      if (!html.includes(marker)) throw new Error(`The document has no ${marker}`)
      return html.replace(marker, await render(css))
    },
  }
}

async function render(css: UserConfig['css']): Promise<string> {
  // Inside the project, so that the packages it imports are found.
  const outDir = mkdtempSync(path.resolve('node_modules/.prerender-'))
  try {
    await build({
      configFile: false,
      publicDir: false,
      logLevel: 'warn',
      plugins: [react()],
      css,
      build: { ssr: entry, outDir, rolldownOptions: { output: { entryFileNames: 'prerender.mjs' } } },
    })
    const built = (await import(pathToFileURL(path.join(outDir, 'prerender.mjs')).href)) as {
      renderSignIn: () => string
    }
    return built.renderSignIn()
  } finally {
    rmSync(outDir, { recursive: true, force: true })
  }
}
