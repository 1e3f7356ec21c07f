import {
  areNames,
  byLinePrefix,
  describes,
  firstSentence,
  isAboutNewPerson,
  isAgency,
  isAgencyNote,
  isByLine,
  isCredit,
  isNewPerson,
  isRole,
  isSubject,
  isWriterElsewhere,
  introducesNewPerson,
  introducesWriter,
  writingTrade,
} from './signature-persons.ts'
import { isNews } from '../../text/news-verbs.ts'
import {
  afterAuthorHeading,
  hasLink,
  isAddress,
  isAgencyCredit,
  isChineseReporter,
  isContributionNote,
  isCopyrightLine,
  isDateNote,
  isDisclaimer,
  isKoreanReporter,
  isLabelledCredit,
  isNewsletterLine,
  isPageBoilerplate,
  isPublicationNote,
  isRightsSentence,
  isSource,
  isTelephoneNumber,
  licenceGrant,
} from './signature-words.ts'

/** The last lines of a text, prepared for the rules. */
interface Tail {
  readonly lines: readonly string[]
  /** The tail as one line, without the brackets or stars around it; undefined if it has several paragraphs. */
  readonly paragraph: string | undefined
  /** Everything before the tail, trimmed at its end. */
  readonly before: string
}

export interface SignatureRule {
  readonly name: string
  readonly reason: string
  /** Set for rules that find a person, about whom more may follow; a credit may be for a picture. */
  readonly introducesPerson?: true
  /** Too common in an article's own prose to count unless a signature, or one that introduces a person, is above it. */
  readonly countsOnlyBelow?: 'any' | 'person'
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
    introducesPerson: true,
    matches({ lines }) {
      const heading = (lines[0] ?? '').replace(/^[#*_\s—–-]+|[#*_\s:：—–-]+$/gu, '')
      return afterAuthorHeading(heading) === '' && lines.join(' ').length <= 1_200
    },
  },
  {
    name: 'author heading in the line',
    reason:
      'The same, with a colon, a dash or a name and what that person does. "About the author of the treaty" has none.',
    introducesPerson: true,
    matches({ paragraph, before }) {
      const rest = paragraph && afterAuthorHeading(paragraph)
      if (rest === undefined || rest.length > 900) return false
      return /^ ?[:：—–-] ?[^\p{Ll}]/u.test(rest) || isAboutNewPerson(rest.trim(), before)
    },
  },
  {
    name: 'heading with a name',
    reason:
      '"About Jane Doe" is the author\'s box where the article never spoke of Jane Doe, and the box does at once.',
    introducesPerson: true,
    matches({ lines, before }) {
      const [heading = '', text = ''] = lines.map((line) => line.trim()).filter((line) => line !== '')
      const named = /^about (.+?):?$/iu.exec(heading.replace(/^[#*_\s]+|[*_\s]+$/gu, ''))?.[1]
      if (named === undefined || !isNewPerson(named, before)) return false
      // "About time", too, is one word.
      return named.includes(' ')
        ? isSubject(named, text)
        : describes(named, text) && introducesWriter(firstSentence(text))
    },
  },
  {
    name: 'name over a box',
    reason:
      "A name in a line of its own, and under it that person's work. Where other names have lines of their own it is a list of people.",
    introducesPerson: true,
    matches({ lines, before }) {
      const [heading = '', ...body] = lines.map((line) => line.trim()).filter((line) => line !== '')
      const name = heading.replace(byLinePrefix, '')
      const text = body.join(' ')
      if (body.length === 0 || text.length > 1_000 || !isCredit(name)) return false
      const [person = ''] = name.split(', ')
      if (hasCreditLines(before) || body.some((line) => isCredit(line))) return false
      if (isNews(text)) return false
      const isWriter = introducesWriter(firstSentence(text))
      if (heading !== name) return isWriter && startsWith(text, person)
      return isNewPerson(person, before) && (isRole(text) || (isWriter && describes(person, text)))
    },
  },
  {
    name: 'by-line',
    reason: '"By" and a person\'s name, perhaps with a role, and nothing else.',
    matches: inOneParagraph(
      200,
      (line) => isByLine(line) || isChineseReporter(line) || isKoreanReporter(line),
    ),
  },
  {
    name: 'by-line with a dash',
    reason: 'A dash and a name. Under a quotation it says who is quoted; in a list it is an entry.',
    matches: inOneParagraph(200, (line, before) => {
      const [, dash, credit = ''] = /^([-–—―])\1? ?(.+)$/u.exec(line) ?? []
      if (!dash || !(isCredit(credit) || isAgency(credit))) return false
      const previous = before.slice(before.lastIndexOf('\n') + 1)
      return !previous.startsWith(dash) && (!areNames(credit) || !/["”»’'“]$/u.test(previous))
    }),
  },
  {
    name: 'credit',
    reason: '"Words: Jane Doe", "Автор: …", "文：…": a label that says who made it, and a name.',
    matches: inOneParagraph(200, isLabelledCredit),
  },
  {
    name: 'agency credit',
    reason: '"Reporting by A; editing by B" is how agencies sign. What a newspaper found is a sentence.',
    matches: inOneParagraph(250, isAgencyCredit),
  },
  {
    name: 'agency',
    reason: 'The name of a news agency, or several, alone in a line, or that it helped.',
    matches: inOneParagraph(80, (line) => isAgency(line) || isAgencyNote(line)),
  },
  {
    name: 'contribution',
    reason: 'Says who helped with this article. "Everybody contributed to this report" names nobody.',
    matches: inOneParagraph(300, isContributionNote),
  },
  {
    name: 'source',
    reason:
      'A source with a label. "The source of the Nile" has no colon, a fact box says "Source: Lake Toma" in a line among others.',
    matches: inOneParagraph(500, isSource),
  },
  {
    name: 'publication note',
    reason: 'Says where this article came out. A sentence that goes on to tell something else is prose.',
    matches: inOneParagraph(400, isPublicationNote),
  },
  {
    name: 'date note',
    reason: '"Last updated: 3 March 2024" and nothing else.',
    matches: inOneParagraph(100, isDateNote),
  },
  {
    name: 'licence',
    reason: 'Says what may be done with this article.',
    matches: inOneParagraph(500, (line) => licenceGrant.test(line) && isRightsSentence(line)),
  },
  {
    name: 'copyright',
    reason: 'A sign, a year, a holder. An article on copyright goes on in small letters.',
    matches: inOneParagraph(400, isCopyrightLine),
  },
  {
    name: "author's box",
    reason: 'A paragraph on a person of whom the article has not spoken, in the present tense, with a link.',
    introducesPerson: true,
    matches: inOneParagraph(700, (text, before) => isAboutNewPerson(text, before) && hasLink(text)),
  },
  {
    name: "author's line",
    reason: 'The same without a link, where it says that the person writes; first of all if it is long.',
    introducesPerson: true,
    matches: inOneParagraph(
      900,
      (text, before) =>
        isWriterElsewhere(text, before) ||
        (introducesNewPerson(text, before) &&
          introducesWriter(text.length <= 350 ? text : firstSentence(text))),
    ),
  },
  {
    name: "author's line in brackets",
    reason: 'A whole paragraph in brackets on a new person is no part of the story.',
    introducesPerson: true,
    matches: ({ lines, paragraph, before }) =>
      /^\s*[([]/.test(lines[0] ?? '') &&
      paragraph !== undefined &&
      paragraph.length <= 700 &&
      /^\p{Lu}/u.test(paragraph) &&
      introducesNewPerson(paragraph, before),
  },
  {
    name: 'the author is',
    reason: '"The writer is a …" or how to reach "the author". "The author is dead" is an opinion.',
    introducesPerson: true,
    matches: inOneParagraph(350, isAboutAuthor),
  },
  {
    name: 'disclaimer',
    reason: 'Says that the views are those of the author, now: what they were is told by an article.',
    matches: inOneParagraph(400, isDisclaimer),
  },
  {
    name: 'newsletter',
    reason: 'Asks for an address to send more to, in one short paragraph.',
    matches: inOneParagraph(300, isNewsletterLine),
  },
  {
    name: 'address',
    reason: 'A link, mail address or handle alone in its line.',
    countsOnlyBelow: 'any',
    matches: inOneParagraph(200, isAddress),
  },
  {
    name: 'telephone number',
    reason: 'A number alone in its line. Below the credit of a picture it may be a helpline.',
    countsOnlyBelow: 'person',
    matches: inOneParagraph(200, isTelephoneNumber),
  },
  {
    name: "more of an author's box",
    reason:
      'Boxes of several paragraphs go on with "She", "His work", "When not writing". What she said is the article\'s.',
    countsOnlyBelow: 'person',
    matches: inOneParagraph(
      600,
      (text) =>
        /^(?:(?:He|She|They|His|Her|Their|(?:Contact|Reach|Write to|E-?mail) (?:him|her|them)) |(?:When|Outside|Away|Apart) [^.!?,]{3,60}, (?:he|she|they|\p{Lu}\p{Ll}+) )/u.test(
          text,
        ) && !isNews(text),
    ),
  },
  {
    name: 'invitation',
    reason: '"Visit …", "Follow …", "For more …" with a link.',
    countsOnlyBelow: 'any',
    matches: inOneParagraph(
      250,
      (line) =>
        hasLink(line) &&
        /^(?:visit|follow|subscribe|sign up|for more|to (?:learn|read|find out|subscribe)|read more|more (?:at|from|by)|find (?:him|her|them)|(?:his|her|their) (?:website|blog|book|books|newsletter))\b/iu.test(
          line,
        ),
    ),
  },
  {
    name: 'boilerplate of the page',
    reason:
      'What stands around signatures on pages: "Share this article", "Tags: …", an invitation to comment.',
    countsOnlyBelow: 'any',
    matches: inOneParagraph(250, isPageBoilerplate),
  },
]

/** @param before trimmed at its end */
export function readTail(text: string, before: string): Tail {
  const lines = text.split(/\r?\n/)
  const isOneParagraph = lines.every((line) => line.trim() !== '')
  const paragraph = lines.map((line) => line.trim()).join(' ')
  return { lines, before, paragraph: isOneParagraph ? withoutBrackets(paragraph) : undefined }
}

const withoutBrackets = (paragraph: string): string =>
  paragraph
    .replace(/^[*_]{1,3}(.+?)[*_]{1,3}$/u, '$1')
    .replace(/^\[(.+)\]$|^[(（](?!c\))(.+)[)）]\.?$/iu, '$1$2')
    .trim()

/** For rules on a tail that is one paragraph of at most `most` characters. */
function inOneParagraph(most: number, matches: (paragraph: string, before: string) => boolean) {
  return ({ paragraph, before }: Tail): boolean =>
    paragraph !== undefined && paragraph.length <= most && matches(paragraph, before)
}

const startsWith = (text: string, person: string): boolean =>
  person.split(' ').some((name) => name.length > 1 && text.startsWith(name))

/** Looks only at the end of a long text. */
function hasCreditLines(before: string): boolean {
  const lines = before.slice(-20_000).split('\n')
  return lines.some((line) => line.length <= 80 && areNames(line.replace(/^[#*\s\d.)-]+|[*:\s]+$/gu, '')))
}

function isAboutAuthor(text: string, before: string): boolean {
  const [, author] = /^the (author|writer|columnist|reporter) /iu.exec(text) ?? []
  // An article on a writer speaks of "the writer" before, or tells at its end what happened.
  if (author !== undefined && !isNews(text) && !/\b(?:was|were|had)\b/iu.test(text)) {
    const [, does] =
      /^the \w+ (lives in \p{Lu}|teaches |works (?:as|for|at) |is (?:an?|the|our) )/iu.exec(text) ?? []
    const isAuthor =
      does !== undefined && (!does.startsWith('is') || writingTrade.test(text.slice(12)) || hasLink(text))
    if (isAuthor && !new RegExp(`\\bthe ${author}\\b`, 'iu').test(before)) return true
  }
  return hasLink(text) && (inviteToAuthor.test(text) || isReachable(text, before))
}

const inviteToAuthor =
  /^(?:contact|reach|write to|e-?mail) (?:(?:the|our|staff|senior) )*(?:author|writer|reporter|editor|columnist|correspondent)\b(?!@)|^to contact the (?:reporter|editor)s? (?:on|responsible for) this (?:story|article):/iu

/** "Staff writer Jane Doe can be reached at …". "Witnesses" can be, too, and whomever the article spoke of. */
function isReachable(text: string, before: string): boolean {
  const [, who = ''] =
    /^([^.!?]{3,60}?),? can be (?:reached|contacted|followed) (?:at|on|by|via) /iu.exec(text) ?? []
  if (/^(?:the|our) (?:author|writer|reporter|editor|columnist|correspondent)$/iu.test(who)) return true
  const credit = who.replace(
    /^(?:(?:staff|senior) )*(?:writer|reporter|editor|columnist|correspondent) /iu,
    '',
  )
  const [person = ''] = credit.split(', ')
  return isCredit(credit) && areNames(person) && isNewPerson(person, before)
}
