/** Patterns for names, roles and lines about people, used by signature-rules.ts. */

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

const verb = /\b(?:is|are|was|were|has|have|had|said|says|will|would|did|does|can|could)\b/iu

/** Whether it tells what somebody said or suffered, as articles do and signatures don't. */
export const isNews = (text: string): boolean =>
  /\b(?:said|says|told|asked|added|replied|announced|argued|warned|insisted|claimed|confirmed|admitted|denied|denies|accused|arrested|detained|charged|convicted|sentenced|jailed|killed|murdered)\b/iu.test(
    text,
  )

export const writingTrade =
  /\b(?:writer|author|journalist|reporter|editor|columnist|correspondent|critic|freelances?|contributor|blogger|novelist|poet|translator|writes (?:about|for|on|an?|the))\b/iu

const subject = new RegExp(`^(${name})(?:, [^.!?]{2,80},)? (?:is|was|has|[a-z]{2,}s)\\b`, 'u')

/** "Jane is a writer, teacher and mother": a first name suffices if the occupation follows at once. */
const firstNameSubject =
  /^(\p{Lu}\p{Ll}+) (?:is|has been) (?:an?|the|our) (?:[\p{L}-]+,? ){0,6}?(?:writer|journalist|reporter|editor|columnist|correspondent|blogger|contributor)\b(?!['’])/u

/** Whether the paragraph describes, in the third person, somebody the text has not mentioned. */
export function introducesNewPerson(paragraph: string, before: string): boolean {
  const person = subject.exec(paragraph)?.[1]
  if (person !== undefined && areNames(person)) return isNewPerson(person, before)
  const firstName = firstNameSubject.exec(paragraph)?.[1]
  return firstName !== undefined && !notNames.test(firstName) && isNewPerson(firstName, before)
}

/** Whether its first sentence introduces the writer. */
export function introducesWriter(paragraph: string): boolean {
  const [first = ''] = paragraph.split(/(?<=[^\p{Lu}][.!?])\s/u, 1)
  return writingTrade.test(first)
}

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
