import { countIds } from '../../contract/ids.ts'
import { articleFormats } from './article-file-type.ts'
import { decodeText } from './decode-text.ts'
import { parseIds, type NamedText } from './parse-ids.ts'
import { findFactLines } from './read-exported-ids.ts'
import { docxBodyName } from './docx-package.ts'
import { readZip } from './read-zip.ts'

/**
 * Returns the texts of a ZIP archive or Word document (also a ZIP) that may contain ids: tables, lists, and our own
 * articles in any format; undefined if the archive is damaged.
 *
 * @param largestBytes maximum unpacked size, because a small archive may unpack without end
 * @throws {RangeError} if it is larger: skipping the rest would silently lose ids
 */
export function textsOfArchive(archive: Uint8Array, largestBytes: number): NamedText[] | undefined {
  let bytes = 0
  const filesOf = (packed: Uint8Array, wanted: RegExp) => {
    const isWanted = (name: string, size: number): boolean => {
      if (!wanted.test(name)) return false
      bytes += size
      return bytes <= largestBytes
    }
    try {
      return Array.from(readZip(packed, isWanted))
    } catch {
      return undefined
    }
  }
  const files = filesOf(archive, readable)
  const texts = files?.flatMap(([name, file]): NamedText[] => {
    const bytes = /\.docx$/i.test(name) ? filesOf(file, wordBody)?.[0]?.[1] : file
    const text = bytes && decodeText(bytes)
    if (text === undefined) return []
    if (name === docxBodyName) return findFactLines(text) ? [{ text }] : []
    return table.test(name) || findFactLines(text) || isIdList(name, text) ? [{ name, text }] : []
  })
  if (bytes > largestBytes) throw new RangeError('The archive is too large, unpacked')
  return texts
}

const readable = new RegExp(`\\.(?:tsv|${articleFormats.join('|')})$|^word/document\\.xml$`, 'i')
const table = /\.(?:csv|tsv|json|jsonl)$/i

/** Prose has numbers, too, but more words; a list may have a few words that are not ids, which the editor is told. */
function isIdList(name: string, text: string): boolean {
  if (!/\.txt$/i.test(name)) return false
  const { ids, invalidCount } = parseIds(text)
  return countIds(ids) > invalidCount
}

const wordBody = /^word\/document\.xml$/
