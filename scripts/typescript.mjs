import { spawn } from 'node:child_process'

/** Runs a TypeScript program of the development tools: Node 20 can't load TypeScript. */
export function runTypeScript(file, args, env) {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, ['--import', 'tsx', file, ...args], {
      stdio: 'inherit',
      env: { ...process.env, ...env },
    })
    child.on('close', (code) => {
      process.exitCode = code ?? 1
      resolve()
    })
  })
}
