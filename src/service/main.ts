import { isCommand, runAnywhere, usage } from './commands/commands.ts'
import { readConfiguration } from './commands/configuration.ts'
import { serve } from './commands/serve.ts'

const args = process.argv.slice(2)

try {
  if (args.includes('--help') || args.includes('-h')) process.stdout.write(`${usage}\n`)
  else {
    const configuration = readConfiguration(process.env, process.stdout.isTTY)
    if (isCommand(args[0]))
      await runAnywhere(args, configuration, (line) => process.stdout.write(`${line}\n`))
    else await serve(args, configuration)
  }
} catch (error) {
  process.stderr.write(`${explain(error as NodeJS.ErrnoException)}\n`)
  process.exitCode = 1
}

/** In words where there are words for it; the stack is for what nobody foresaw. */
function explain(error: NodeJS.ErrnoException): string {
  const words = ['UsageError', 'AccountError', 'DirectoryInUseError']
  if (error.code === 'EADDRINUSE') return 'This port is taken. Choose another with --port, or leave it out.'
  if (error.code === 'ENOENT') return `There is no ${error.path}.`
  if (error.code === 'EACCES') return `This is not permitted: ${error.message}`
  if (error.code?.startsWith('ERR_PARSE_ARGS')) return `${error.message}\n\n${usage}`
  return words.includes(error.name) ? error.message : (error.stack ?? error.message)
}
