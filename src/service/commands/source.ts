import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import type { ImportReport } from '../sources/folder.ts'
import { importFolder } from '../sources/folder.ts'
import type { Command } from './command.ts'
import { UsageError } from './configuration.ts'

const progressEveryMs = 1_000

/**
 * `source add folder PATH --category NAME`: takes in the articles of a folder. May be repeated: what is there already
 * stays one article.
 */
export const source: Command = async (args, { database, cwd, print }) => {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: { category: { type: 'string' } },
  })
  const [action, kind, path, ...more] = positionals
  if (action !== 'add' || kind !== 'folder' || !path || more.length > 0)
    throw new UsageError('Say which: source add folder PATH --category NAME')

  let saidAt = Date.now()
  const report = await importFolder(database, {
    path: resolve(cwd, path),
    category: values.category,
    onProgress(soFar) {
      if (Date.now() - saidAt < progressEveryMs) return
      saidAt = Date.now()
      print(`${countFiles(soFar)} so far: ${countArticles(soFar)}`)
    },
  })
  for (const { file, reason } of report.refused) print(`Refused ${JSON.stringify(file)}: ${reason}`)
  print(`${countFiles(report)}: ${countArticles(report)}, ${report.refused.length} refused`)
}

const countFiles = ({ files }: ImportReport): string => `${files} ${files === 1 ? 'file' : 'files'}`

const countArticles = ({ added, changed, unchanged }: ImportReport): string =>
  `${added} articles added, ${changed} changed, ${unchanged} as before`
