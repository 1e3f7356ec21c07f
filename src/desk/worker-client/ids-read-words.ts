import type { NotAnId, ParsedIds, Reason } from '../files/id-collector.ts'
import { capitalized, pluralize, figure } from '../ui/number-words.ts'

/** How many places one line names. */
const placesNamed = 3

const reasonWords: Readonly<Record<Reason, string>> = {
  'not-a-number': '',
  'leading-zero': 'starts with a zero',
  'too-large': 'too large to be sent exactly',
  'without-id': 'has no id',
  unfinished: 'never ends',
}

/**
 * "312 ids (2 as text), 4 repeated", and what could not be read as an id: "5 not ids: line 3 “x”, line 4 “007” (starts
 * with a zero), ..."; blank if nothing.
 */
export function idsReadWords(read: ParsedIds): { words: string; problems: string } {
  const named = read.invalid.slice(0, placesNamed).map((place) => {
    const why = reasonWords[place.reason]
    return `${placeWords(place)}${why && ` (${why})`}`
  })
  const more = read.invalidCount - named.length
  if (more > 0) named.push(`and ${figure(more)} more`)
  return {
    words: countWords(read),
    problems: read.invalidCount > 0 ? `${notIdWords(read)}: ${named.join(', ')}` : '',
  }
}

/** For a file that was lost before it could be read. */
export const unreadWords = (name: string): string => `${name} could not be read. Add it again.`

function countWords({ ids, repeatedCount }: ParsedIds): string {
  const found = `${pluralize(ids.numbers.length + ids.strings.length, 'id')}${textWords(ids)}`
  return capitalized(repeatedCount > 0 ? `${found}, ${figure(repeatedCount)} repeated` : found)
}

/** A service that gave the number 7 does not skip it for the text "7". */
function textWords({ numbers, strings }: ParsedIds['ids']): string {
  if (strings.length === 0) return ''
  return numbers.length === 0 ? ' as text' : ` (${figure(strings.length)} as text)`
}

const notIdWords = ({ invalidCount }: ParsedIds): string =>
  `${figure(invalidCount)} not ${invalidCount > 1 ? 'ids' : 'an id'}`

const placeWords = ({ file, line, text }: NotAnId): string =>
  `${file === undefined ? '' : `${file}, `}line ${figure(line)} “${text}”`
