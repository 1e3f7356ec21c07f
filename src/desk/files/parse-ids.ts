import type { IdCollector, ParsedIds } from './id-collector.ts'
import { createIdCollector } from './id-collector.ts'
import { findIdColumn, readIdColumn } from './read-id-column.ts'
import { readIdTokens } from './read-id-tokens.ts'
import { findFactLines, readFactLines } from './read-exported-ids.ts'

/**
 * Reads article ids from any text an editor may paste: separated by spaces, commas, semicolons, tabs or lines; JSON (a
 * list of ids or of articles, a request, a job, JSON Lines); a CSV file with a column `id` or `article_id`; our own
 * articles in any format (for a Word document, its body). Never throws, and scans the text once, so that a million ids
 * don't block the page. Several texts are read as one, each in its own format.
 *
 * An id is an integer as in JSON: `-7` is valid. `007`, `+7` and `7.0` are not, because guessing which number was meant
 * may skip a different article, nor are numbers past 2^53, which would be sent as a different number. A string is an id
 * only in quotes, so that stray words never become ids.
 */
export function parseIds(source: string | readonly NamedText[]): ParsedIds {
  const sink = createIdCollector()
  for (const { text, name } of typeof source === 'string' ? [{ text: source }] : source) {
    sink.begin(text, name)
    readText(text, sink)
  }
  return sink.finish()
}

/** One of several texts, with its name. */
export interface NamedText {
  readonly text: string
  readonly name?: string
}

function readText(text: string, sink: IdCollector): void {
  // First, because a title such as "id" or "Name, id" would look like a CSV header.
  const facts = findFactLines(text)
  if (facts) return readFactLines(text, facts, sink)
  const column = findIdColumn(text)
  if (column) return readIdColumn(text, column, sink)
  readIdTokens(text, sink)
}
