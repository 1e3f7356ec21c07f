import { readFileSync } from 'node:fs'
import { errorMessage } from './error-message.ts'

/** How long running requests may take to finish. */
export const requestsEndWithinMs = 5_000
/** Less than the ten seconds that process managers wait before they kill. */
const allEndsWithinMs = 9_500

const parent = process.ppid
const npm = npmBehind(parent)
const parentCheckMs = 1_000

/**
 * Shuts the process down cleanly on a signal: running work may finish, within a time limit.
 *
 * @param mustEnd see `Running`; the process then ends with exit code 1, so that a supervisor restarts it
 */
export function shutDownOnSignal(stop: () => Promise<void>, mustEnd?: Promise<Error>): void {
  let isStopping = false
  const end = async (exitCode = 0) => {
    // A second signal means: don't wait.
    if (isStopping) process.exit(1)
    isStopping = true
    setTimeout(() => process.exit(1), allEndsWithinMs).unref()
    await stop().catch((error: unknown) => {
      process.stderr.write(`${errorMessage(error)}\n`)
      exitCode = 1
    })
    process.exit(exitCode)
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => void end())
  void mustEnd?.then((error) => {
    if (isStopping) return
    process.stderr.write(`${errorMessage(error)}\n`)
    void end(1)
  })

  // npm forwards signals, but if it is killed nothing tells us to stop.
  if (process.env['npm_lifecycle_event'] === undefined) return
  const check = setInterval(() => {
    if (process.ppid === parent && (npm === undefined || parentOf(parent) === npm)) return
    clearInterval(check)
    if (!isStopping) void end()
  }, parentCheckMs).unref()
}

/**
 * Ends the parts of a service in turn, each even if one before it could not be ended.
 *
 * @throws the first error, once all have been tried
 */
export async function endInTurn(...parts: readonly (() => Promise<unknown> | undefined)[]): Promise<void> {
  const errors: unknown[] = []
  for (const end of parts) {
    try {
      await end()
    } catch (error) {
      errors.push(error)
    }
  }
  if (errors.length > 0) throw errors[0]
}

/** npm runs a script through a shell. If the shell doesn't exec (as on Debian), it outlives npm as our parent. */
function npmBehind(shell: number): number | undefined {
  const script = process.env['npm_lifecycle_script']
  if (script === undefined || !readProcess(shell, 'cmdline').includes(script)) return undefined
  return parentOf(shell)
}

/** Linux only; undefined elsewhere. */
function parentOf(pid: number): number | undefined {
  // The second field is a program name in brackets, with any characters.
  const [, parentId] = readProcess(pid, 'stat').split(') ').at(-1)?.split(' ') ?? []
  return parentId === undefined ? undefined : Number(parentId)
}

function readProcess(pid: number, file: 'cmdline' | 'stat'): string {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8').replaceAll('\0', ' ')
  } catch {
    return ''
  }
}
