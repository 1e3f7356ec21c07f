import { mkdtempSync, rmSync } from 'node:fs'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import react from '@vitejs/plugin-react'
import { build, type Plugin, type UserConfig } from 'vite'

const entry = 'src/desk/app/first-page.tsx'
const place = '<!-- first page -->'

/**
 * Draws the sign-in page into the document of a build, so that it can be read and typed into before the script is there.
 *
 * @param css as for the desk itself: the names of its classes come of it
 */
export function firstPage({ css }: { css: UserConfig['css'] }): Plugin {
  return {
    name: 'first-page',
    apply: 'build',
    transformIndexHtml: async (html) => {
      if (!html.includes(place)) throw new Error(`The document has no ${place}`)
      return html.replace(place, await render(css))
    },
  }
}

async function render(css: UserConfig['css']): Promise<string> {
  // Below the project, or the packages it imports would not be found.
  const outDir = mkdtempSync(path.resolve('node_modules/.first-page-'))
  try {
    await build({
      configFile: false,
      publicDir: false,
      logLevel: 'warn',
      plugins: [react()],
      css,
      build: { ssr: entry, outDir, rolldownOptions: { output: { entryFileNames: 'first-page.mjs' } } },
    })
    const built = (await import(pathToFileURL(path.join(outDir, 'first-page.mjs')).href)) as {
      renderFirstPage: () => string
    }
    return built.renderFirstPage()
  } finally {
    rmSync(outDir, { recursive: true, force: true })
  }
}
