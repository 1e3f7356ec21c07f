import { readFile, stat } from 'node:fs/promises'
import { gunzipSync } from 'node:zlib'
import { siteOf } from './address-key.ts'
import { findFiles } from './folder/find-files.ts'
import { absoluteUrl } from './listings/listing.ts'
import type { SourceTools } from './refresh-context.ts'
import type { PagePreview } from './try-address.ts'
import { completePreviews, previewOf } from './try-address.ts'

type Tools = Omit<SourceTools, 'fetcher'>

const readable = /\.(?:html?|xhtml|xml|rss|atom|json)(?:\.gz)?$/i
const maxBytes = 50 * 2 ** 20
/** More than there are extractor threads, so that further files are read from disk meanwhile. */
const maxConcurrent = 4

/**
 * Shows what would be extracted from saved pages, feeds and sitemaps: one file, or all in a folder. Nothing is fetched,
 * so feed entries without text are refused.
 */
export async function* tryFiles(path: string, tools: Tools): AsyncGenerator<PagePreview> {
  const files = (await stat(path)).isDirectory() ? await readableFiles(path) : [path]
  const sites = new Map<string, string>()
  const tried: (readonly PagePreview[])[] = []
  let next = 0
  const work = async (): Promise<void> => {
    for (let index = next++; index < files.length; index = next++)
      tried[index] = await tryFile(files[index]!, tools, sites)
  }
  await Promise.all(Array.from({ length: maxConcurrent }, work))
  yield* completePreviews(tried.flat(), (place) => sites.get(place) ?? '')
}

async function readableFiles(folder: string): Promise<string[]> {
  const files: string[] = []
  for await (const file of findFiles(folder))
    if (!('refused' in file) && readable.test(file.path)) files.push(file.path)
  return files
}

/** @param sites receives the site of each place, if the page declares one */
async function tryFile(
  path: string,
  { extractor, reader }: Tools,
  sites: Map<string, string>,
): Promise<PagePreview[]> {
  const bytes = await readUnpacked(path)
  if (!bytes) return [{ place: path, refused: `can't be read, or is larger than ${maxBytes / 2 ** 20} MiB` }]
  if (!/\.x?html?(?:\.gz)?$/i.test(path)) {
    const listing = await reader.read({ bytes })
    if ('error' in listing) return [{ place: path, refused: listing.error }]
    if (listing.kind !== 'page')
      return listing.items.map((item) => {
        const place = item.url ?? `${path}#${item.guid ?? item.title}`
        sites.set(place, item.url ? siteOf(item.url) : path)
        return item.text === ''
          ? { place, refused: 'is named without its text' }
          : previewOf(place, { ...item, date: item.publishedAt })
      })
  }
  const extraction = await extractor.extract({ bytes })
  if ('refused' in extraction) return [{ place: path, refused: extraction.refused }]
  const canonical = absoluteUrl(extraction.canonicalUrl, undefined)
  sites.set(path, canonical ? siteOf(canonical) : '')
  return [previewOf(path, extraction)]
}

async function readUnpacked(path: string): Promise<Uint8Array | undefined> {
  try {
    if ((await stat(path)).size > maxBytes) return undefined
    const bytes = await readFile(path)
    return /\.gz$/i.test(path) ? gunzipSync(bytes, { maxOutputLength: maxBytes }) : bytes
  } catch {
    return undefined
  }
}
