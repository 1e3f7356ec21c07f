import { findBrowser } from './browser.mjs'
import { buildIfNeeded } from './build.mjs'
import { runTypeScript } from './typescript.mjs'

/** Makes the pictures of the README anew. */
export async function run(args) {
  await buildIfNeeded()
  await runTypeScript('e2e/screenshots.ts', args, { CHROMIUM_PATH: await findBrowser() })
}
