import { findBrowser } from './browser.mjs'
import { buildIfNeeded } from './build.mjs'
import { runTypeScript } from './typescript.mjs'

/**
 * Takes the README's screenshots; given a folder, those of every screen at every width, or of the screens named after
 * it.
 */
export async function run(args) {
  await buildIfNeeded()
  await runTypeScript('e2e/screenshots.ts', args, { CHROMIUM_PATH: await findBrowser() })
}
