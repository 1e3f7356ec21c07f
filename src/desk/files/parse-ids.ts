import type { IdList } from '../../contract/ids.ts'
import { unpackIds } from '../../contract/ids.ts'
import type { IdSink, ParsedIds } from './id-sink.ts'
import { createIdSink } from './id-sink.ts'
import { findIdColumn, readIdColumn } from './read-id-column.ts'
import { readIdTokens } from './read-id-tokens.ts'
import { findFactLines, readFactLines } from './read-readable-ids.ts'

/**
 * Article ids out of any text an editor may paste: parted by spaces, commas, semicolons, tabs or lines; JSON (a
 * list of ids or of articles, a request, a job, JSON Lines); a CSV file with a column `id`; our own articles in any form
 * (of a Word document its body). Never throws, and passes over the characters once, so that a million ids do not stop
 * the page. Several texts are read as one, each in its own form.
 *
 * An id is a whole number as JSON writes it: `-7` is one; `007`, `+7` and `7.0` are not, because to guess which
 * number was meant may skip another article, nor is anything past 2^53, which would be sent as another number.
 * A text is an id only in quotes, so that a stray word never becomes one.
 */
export function parseIds(source: string | readonly NamedText[]): ParsedIds {
  const sink = createIdSink()
  for (const { text, name } of typeof source === 'string' ? [{ text: source }] : source) {
    sink.begin(text, name)
    readText(text, sink)
  }
  return sink.finish()
}

/** A text out of several, with the name it has among them. */
export interface NamedText {
  readonly text: string
  readonly name?: string
}

function readText(text: string, sink: IdSink): void {
  // First, since a title may be all that makes a column: "id", or "Name, id".
  const facts = findFactLines(text)
  if (facts) return readFactLines(text, facts, sink)
  const column = findIdColumn(text)
  if (column) return readIdColumn(text, column, sink)
  readIdTokens(text, sink)
}

/** A text that {@link parseIds} reads as the same ids: one a line, or JSON where some are texts. */
export function formatIds(ids: IdList): string {
  return ids.strings.length === 0 ? ids.numbers.join('\n') : JSON.stringify(unpackIds(ids))
}
