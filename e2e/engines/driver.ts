import type { ChildProcess } from 'node:child_process'
import { existsSync } from 'node:fs'
import path from 'node:path'

/** A browser with another engine than Chromium's, with one tab, driven through W3C WebDriver (classic or BiDi). */
export interface Driver {
  open(address: string): Promise<void>
  reload(): Promise<void>
  /** Goes back, as the browser's button does. */
  back(): Promise<void>
  /** Runs a function in the page. Arguments and result are JSON; it has no access to variables around it. */
  run<Args extends unknown[], Result>(
    inPage: (...args: Args) => Result | Promise<Result>,
    ...args: Args
  ): Promise<Result>
  /** User input: sources and their actions, as in WebDriver. */
  perform(sources: readonly object[]): Promise<void>
  /** Puts a file into the input that matches the selector. */
  upload(selector: string, file: string): Promise<void>
  close(): Promise<void>
}

export interface DriverOptions {
  /** An existing empty folder for the profile; its folder `downloads` is for saved files. */
  readonly folder: string
}

export const windowSize = { width: 1440, height: 900 }

export const downloadsIn = (folder: string): string => path.join(folder, 'downloads')

export function programOnPath(...names: readonly string[]): string | undefined {
  const folders = (process.env['PATH'] ?? '').split(path.delimiter)
  return names
    .flatMap((name) => folders.map((folder) => path.join(folder, name)))
    .find((file) => existsSync(file))
}

/** Resolves with the first match in a program's output. */
export function printedBy(child: ChildProcess, pattern: RegExp): Promise<string> {
  return new Promise((resolve, reject) => {
    let printed = ''
    const onData = (chunk: Buffer) => {
      printed += chunk.toString()
      const match = pattern.exec(printed)?.[1]
      if (match) resolve(match)
    }
    child.stdout?.on('data', onData)
    child.stderr?.on('data', onData)
    child.once('error', reject)
    child.once('close', () => reject(new Error(`It ended: ${printed}`)))
  })
}

/** Ends a program started with `detached`, and all its children. */
export async function endGroup(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null || !child.pid) return
  const closed = new Promise((resolve) => child.once('exit', resolve))
  process.kill(-child.pid, 'SIGKILL')
  await closed
}

/** The text of a script that passes JSON to the function and returns JSON, since both protocols carry text unchanged. */
export const scriptOf = (inPage: (...args: never[]) => unknown): string =>
  `async (json) => JSON.stringify((await (${inPage.toString()})(...JSON.parse(json))) ?? null)`
