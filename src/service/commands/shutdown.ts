import { readFileSync } from 'node:fs'

/** Under the ten seconds that process managers wait before they kill. */
const allEndsWithinMs = 9_500

const parent = process.ppid
const npm = npmBehind(parent)
const parentCheckMs = 1_000

/** Ends the process in order when it is told to: what runs may finish, but not for ever. */
export function shutDownOnSignal(stop: () => Promise<void>): void {
  let isStopping = false
  const end = async () => {
    // Who asks twice does not want to wait.
    if (isStopping) process.exit(1)
    isStopping = true
    setTimeout(() => process.exit(1), allEndsWithinMs).unref()
    await stop()
    process.exit(0)
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => void end())

  // npm passes a signal on, but not its own death: nobody would be there to stop us.
  if (process.env['npm_lifecycle_event'] === undefined) return
  const check = setInterval(() => {
    if (process.ppid === parent && (npm === undefined || parentOf(parent) === npm)) return
    clearInterval(check)
    if (!isStopping) void end()
  }, parentCheckMs).unref()
}

/** npm runs a script through a shell. Where that stays (on Debian it does), it outlives npm as our parent. */
function npmBehind(shell: number): number | undefined {
  const script = process.env['npm_lifecycle_script']
  if (script === undefined || !readProcess(shell, 'cmdline').includes(script)) return undefined
  return parentOf(shell)
}

/** Of Linux; elsewhere undefined. */
function parentOf(pid: number): number | undefined {
  // Its second field is a name of any letters, in brackets.
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
