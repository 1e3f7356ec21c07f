// The single entry point of `npm start`, `npm test` and the rest. Uses only Node's own modules until the dependencies
// are installed, so that a fresh clone needs no second command.
import { fileURLToPath } from 'node:url'
import { installIfNeeded } from './install.mjs'

const commands = ['start', 'dev', 'build', 'service', 'test', 'bench', 'trust', 'screenshots']

const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
// The versions that the dependencies need, the same as `engines` in package.json.
if (major < 20 || major === 21 || (major === 20 && minor < 19) || (major === 22 && minor < 13)) {
  console.error(
    `Article Desk needs Node 20 (20.19 or later) or 22.13 and newer; this is ${process.versions.node}.`,
  )
  process.exit(1)
}

const [command = '', ...args] = process.argv.slice(2)
if (!commands.includes(command)) {
  console.error(`Usage: npm run ${commands.join(' | ')}`)
  process.exit(1)
}

// Paths in a command are relative to where it was typed; npm has set INIT_CWD to that.
process.env.INIT_CWD ??= process.cwd()
process.chdir(fileURLToPath(new URL('..', import.meta.url)))
installIfNeeded()
const { run } = await import(`./${command}.mjs`)
await run(args)
