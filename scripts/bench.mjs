import { findBrowser } from './browser.mjs'
import { buildIfNeeded } from './build.mjs'
import { runTypeScript } from './typescript.mjs'

/** Measures and prints times, sizes and budgets; `npm run bench -- open-job` prints one group. */
export async function run(args) {
  await buildIfNeeded()
  await runTypeScript('bench/main.ts', args, { CHROMIUM_PATH: await findBrowser() })
}
