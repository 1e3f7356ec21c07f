import { buildIfNeeded } from './build.mjs'
import { runService } from './service.mjs'

/** Runs desk and service on one address, in this process, so that signals reach the service. */
export async function run(args) {
  await buildIfNeeded()
  await runService(['--desk', 'dist/desk', ...args])
}
