import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { gunzipSync } from 'node:zlib'

/** A page whose text is known. */
export interface KnownPage {
  readonly id: string
  readonly url: string
  readonly type: string
  readonly text: string
  /** Snippets that a text must contain if nothing was lost. */
  readonly must: readonly string[]
  readonly mustNot: readonly string[]
}

/**
 * Reads pages with their true texts.
 *
 * @param folder contains `html/ID.html.gz` and `truth.jsonl.gz`, with one line `{id, url, type, text, must, mustNot}`
 *   per page
 * @param group what the pages are for, named if there are none
 * @returns undefined if no such folder was named
 */
export function readKnownPages(folder: string | undefined, group: string) {
  const truth = path.join(folder ?? '', 'truth.jsonl.gz')
  if (folder === undefined || !existsSync(truth)) {
    process.stdout.write(`Skipped: name a folder with truth.jsonl.gz behind "${group}".\n`)
    return undefined
  }
  const unpack = (file: string): Buffer => gunzipSync(readFileSync(file))
  const lines = unpack(truth).toString().split('\n')
  return {
    pages: lines.filter((line) => line !== '').map((line) => JSON.parse(line) as KnownPage),
    htmlOf: ({ id }: KnownPage): Buffer => unpack(path.join(folder, 'html', `${id}.html.gz`)),
  }
}
