import type { IdList } from '../../../contract/ids.ts'
import { countIds } from '../../../contract/ids.ts'
import { counted, figure } from '../../ui/counted.ts'
import type { NotAnId, ParsedIds, Reason } from '../../files/id-sink.ts'

/** How many places are named in a line of words. */
const placesNamed = 3

/** What was read out of a text: "312 ids, 4 repeated", and what was not an id, with where it stands. */
export function readingWords({ ids, repeatedCount, invalidCount, invalid }: ParsedIds) {
  const counts = [
    `${counted(countIds(ids), 'id')}${textWords(ids)}`,
    repeatedCount > 0 && `${figure(repeatedCount)} repeated`,
  ]
  const named = invalid.slice(0, placesNamed).map(placeWords)
  const more = invalidCount - named.length
  if (more > 0) named.push(`and ${figure(more)} more`)
  return {
    counts: capitalized(counts.filter(Boolean).join(', ')),
    problems:
      invalidCount > 0
        ? `${figure(invalidCount)} not ${invalidCount > 1 ? 'ids' : 'an id'}: ${named.join(', ')}`
        : '',
  }
}

function textWords({ numbers, strings }: IdList): string {
  if (strings.length === 0) return ''
  return numbers.length === 0 ? ' as text' : ` (${figure(strings.length)} as text)`
}

const placeWords = ({ line, text, reason }: NotAnId): string =>
  `line ${figure(line)} “${text}”${reasonWords[reason] && ` (${reasonWords[reason]})`}`

const reasonWords: Readonly<Record<Reason, string>> = {
  'not-a-number': '',
  'leading-zero': 'starts with a zero',
  'too-large': 'too large to be sent exactly',
  'without-id': 'has no id',
  unfinished: 'never ends',
}

const capitalized = (words: string): string => words.charAt(0).toUpperCase() + words.slice(1)
