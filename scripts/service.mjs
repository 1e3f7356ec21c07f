import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { buildIfNeeded } from './build.mjs'

/** The service's command line: `npm run service -- --help` lists the commands. */
export async function run(args) {
  await buildIfNeeded()
  await runService(args)
}

export async function runService(args) {
  const main = path.resolve('dist/service/main.js')
  process.argv = [process.execPath, main, ...args]
  await import(pathToFileURL(main).href)
}
