// The single entry point of `npm start`, `npm test` and the rest. Uses only Node's own modules until the dependencies
// are installed, so that a fresh clone needs no second command.
import { fileURLToPath } from 'node:url'
import { installIfNeeded } from './install.mjs'

const oldestNode = [20, 19]
const commands = ['start', 'dev', 'build', 'service', 'test', 'bench', 'trust', 'screenshots']

const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
if (major < oldestNode[0] || (major === oldestNode[0] && minor < oldestNode[1])) {
  console.error(`Article Desk needs Node ${oldestNode.join('.')} or newer; this is ${process.versions.node}.`)
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
