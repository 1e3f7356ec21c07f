import type { IdList } from '../../contract/ids.ts'
import { unpackIds } from '../../contract/ids.ts'
import type { ParsedIds } from './id-sink.ts'
import { createIdSink } from './id-sink.ts'
import { findIdColumn, readIdColumn } from './read-id-column.ts'
import { readIdTokens } from './read-id-tokens.ts'

/**
 * Article ids out of any text an editor may paste: parted by spaces, commas, semicolons, tabs or lines; JSON (a
 * list of ids or of articles, a request, a job, JSON Lines); a CSV file with a column `id`. Never throws, and
 * passes over the characters once, so that a million ids do not stop the page.
 *
 * An id is a whole number as JSON writes it: `-7` is one; `007`, `+7` and `7.0` are not, because to guess which
 * number was meant may skip another article, nor is anything past 2^53, which would be sent as another number.
 * A text is an id only in quotes, so that a stray word never becomes one.
 */
export function parseIds(text: string): ParsedIds {
  const sink = createIdSink(text)
  const column = findIdColumn(text)
  if (column) readIdColumn(text, column, sink)
  else readIdTokens(text, sink)
  return sink.finish()
}

/** A text that {@link parseIds} reads as the same ids: one a line, or JSON where some are texts. */
export function formatIds(ids: IdList): string {
  return ids.strings.length === 0 ? ids.numbers.join('\n') : JSON.stringify(unpackIds(ids))
}
