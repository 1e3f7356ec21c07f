import type { Tail } from './signature-tail.ts'
import {
  afterAuthorHeading,
  byWord,
  creditLabel,
  grant,
  hasLink,
  hasRole,
  isContact,
  isCopyrightLine,
  isCredit,
  isMentioned,
  isNames,
  isPublicationNote,
  isRightsSentence,
  saysWrites,
  sourceLabel,
  startsWithStranger,
} from './signature-words.ts'

export interface SignatureRule {
  readonly name: string
  readonly reason: string
  /** Too common in an article's own voice to be taken for a signature unless one stands above it. */
  readonly needsCompany?: true
  readonly matches: (tail: Tail) => boolean
}

export const signatureRules: readonly SignatureRule[] = [
  {
    name: 'mail block',
    reason:
      'Mail programs put "-- " above a signature. Without the space it may be a scene break, so a name or a link must follow, once.',
    matches({ lines, before }) {
      const [first = '', ...rest] = lines
      const body = rest.filter((line) => line.trim() !== '')
      if (first.trimEnd() !== '--' || body.length === 0 || body.length > 8) return false
      if (body.some((line) => line.length > 120)) return false
      if (first === '-- ') return true
      return !/^--\s*$/m.test(before) && body.some((line) => hasLink(line) || isCredit(line.trim()))
    },
  },
  {
    name: 'author heading',
    reason: 'Under "About the author" on a line of its own everything is about the author.',
    matches({ lines }) {
      const heading = (lines[0] ?? '').replace(/^[#*_\s—–-]+|[#*_\s:：—–-]+$/gu, '')
      return afterAuthorHeading(heading) === '' && lines.join(' ').length <= 1_200
    },
  },
  {
    name: 'author heading in the line',
    reason:
      'The same, with a colon or dash and the box behind it. "About the author of the treaty" has neither.',
    matches({ note }) {
      const rest = note && afterAuthorHeading(note)
      return rest !== undefined && /^ ?[:：—–-] ?[^\p{Ll}]/u.test(rest) && rest.length <= 700
    },
  },
  {
    name: 'heading with a name',
    reason: '"About Jane Doe" is the author\'s box where the article never spoke of Jane Doe.',
    matches({ lines, before }) {
      const named = /^about (.+?):?$/iu.exec((lines[0] ?? '').replace(/^[#*_\s]+|[*_\s]+$/gu, ''))?.[1]
      return named !== undefined && lines.length > 1 && isNames(named) && !isMentioned(named, before)
    },
  },
  {
    name: 'by-line',
    reason: '"By" and a person\'s name, perhaps with a role, and nothing else.',
    matches: ({ note }) => note !== undefined && byWord.test(note) && isCredit(note.replace(byWord, '')),
  },
  {
    name: 'by-line with a dash',
    reason: 'A dash and a name. Under a quotation it says who is quoted; in a list it is an entry.',
    matches({ note, before }) {
      const [, dash, credit = ''] = /^([-–—―])\1? ?(.+)$/u.exec(note ?? '') ?? []
      if (!dash || !isCredit(credit)) return false
      const previous = before.slice(before.lastIndexOf('\n') + 1)
      return !previous.startsWith(dash) && (hasRole(credit) || !/["”»’'“]$/u.test(previous))
    },
  },
  {
    name: 'credit',
    reason: '"Words: Jane Doe", "Автор: …", "文：…": a label that says who made it, and a name.',
    matches({ note }) {
      const credit = note && creditLabel.test(note) ? note.replace(creditLabel, '') : ''
      const isUncased = /^[^\p{Lu}\p{Ll}.。!?？！]{2,40}$/u.test(credit)
      return isCredit(credit) || isUncased
    },
  },
  {
    name: 'agency credit',
    reason: '"Reporting by A; editing by B" is how agencies sign.',
    matches: ({ note }) =>
      note !== undefined &&
      note.length <= 250 &&
      /^(?:(?:[Ww]ith )?(?:[Aa]dditional )?[Rr]eporting|[Ee]diting|[Ww]riting) by \p{Lu}/u.test(note),
  },
  {
    name: 'source',
    reason:
      'A source with a label. "The source of the Nile" has no colon, a fact box says "Source: Lake Toma" in a line among others.',
    matches({ note }) {
      if (note === undefined || note.length > 500 || !sourceLabel.test(note)) return false
      return /^[^\p{Ll}]|^https?:/u.test(note.replace(sourceLabel, ''))
    },
  },
  {
    name: 'publication note',
    reason: 'Says where this article came out. A sentence that goes on to tell something else is prose.',
    matches: ({ note }) => note !== undefined && note.length <= 400 && isPublicationNote(note),
  },
  {
    name: 'licence',
    reason: 'Says what may be done with this article.',
    matches: ({ note }) =>
      note !== undefined && note.length <= 500 && grant.test(note) && isRightsSentence(note),
  },
  {
    name: 'copyright',
    reason: 'A sign, a year, a holder. An article on copyright goes on in small letters.',
    matches: ({ note }) => note !== undefined && note.length <= 400 && isCopyrightLine(note),
  },
  {
    name: "author's box",
    reason: 'A paragraph on a person of whom the article has not spoken, in the present tense, with a link.',
    matches: ({ note, before }) =>
      note !== undefined && note.length <= 700 && hasLink(note) && startsWithStranger(note, before),
  },
  {
    name: "author's line",
    reason: 'The same without a link, where it says that the person writes.',
    matches: ({ note, before }) =>
      note !== undefined && note.length <= 350 && saysWrites.test(note) && startsWithStranger(note, before),
  },
  {
    name: 'the author is',
    reason: '"The writer is a …" or how to reach "the author". "The author is dead" is an opinion.',
    matches: ({ note }) =>
      note !== undefined &&
      note.length <= 350 &&
      (/^the (?:author|writer|columnist|reporter) (?:lives in|teaches|can be reached|works (?:as|for|at)) /iu.test(
        note,
      ) ||
        (/^the (?:author|writer|columnist) is (?:an?|the|our) /iu.test(note) &&
          (saysWrites.test(note.slice(12)) || hasLink(note))) ||
        (/^(?:contact|reach|write to|e-?mail) (?:the (?:author|writer|reporter)|him|her)\b/iu.test(note) &&
          hasLink(note))),
  },
  {
    name: 'address',
    reason: 'A link, mail address, handle or number alone in its line.',
    needsCompany: true,
    matches: ({ note }) => note !== undefined && isContact(note),
  },
  {
    name: 'invitation',
    reason: '"Visit …", "Follow …", "For more …" with a link.',
    needsCompany: true,
    matches: ({ note }) =>
      note !== undefined &&
      note.length <= 250 &&
      hasLink(note) &&
      /^(?:visit|follow|subscribe|sign up|for more|to (?:learn|read|find out|subscribe)|read more|more (?:at|from|by)|find (?:him|her|them)|(?:his|her|their) (?:website|blog|book|books|newsletter))\b/iu.test(
        note,
      ),
  },
]
