/** Patterns for names, roles and lines about people, used by signature-rules.ts. */

import { isNews, newsPredicate } from '../../text/news-of-persons.ts'

const initialOrWord = String.raw`(?:\p{Lu}\.(?:-?\p{Lu}\.)*|\p{Lu}[\p{L}\p{M}'’-]+|[JS]r\.)`
const particle = '(?:de|da|do|dos|das|del|della|di|du|la|le|van|von|der|den|ten|ter|af|av|el|al|bin|ibn|zu|y)'
const name = `(?:(?:Dr|Prof|Rev|Mrs?|Ms)\\.? )?${initialOrWord}(?: (?:${particle} )*${initialOrWord}){1,3}`
const names = new RegExp(`^${name}(?:(?:, ${name})*,? (?:and|&|und|et|e|y|и|та) ${name})?$`, 'u')

/** Capitalised words that are never part of a name at the foot of a text. */
const notNames =
  /(?:^| )(?:The|This|That|These|There|Then|Now|Every|Last|Next|Monday|Tuesday|Wednesday|Thursday|Friday|Saturday|Sunday|January|February|March|April|May|June|July|August|September|October|November|December|Spring|Summer|Autumn|Winter|Christmas|Easter|Eve|Lake|Mount|River|Sea|Bay|Cape|Street|Road|Square|Station|North|South|East|West|Air|Rail|Bus|Train|Night|Day|Jove)(?: |$)/

/** Whether a text is one or more persons' names and nothing else. */
export const areNames = (text: string): boolean => names.test(text) && !notNames.test(text)

const role =
  /\b(?:writers?|reporters?|correspondents?|editors?|columnists?|journalists?|critics?|photographers?|staff|contributors?|author|news|press|agency|times|post|herald|gazette|tribune|magazine|redaktion|journaliste|periodista|редактор|корреспондент)\b/iu

/** What may follow a name and a comma: "MD", "Ph.D.", "CFP®". */
const degrees = /^(?:, ?(?:(?:[A-Z]\.?){2,5}|[A-Z][a-z]?\.?[A-Z]\.?|Esq\.?)[®™]?)+$/u

/** "Jane Doe", "Jane Doe and Tom Lee", "Jane Doe, staff writer", "Jane Doe, MD", "our own correspondent". */
export function isCredit(text: string): boolean {
  if (
    /^(?:(?:our|a|an|the) )?(?:own )?(?:correspondent|staff (?:writer|reporter)s?|reporters?|staff)$/iu.test(
      text,
    )
  )
    return true
  if (areNames(text)) return true
  const first = text.indexOf(', ')
  if (first > 0 && areNames(text.slice(0, first)) && degrees.test(text.slice(first))) return true
  const last = text.lastIndexOf(', ')
  return last > 0 && areNames(text.slice(0, last)) && role.test(text.slice(last))
}

/** "Executive Editor at the Loaf. Baker since 1998." */
export function isRole(text: string): boolean {
  const [first = ''] = text.split(/(?<=[^\p{Lu}][.!?])\s/u, 1)
  return first.length <= 100 && /^\p{Lu}/u.test(first) && writingTrade.test(first) && !verb.test(first)
}

const ordinal =
  '(?:first|second|third|(?:four|fif|six|seven|eigh|nin|ten)th|last|latest|next|only|youngest|oldest)'

const verb = /\b(?:is|are|was|were|has|have|had|said|says|will|would|did|does|can|could)\b/iu

/** A critic of a plan and the author of a report are whom articles speak of. */
export const writingTrade =
  /\b(?:writer|author(?! of (?:the|a|this) (?:report|study|paper|survey|review|analysis|letter|petition|bill|plan|motion)\b)|journalist|reporter|editor|columnist|correspondent|critic(?! of\b)|freelances?|contributor|blogger|novelist|poet|translator|writes (?:about|for|on|an?|the))\b/iu

/** What signatures say of a person, without more to tell them by. */
const predicate = [
  String.raw`is (?:(?:also|currently|now) )?(?:an? |our |the (?!${ordinal}\b)|based |(?:(?:acting|contributing|founding|managing|(?!(?:among|in|not|now|on|the|to|under|with|[a-z]+(?:ed|ing))\b)[\p{L}-]+) ){0,3}(?:author|columnist|co-?founder|contributor|correspondent|critic|director|editor|fellow|founder|head|lecturer|president|professor|reporter|writer)\b)`,
  String.raw`has (?:also )?(?:been (?:an? |our |the (?!${ordinal}\b)|covering|reporting|teaching|working|writing)|appeared|authored|contributed|covered|edited|helped|published|reported|spent|taught|worked|written)\b`,
  'lives (?!in (?:exile|fear|hiding|poverty))',
  '(?:reports|writes) (?!that )',
  '(?:advises|bakes|blogs|coaches|consults|contributes|covers|creates|cooks|designs|directs|divides|edits|enjoys|focuses|freelances|gardens|helps) ',
  '(?:holds|hosts|lectures|loves|maintains|manages|owns|photographs|practi[cs]es|produces|provides|publishes|researches) ',
  '(?:resides|runs|serves|speaks|speciali[sz]es|spends|splits|studies|teaches|trains|translates|travels|tweets|works) ',
].join('|')

const person = `^(${name})(?:, ([^.!?]{2,80}),)? `
const describedPerson = new RegExp(`${person}(?:${predicate})`, 'u')
const mentionedPerson = new RegExp(`${person}(?!(?:${newsPredicate})\\b)(?:is|has|[a-z]{2,}s)\\b`, 'u')

/** "Jane is a writer, teacher and mother": a first name suffices if the occupation follows at once. */
const firstNameSubject = new RegExp(
  String.raw`^(\p{Lu}\p{Ll}+) (?:is|has been) (?:an?|our|the(?! ${ordinal}\b)) (?:[\p{L}-]+,? ){0,6}?(?:writer|journalist|reporter|editor|columnist|correspondent|blogger|contributor)\b(?!['’])`,
  'u',
)

/** Whether the paragraph describes, in the third person, somebody the text has not mentioned. */
export const introducesNewPerson = (paragraph: string, before: string): boolean =>
  isOnNewPerson(describedPerson, paragraph, before)

/** The same of a paragraph known to be of a signature, or to have a link: with almost any verb in the present tense. */
export const isAboutNewPerson = (paragraph: string, before: string): boolean =>
  isOnNewPerson(mentionedPerson, paragraph, before)

function isOnNewPerson(pattern: RegExp, paragraph: string, before: string): boolean {
  if (isNews(paragraph)) return false
  const fullName = pattern.exec(paragraph)?.[1]
  if (fullName !== undefined && areNames(fullName)) return isNewPerson(fullName, before)
  const firstName = firstNameSubject.exec(paragraph)?.[1]
  return firstName !== undefined && !notNames.test(firstName) && isNewPerson(firstName, before)
}

/** Whether it says that the person writes. Articles, too, say so between commas: "Jane Doe, the novelist, is …". */
export function introducesWriter(paragraph: string): boolean {
  const aside = mentionedPerson.exec(paragraph)?.[2] ?? ''
  return (
    !isNews(paragraph) &&
    (writingTrade.test(paragraph.replace(aside, '')) ||
      /\b(?:(?<!former )columnist|contribut(?:or|ing)|freelance|staff writer)\b/iu.test(aside))
  )
}

export const firstSentence = (paragraph: string): string =>
  paragraph.split(/(?<=[^\p{Lu}][.!?])\s/u, 1)[0] ?? ''

/** Whether it says of that person, perhaps with only one of the names, what signatures say. */
export const describes = (person: string, paragraph: string): boolean =>
  restAfter(person, paragraph).some((rest) => describing.test(rest))

const describing = new RegExp(`^(?:, [^.!?]{2,80},)? (?:${predicate})`, 'u')

/** Whether it begins with that name as its subject. "Climate change" doesn't begin with "Climate". */
export const isSubject = (person: string, paragraph: string): boolean =>
  restAfter(person, paragraph).some((rest) => /^(?:,| (?:is|[a-z]+(?:s|ed)|began|grew|wrote)\b)/u.test(rest))

const restAfter = (person: string, paragraph: string): string[] =>
  [person, ...person.split(' ')]
    .filter((part) => part.length > 1 && paragraph.startsWith(part))
    .map((part) => paragraph.slice(part.length))

/** No article has more by-lines of one person; each is judged, and a hostile text has a hundred thousand. */
const maxByLines = 100

/**
 * Whether the text does not mention anybody of that name. A text doesn't mention its signer, and has mentioned before
 * anybody it speaks of at the end; but a by-line at the top is not a mention.
 */
export function isNewPerson(person: string, before: string): boolean {
  if (person.includes(' ') && !areNames(person)) return false
  const surname = person.slice(person.lastIndexOf(' ') + 1)
  // A line is judged as a whole, so the search goes on in the next.
  let byLines = 0
  for (let at = before.indexOf(surname), end = 0; at >= 0; at = before.indexOf(surname, end)) {
    const start = before.lastIndexOf('\n', at) + 1
    const found = before.indexOf('\n', at)
    end = found < 0 ? before.length : found
    const line = before.slice(start, end).slice(0, 200)
    if (!isCredit(line.trim().replace(/^by /iu, '')) || (byLines += 1) > maxByLines) return false
  }
  return true
}
