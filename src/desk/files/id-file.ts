import type { ArticleId } from '../../contract/ids.ts'
import { csvTextCell } from './csv-cell.ts'

export type IdFormat = 'txt' | 'json' | 'csv'

export interface IdFile {
  readonly text: string
  readonly mediaType: string
}

/**
 * Writes ids to a file, in the given order. In every format numbers are bare and strings quoted: only the quotes tell
 * the string "7" from the number 7 when the file is read back.
 *
 * - `txt`: one id per line
 * - `json`: a bare array, which can be pasted into `ids_to_skip`
 * - `csv`: RFC 4180 with the header `id`, and a byte order mark, without which Excel reads UTF-8 as Latin-1
 */
export function idFile(ids: readonly ArticleId[], format: IdFormat): IdFile {
  switch (format) {
    case 'txt':
      return {
        mediaType: 'text/plain;charset=utf-8',
        text: ids.map((id) => `${JSON.stringify(id)}\n`).join(''),
      }
    case 'json':
      return { mediaType: 'application/json', text: `${JSON.stringify(ids)}\n` }
    case 'csv':
      return {
        mediaType: 'text/csv;charset=utf-8',
        text: `\uFEFFid\r\n${ids.map((id) => `${cell(id)}\r\n`).join('')}`,
      }
  }
}

const cell = (id: ArticleId): string => (typeof id === 'number' ? String(id) : csvTextCell(id))
