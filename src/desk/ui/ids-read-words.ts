import { capitalized, pluralize, figure } from './number-words.ts'

/** The result of reading ids from a text or a file. */
export interface IdsRead {
  readonly ids: Readonly<Record<'numbers' | 'strings', { readonly length: number }>>
  readonly repeatedCount: number
  readonly invalidCount: number
  /** The first few of them. */
  readonly invalid: readonly {
    readonly text: string
    /** Name of the file within an archive. */
    readonly file?: string | undefined
    readonly line: number
    readonly reason: keyof typeof reasonWords
  }[]
}

export interface IdsReadWords {
  readonly words: string
  /** What could not be read as an id, and where; blank if nothing. */
  readonly problems: string
}

/** How many places one line names. */
const placesNamed = 3

const reasonWords = {
  'not-a-number': '',
  'leading-zero': 'starts with a zero',
  'too-large': 'too large to be sent exactly',
  'without-id': 'has no id',
  unfinished: 'never ends',
}

/** "312 ids (2 as text), 4 repeated" and "5 not ids: line 3 “x”, line 4 “007” (starts with a zero), ...". */
export function idsReadWords(read: IdsRead): IdsReadWords {
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

function countWords({ ids, repeatedCount }: IdsRead): string {
  const found = `${pluralize(ids.numbers.length + ids.strings.length, 'id')}${textWords(ids)}`
  return capitalized(repeatedCount > 0 ? `${found}, ${figure(repeatedCount)} repeated` : found)
}

/** A service that gave the number 7 does not skip it for the text "7". */
function textWords({ numbers, strings }: IdsRead['ids']): string {
  if (strings.length === 0) return ''
  return numbers.length === 0 ? ' as text' : ` (${figure(strings.length)} as text)`
}

const notIdWords = ({ invalidCount }: IdsRead): string =>
  `${figure(invalidCount)} not ${invalidCount > 1 ? 'ids' : 'an id'}`

const placeWords = ({ file, line, text }: IdsRead['invalid'][number]): string =>
  `${file === undefined ? '' : `${file}, `}line ${figure(line)} “${text}”`
