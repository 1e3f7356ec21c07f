/** Under the ten seconds that process managers wait before they kill. */
const allEndsWithinMs = 9_500

const parent = process.ppid
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

  // npm passes a signal on, but not its own death: without it nobody would be there to stop us.
  if (process.env['npm_lifecycle_event'] === undefined) return
  const check = setInterval(() => {
    if (process.ppid === parent) return
    clearInterval(check)
    if (!isStopping) void end()
  }, parentCheckMs).unref()
}
