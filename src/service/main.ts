import { readConfiguration } from './commands/configuration.ts'
import { errorMessage } from './commands/error-message.ts'
import { usage } from './commands/usage.ts'

const args = process.argv.slice(2)

try {
  if (args.includes('--help') || args.includes('-h')) process.stdout.write(`${usage}\n`)
  else {
    const configuration = readConfiguration(process.env, process.stdout.isTTY)
    if (args[0] && !args[0].startsWith('-')) {
      process.stdout.on('error', (error: NodeJS.ErrnoException) => {
        // The reader of the output may leave, as `head` does; the command is still completed.
        if (error.code !== 'EPIPE') throw error
      })
      const { runAnywhere } = await import('./commands/commands.ts')
      await runAnywhere(args, configuration, (line) => process.stdout.write(`${line}\n`))
    } else {
      const { serve } = await import('./commands/serve.ts')
      await serve(args, configuration)
    }
  }
} catch (error) {
  process.stderr.write(`${errorMessage(error)}\n`)
  process.exitCode = 1
}
