/** Patterns for names, roles and lines about people, used by signature-rules.ts. */

import { isNews, newsPredicate } from '../../text/news-verbs.ts'

const initialOrWord = String.raw`(?:\p{Lu}\.(?:-?\p{Lu}\.)*|\p{Lu}[\p{L}\p{M}'’-]+|[JS]r\.)`
const particle = '(?:de|da|do|dos|das|del|della|di|du|la|le|van|von|der|den|ten|ter|af|av|el|al|bin|ibn|zu|y)'
const furtherName = `(?: (?:${particle} )*${initialOrWord})`
const title = '(?:Dr|Prof|Rev|Mrs?|Ms)'
/** Reads "Mr" in one way: if it could be a title or a name, a letter with fifty signatures would take forever. */
const name = `(?:(?:${title}\\. |(?!${title} ))${initialOrWord}${furtherName}{1,3}|${title}${furtherName}{1,4})`
const names = new RegExp(`^${name}(?:(?:, ${name})*,? (?:and|&|und|et|e|y|en|и|та) ${name})?$`, 'u')

/** Capitalised words that never begin a name at the foot of a text, "Tür zu Tür", and words that are never part of one. */
const notNames =
  /^(?:Bad|Den|De|Dios|Gottes|Gran|Monte|New|Notre|Nossa|Nueva|Nuova|Nuestra|Reggio|Rio|Saint|San|Sankt|Santa|Santo|São|América) |^(\p{L}+) zu \1$|(?:^| )(?:The|This|That|These|There|Then|Now|Every|Last|Next|Monday|Tuesday|Wednesday|Thursday|Friday|Saturday|Sunday|January|February|March|April|May|June|July|August|September|October|November|December|Spring|Summer|Autumn|Winter|Christmas|Easter|Eve|Lake|Mount|River|Sea|Bay|Cape|Street|Road|Square|Station|North|South|East|West|Air|Rail|Bus|Train|Night|Day|Jove)(?: |$)/u

/** Whether a text is one or more persons' names and nothing else. */
export const areNames = (text: string): boolean => names.test(text) && !notNames.test(text)

const role =
  /\b(?:writers?|reporters?|correspondents?|editors?|columnists?|journalists?|critics?|photographers?|staff|contributors?|author|news|press|agency|times|post|herald|gazette|tribune|magazine|redaktion|redakteur(?:in)?|korrespondent(?:in)?|journaliste|correspondante?|envoyée? spéciale?|periodista|corresponsal|enviad[ao] especial|giornalista|inviat[ao]|corrispondente|redacteur|verslaggever|jornalista|correspondente|редактор|корреспондент)\b/iu

/** What may follow a name and a comma: "MD", "Ph.D.", "CFP®". Each is read in one way, or many take forever. */
const degrees = /^(?:, ?(?:(?:[A-Z]\.?){2,5}|[A-Z][a-z]\.?[A-Z]\.?|Esq\.?)[®™]?)+$/u

/** What stands before the name of a by-line, up to the name. */
export const byLinePrefix = new RegExp(
  `^(?:${[
    '(?:(?:written|words|text|texts|story|report|reported|article|posted|submitted|contributed|compiled|translated|edited|(?:medically |fact[- ])?(?:reviewed|checked)|photos?|photographs?|pictures?|illustrations?|(?:words|text) and (?:pictures|photographs|photos)) )?by',
    '(?:(?:eine? )?(?:analyse|essay|gastbeitrag|(?:gast)?kommentar|glosse|interview|kolumne|leitartikel|reportage) |(?:aufgezeichnet|protokolliert|text(?: und fotos)?|übersetzt|aus dem \\p{L}+) )?von',
    'das (?:gespräch|interview) führten?',
    "(?:(?:propos recueillis|recueilli|écrit|photos?|publié|rédigé|texte|traduit(?: de l['’]\\p{L}+| du \\p{L}+)?) )?par",
    'une? (?:analyse|article|chronique|enquête|entretien|reportage|tribune) (?:de|par)',
    '(?:(?:escrito|fotos?|publicado|texto) )?por',
    '(?:(?:una?|uma) )?(?:entrevista|reportaje|reportagem|texto|traducción|tradução) de',
    '(?:(?:articolo|a cura|intervista|testo|traduzione) )?di|a cura della|scritto da',
    '(?:(?:geschreven|opgetekend|tekst|vertaald) )?door',
    '(?:een )?(?:analyse|column|interview|recensie|reportage) van',
    '(?:(?:foto|skriven|text(?: och foto)?|översatt|översättning) )?av',
    '(?:fot|oprac|tłum|zdj)\\.',
    '(?:беседовал|записал|подготовил)[аи]?|(?:записа|підготува)(?:в|ла|ли)|розмовля(?:в|ла|ли)',
    'γράφ(?:ει|ουν) (?:ο|η|οι)',
  ].join('|')})[ :] ?`,
  'iu',
)

/** "By" or its like alone may be the answer to a question, and then ends in a full stop. */
export function isByLine(line: string): boolean {
  const [prefix] = byLinePrefix.exec(line) ?? []
  if (prefix === undefined) return false
  const credit = line.slice(prefix.length)
  return isCredit(credit) || (prefix.trim().includes(' ') && isCredit(credit.replace(/\.$/u, '')))
}

const agencies =
  'AP|AFP|AAP|Adnkronos|Agência Brasil|ANI|ANP|ANSA|APA|ATS|Belga|Bloomberg|CNA|DPA|EFE|Europa Press|IANS|Interfax|KNA|Kyodo|Lusa|NTB|PA|PAP|PTI|Reuters|Ritzau|RSI|SDA|SID|STT|TASS|TT|UNB|UPI|Xinhua|Yonhap|(?:The )?Associated Press|(?:The )?Canadian Press|Getty Images|IMAGO|Imago|picture alliance|Agence France-Presse|Deutsche Presse-Agentur|Press Association|Thomson Reuters'
const agency = new RegExp(
  `^(?:[a-z]{2,4} ?/ ?)?(?:${agencies}|dpa|epd|sda|sid)(?:(?: ?[/,&+-] ?| and | und | et | y | e )(?:${agencies}|[a-z]{2,4}))*\\.?$`,
  'u',
)

export const isAgency = (text: string): boolean => agency.test(text)

/** "Mit Material von dpa", "Le Monde avec AFP", "With inputs from agencies". */
export function isAgencyNote(text: string): boolean {
  const named = helped.exec(text)?.[1]
  return (
    named !== undefined &&
    (isAgency(named) || /^(?:agencies|agences|agencias|agências|Agenturen|Agenturmaterial)\.?$/u.test(named))
  )
}

const helped =
  /^(?:(?:\p{Lu}[\p{L}.’'-]* ){0,4}[Aa]vec|[Mm]it(?: (?:Material|Informationen|Inhalten) (?:von|der)(?: Nachrichtenagentur(?:en)?)?)?|[Cc]on(?: (?:información|informaciones|datos) de)?|[Cc]om(?: informações d[aeo]s?)?(?: [Aa]gência(?! Brasil))?|[Mm]et|[Ww]ith (?:agency )?inputs? from) (.+)$/u

/** "Jane Doe", "Jane Doe and Tom Lee", "Jane Doe, MD", "Jane Doe (AFP)", "our own correspondent". */
export function isCredit(text: string): boolean {
  if (
    /^(?:(?:our|a|an|the) )?(?:own )?(?:correspondent|staff (?:writer|reporter)s?|reporters?|staff)$|^(?:unserer |la |onze |a )?(?:redaktion|rédaction|redacción|redazione|redactie|redação)$/iu.test(
      text,
    )
  )
    return true
  if (areNames(text)) return true
  const first = text.indexOf(', ')
  if (first > 0 && areNames(text.slice(0, first)) && degrees.test(text.slice(first))) return true
  const [, people = '', addition = ''] = /^(.*\S)(?:, | \(| ?\/ ?)([^,(/]+?)\)?$/u.exec(text) ?? []
  return areNames(people) && (role.test(addition) || isAgency(addition) || isAgencyNote(addition))
}

/** "Executive Editor at the Loaf. Baker since 1998." */
export function isRole(text: string): boolean {
  const first = firstSentence(text)
  return first.length <= 100 && /^\p{Lu}/u.test(first) && writingTrade.test(first) && !verb.test(first)
}

const ordinal =
  '(?:first|second|third|(?:four|fif|six|seven|eigh|nin|ten)th|last|latest|next|only|youngest|oldest)'

const verb = /\b(?:is|are|was|were|has|have|had|said|says|will|would|did|does|can|could)\b/iu

/** Not roles such as "critic of the plan" or "author of the report": articles speak of such people. */
export const writingTrade =
  /\b(?:writer|author(?! of (?:the|a|this) (?:report|study|paper|survey|review|analysis|letter|petition|bill|plan|motion)\b)|journalist|reporter|editor|columnist|correspondent|critic(?! of\b)|freelances?|contributor|blogger|novelist|poet|translator|writes (?:about|for|on|an?|the))\b/iu

/** Phrases that signatures use of a person, but prose may use as well. */
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

/** The same for a paragraph known to belong to a signature or to have a link: almost any present-tense verb will do. */
export const isAboutNewPerson = (paragraph: string, before: string): boolean =>
  isOnNewPerson(mentionedPerson, paragraph, before)

function isOnNewPerson(pattern: RegExp, paragraph: string, before: string): boolean {
  // The subject first: few paragraphs begin with a name, and news is looked for in all of the text.
  const person = personAtStart(pattern, paragraph)
  return person !== undefined && !isNews(paragraph) && isNewPerson(person, before)
}

function personAtStart(pattern: RegExp, paragraph: string): string | undefined {
  const fullName = pattern.exec(paragraph)?.[1]
  if (fullName !== undefined && areNames(fullName)) return fullName
  const firstName = firstNameSubject.exec(paragraph)?.[1]
  return firstName === undefined || notNames.test(firstName) ? undefined : firstName
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

/** "Anna Schmidt ist Redakteurin in Ulm.": the same in other languages, if nothing else is told of somebody new. */
export function isWriterElsewhere(paragraph: string, before: string): boolean {
  const [, person, author] = writerElsewhere.exec(paragraph) ?? []
  if (person !== undefined) return areNames(person) && isNewPerson(person, before)
  return author !== undefined && !before.toLowerCase().includes(author.toLowerCase())
}

const tradeElsewhere = `(?:${[
  '\\p{L}*(?:[Rr]edakteur|[Jj]ournalist|[Rr]eporter|[Kk]orrespondent|[Kk]olumnist|[Aa]utor)(?:in)?|Publizist(?:in)?|Schriftsteller(?:in)?',
  'journaliste|rédact(?:eur|rice)(?: en chef)?|correspondante?|chroniqueu(?:r|se)|éditorialiste|essayiste|écrivaine?',
  'periodista|redactora?|corresponsal|columnista|reporter[ao]|escritora?',
  'giornalista|redat(?:tore|trice)|corrispondente|editorialista|scrit(?:tore|trice)',
  'redac(?:teur|trice)|correspondent|columnist|verslaggever|schrijver|schrijfster',
  'jornalista|redatora?|correspondente|colunista|repórter|escritora?',
  'redaktör|skribent|författare|krönikör',
  '(?:dziennikar|pisar)(?:zem|ką)|(?:redaktor|reporter)(?:em|ką)|(?:felietonist|publicyst)k?ą',
].join('|')})`

/** What an article reports on: that somebody wrote it is news, no author's line. */
const writtenElsewhere =
  " \\p{Ll}{1,6}[ '’](?:l['’]|\\p{Ll}{2,5} )?" +
  '(?:Analyse|Antrag|Bericht|Brief|Gutachten|Petition|Studie|Umfrage|Untersuchung|' +
  'enquête|étude|lettre|pétition|rapport|encuesta|carta|estudio|informe|petición|indagine|lettera|petizione|rapporto|' +
  'ricerca|studio|onderzoek|petitie|studie|estudo|pesquisa|petição|relatório)(?:s|es|en)?(?!\\p{L})'

const writerElsewhere = new RegExp(
  `^(?:(${name})(?:, Jahrgang \\d{4},)?|(Der Autor|Die Autorin|L['’](?:auteure?|autrice|autore)|(?:El|O) autor|(?:La|A) autora|De (?:auteur|schrijver))) ` +
    '(?:ist|est|es|è|is|é|är|jest|arbeitet als|travaille comme|trabaja como|lavora come|werkt als|trabalha como) ' +
    '(?:(?:eine?|une?|una|uma?|een|en|freier?|freelance|frilansande) ){0,2}' +
    `${tradeElsewhere}(?:(?:,| und| et| y| e| en| och| i) ${tradeElsewhere}){0,2}` +
    '(?: (?:indépendante?|independiente|independente|freelance))?' +
    `(?!${writtenElsewhere})` +
    "(?: (?:in|im|bei|beim|der|des|dieser|für|à|au|aux|du|de|del|della|en|di|da|do|no|na|em|a|per|bij|van|voor|i(?= \\p{Lu})|på|för|vid|w|z|dla|d['’]) ?" +
    // A second verb would come after one of these.
    '(?:(?! (?:und|et|y|e|ed|en|och|i|qui|que|che|dont|die|dat|som) \\p{Ll}| ge\\p{Ll}+en\\.?$)[^,.;:!?()]|(?<!\\p{Ll})\\.|(?<=\\p{Ll})\\.(?=\\S)){2,80})?\\.?$',
  'u',
)

export const firstSentence = (paragraph: string): string =>
  paragraph.split(/(?<=[^\p{Lu}][.!?])\s/u, 1)[0] ?? ''

/** Whether it says typical things of that person, who may be named by first or last name only. */
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
    if (!isCredit(line.trim().replace(byLinePrefix, '')) || (byLines += 1) > maxByLines) return false
  }
  return true
}
