import { buildIfNeeded } from './build.mjs'
import { runService } from './service.mjs'

/** Desk and service on one address. In the same process, so that signals reach the service itself. */
export async function run(args) {
  await buildIfNeeded()
  await runService(['--desk', 'dist/desk', ...args])
}
