import { stat } from 'node:fs/promises'
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { shortened } from '../../text/cut-text.ts'
import { createExtractor } from '../extraction/extractor.ts'
import { createFetcher } from '../fetching/fetcher.ts'
import { isPath } from '../sources/folder/import-folder.ts'
import { pluralize, figure } from '../sources/number-words.ts'
import { SourceError } from '../sources/source-store.ts'
import { contentsOf } from '../sources/listings/listing.ts'
import { createListingReader } from '../sources/listings/listing-reader.ts'
import { tryFiles } from '../sources/try-files.ts'
import type { ArticlePreview, TryEvent } from '../sources/try-address.ts'
import { maxPreviews, tryAddress } from '../sources/try-address.ts'
import { UsageError } from './configuration.ts'

export interface TryOptions {
  /** An address, a saved page, feed or sitemap, or a folder of these. */
  readonly target: string
  readonly json: boolean
  /** Where the command was typed. */
  readonly cwd: string
  readonly contact: string | undefined
  readonly allowPrivateHosts: readonly string[]
}

/** `source try`: shows what would be collected, and saves nothing. Needs no service and no database. */
export async function trySource(options: TryOptions, print: (line: string) => void): Promise<void> {
  const { contact, allowPrivateHosts } = options
  const path = /^https?:\/\//i.test(options.target) ? undefined : resolve(options.cwd, options.target)
  const isFile = path !== undefined && (await stat(path).catch(() => undefined)) !== undefined
  if (!isFile && isPath(options.target))
    throw new SourceError(`There is no file or folder ${options.target}.`)
  // Two threads: a folder of saved pages keeps both busy.
  const extractor = createExtractor({ threads: 2 })
  const fetcher = createFetcher({ contact, allowPrivateHosts, targetOf: (page) => extractor.targetOf(page) })
  const reader = createListingReader()
  const signal = new AbortController().signal
  try {
    const tried = isFile
      ? tryFiles(path, { extractor, reader })
      : tryAddress(options.target, { fetcher, extractor, reader, signal, now: () => new Date() })
    const counts = { articles: 0, refused: 0 }
    for await (const one of tried) {
      if ('article' in one) counts.articles += 1
      else if ('refused' in one) counts.refused += 1
      for (const line of options.json
        ? jsonLines(one, options.target, isFile)
        : describeEvent(one, options.target, counts.articles))
        print(line)
    }
    if (options.json) return
    if (isFile && counts.articles + counts.refused === 0) print('It holds no page, feed or sitemap.')
    const { articles, refused } = counts
    print(`${pluralize(articles, 'article')}, ${figure(refused)} refused. Nothing was saved.`)
  } finally {
    await Promise.all([fetcher.close(), extractor.close(), reader.close()])
  }
}

/** @throws UsageError */
export function readTryArguments(args: string[]): Pick<TryOptions, 'target' | 'json'> {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: { json: { type: 'boolean', default: false } },
  })
  const [target, ...more] = positionals
  if (!target || more.length > 0) throw new UsageError('Usage: source try ADDRESS|FILE|FOLDER [--json]')
  return { target, json: values.json }
}

function jsonLines(one: TryEvent, target: string, isFile: boolean): string[] {
  if ('found' in one) return []
  const place = 'place' in one ? one.place : target
  const name = isFile && !/^https?:\/\//i.test(place) ? { file: place } : { url: place }
  if (!('article' in one))
    return [JSON.stringify({ ...name, refused: 'error' in one ? one.error : one.refused })]
  const { title, text, date } = one.article
  return [JSON.stringify({ ...name, title, text, ...(date && { date: date.toISOString() }) })]
}

function describeEvent(one: TryEvent, target: string, number: number): string[] {
  if ('error' in one) return [`${target} ${one.error}.`]
  if ('found' in one) {
    const { kind, address, title, how, listing } = one.found
    const some = listing.items.length > maxPreviews ? `, of which the first ${maxPreviews} are tried` : ''
    return [
      `${kind.toUpperCase()}  ${title || address}`,
      `${address} ${how}. It lists ${contentsOf(listing)}${some}.`,
      '',
    ]
  }
  if ('refused' in one) return [`Refused ${JSON.stringify(one.place)}: ${one.refused}`, '']
  return [...describe(one.article, number, one.place), '']
}

function describe(article: ArticlePreview, number: number, place: string): string[] {
  const { title, text, date, language, bodyLength, words, boilerplate, sameAs } = article
  const signature = text.slice(bodyLength).trim()
  const facts = [
    date?.toISOString().slice(0, 10) ?? 'no date',
    language ?? 'language unknown',
    pluralize(words, 'word'),
    signature ? `signature from ${quote(signature)}` : 'no signature',
  ]
  const body = text.slice(0, bodyLength).trim().split('\n')
  return [
    `${number}  ${title}`,
    `   ${place}`,
    `   ${facts.join(', ')}`,
    `   First  ${quote(body[0] ?? '')}`,
    `   Last   ${quote(body.at(-1) ?? '')}`,
    ...boilerplate.map((paragraph) => `   Cut    ${quote(paragraph)}, since most pages of the site have it`),
    ...(sameAs ? [`   Has the same text as ${sameAs}`] : []),
  ]
}

const quote = (text: string): string => JSON.stringify(shortened(text, 100))
