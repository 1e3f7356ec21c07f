import { findBrowser } from './browser.mjs'
import { buildIfNeeded } from './build.mjs'
import { runTypeScript } from './typescript.mjs'

/** Takes the screenshots of the README; with a folder, of every screen at every width, or of those named after it. */
export async function run(args) {
  await buildIfNeeded()
  await runTypeScript('e2e/screenshots.ts', args, { CHROMIUM_PATH: await findBrowser() })
}
