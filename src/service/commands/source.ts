import { realpath } from 'node:fs/promises'
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { pluralize, figure } from '../sources/number-words.ts'
import type { ImportReport } from '../sources/folder/import-folder.ts'
import { importFolder, isPath } from '../sources/folder/import-folder.ts'
import { contentsOf } from '../sources/listings/listing.ts'
import { readCategory } from '../sources/source-store.ts'
import type { Source, SourceSummary } from '../sources/source.ts'
import { shareKnown, problemOf } from '../sources/source.ts'
import type { Command, CommandContext } from './command.ts'
import { UsageError } from './configuration.ts'

const progressEveryMs = 1_000

const sourceUsage = `Usage: source add ADDRESS --category NAME, source add folder PATH --category NAME,
source try ADDRESS|FILE|FOLDER [--json], source list, source pause|resume|remove|refresh ID,
source category ID NAME, source import FILE.opml [--category NAME], source export [FILE.opml]`

/** `source ...`: manages the sources of articles; see `usage`. */
export const source: Command = (args) => {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: { category: { type: 'string' } },
  })
  const [action = '', ...rest] = positionals
  const [first, second] = rest
  // A list would look as if it were of that category.
  if (values.category !== undefined && !['add', 'import'].includes(action)) throw new UsageError(sourceUsage)
  if (action === 'add' && first === 'folder') {
    if (!second || rest.length > 2) throw new UsageError(sourceUsage)
    return (context) => addFolder(second, values.category, context)
  }
  if (action === 'add' && first && rest.length === 1) {
    if (isPath(first))
      throw new UsageError(
        `${first} is a path. To import a folder: source add folder ${first} --category NAME`,
      )
    return (context) => addAddress(first, values.category ?? '', context)
  }
  if (action === 'import' && first && rest.length === 1)
    return Object.assign((context: CommandContext) => importFile(values.category, context), { reads: first })
  if (action === 'export' && rest.length <= 1)
    return Object.assign(async ({ sources, print }: CommandContext) => print(await sources.exportOpml()), {
      writes: first,
    })
  if (action === 'list' && rest.length === 0)
    return async ({ sources, print }) => {
      for (const one of await sources.list()) print(describe(one))
    }
  const id = /^\d{1,9}$/.test(first ?? '') ? Number(first) : undefined
  if (id === undefined || rest.length !== (action === 'category' ? 2 : 1)) throw new UsageError(sourceUsage)
  if (action === 'pause')
    return async ({ sources, print }) => print(`Paused ${nameOf(await sources.pause(id))}.`)
  if (action === 'resume')
    return async ({ sources, print }) => print(`Resumed ${nameOf(await sources.resume(id))}.`)
  if (action === 'remove')
    return async ({ sources, print }) =>
      print(`Removed ${nameOf(await sources.remove(id))}. Its articles stay.`)
  if (action === 'refresh') return (context) => refresh(id, context)
  if (action === 'category') return (context) => setCategory(id, second ?? '', context)
  throw new UsageError(sourceUsage)
}

async function addAddress(
  address: string,
  category: string,
  { sources, print }: CommandContext,
): Promise<void> {
  const { source: added, found } = await sources.add(address, category)
  print(`Found a ${found.kind}${found.title ? `: ${found.title}` : ''}`)
  print(`${found.address} ${found.how}, and lists ${contentsOf(found.listing)}.`)
  for (const { title, url } of found.listing.items.slice(0, 3))
    print(`  ${title || url || 'without a title'}`)
  const where = category ? `in the category ${JSON.stringify(added.category)}` : 'without a category'
  print(`Added as source ${added.id}, ${where}.`)
  if (found.kind === 'search') print('It is queried with a job’s keywords.')
  else print(`Its articles come while the service runs, or now: source refresh ${added.id}`)
}

async function addFolder(
  path: string,
  typedCategory: string | undefined,
  { database, sources, cwd, print }: CommandContext,
) {
  const category = readCategory(typedCategory ?? '')
  let saidAt = Date.now()
  const folder = resolve(cwd, path)
  const report = await importFolder(database, {
    path: folder,
    category,
    onProgress(soFar) {
      if (Date.now() - saidAt < progressEveryMs) return
      saidAt = Date.now()
      print(`${pluralize(soFar.files, 'file')} so far: ${articleCounts(soFar)}`)
    },
  })
  await sources.noteFolder(await realpath(folder), category, report)
  for (const { file, reason } of report.refused) print(`Refused ${JSON.stringify(file)}: ${reason}`)
  print(
    `${pluralize(report.files, 'file')}: ${articleCounts(report)}, ${figure(report.refused.length)} refused`,
  )
}

async function refresh(id: number, { sources, print }: CommandContext): Promise<void> {
  const refreshed = await sources.refresh(id)
  if (!refreshed) return print(`Source ${id} has just been refreshed elsewhere.`)
  const { added, changed, known, refused, error, isPostponed } = refreshed
  const { pending, address } = await sources.find(id)
  if (error) throw new UsageError(`${address} ${error}.`)
  if (isPostponed) throw new UsageError(`${address} asks us to wait; try again later.`)
  print(
    `${pluralize(added, 'article')} added, ${figure(changed)} changed, ${figure(known)} known already, ${pluralize(refused, 'page')} refused, ${figure(pending)} to come`,
  )
}

async function setCategory(id: number, category: string, { sources, print }: CommandContext): Promise<void> {
  const { source, imported } = await sources.setCategory(id, category)
  await imported
  print(
    source.category
      ? `Moved ${nameOf(source)}, with its articles, to the category ${JSON.stringify(source.category)}.`
      : `Took the category from ${nameOf(source)}, and its articles.`,
  )
}

async function importFile(category: string | undefined, { sources, input, print }: CommandContext) {
  const { added, known, unusable } = await sources.importOpml(input!, category)
  print(
    `${pluralize(added, 'source')} added, ${figure(known)} already there. They are checked while the service runs.`,
  )
  for (const address of unusable)
    print(`Left out, since it is not a web address or contains a password: ${address}`)
}

const nameOf = ({ id, address }: Source): string => `source ${id}, ${address}`

function describe(one: SourceSummary): string {
  const share = shareKnown(one)
  const problem = problemOf(one, new Date())
  return [
    one.id,
    one.kind,
    one.category || 'no category',
    one.address,
    one.pausedAt
      ? 'paused'
      : one.succeededAt
        ? `seen ${one.succeededAt.toISOString().slice(0, 16)}Z`
        : 'not seen yet',
    `${figure(one.added)} new this week${share === undefined ? '' : `, ${Math.round(share * 100)}% known already`}`,
    ...(problem ? [problem] : []),
  ].join('\t')
}

const articleCounts = ({ added, changed, unchanged }: ImportReport): string =>
  `${pluralize(added, 'article')} added, ${figure(changed)} changed, ${figure(unchanged)} unchanged`
