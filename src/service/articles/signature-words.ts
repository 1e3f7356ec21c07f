/** What names, links and the stock phrases of signatures look like; the rules that use them: signature-rules.ts. */

const initialOrWord = String.raw`(?:\p{Lu}\.(?:-?\p{Lu}\.)*|\p{Lu}[\p{L}\p{M}'’-]+|[JS]r\.)`
const particle = '(?:de|da|do|dos|das|del|della|di|du|la|le|van|von|der|den|ten|ter|af|av|el|al|bin|ibn|zu|y)'
const name = `(?:(?:Dr|Prof|Rev|Mrs?|Ms)\\.? )?${initialOrWord}(?: (?:${particle} )*${initialOrWord}){1,3}`
const names = new RegExp(`^${name}(?:(?:, ${name})*,? (?:and|&|und|et|e|y|и|та) ${name})?$`, 'u')

/** Capitalised, but no part of anyone's name at the foot of a text. */
const notNames =
  /(?:^| )(?:The|This|That|These|There|Then|Now|Every|Last|Next|Monday|Tuesday|Wednesday|Thursday|Friday|Saturday|Sunday|January|February|March|April|May|June|July|August|September|October|November|December|Spring|Summer|Autumn|Winter|Christmas|Easter|Eve|Lake|Mount|River|Sea|Bay|Cape|Street|Road|Square|Station|North|South|East|West|Air|Rail|Bus|Train|Night|Day|Jove)(?: |$)/

export const isNames = (text: string): boolean => names.test(text) && !notNames.test(text)

const role =
  /\b(?:writers?|reporters?|correspondents?|editors?|columnists?|journalists?|critics?|photographers?|staff|contributors?|author|news|press|agency|times|post|herald|gazette|tribune|magazine|redaktion|journaliste|periodista|редактор|корреспондент)\b/iu

/** "Jane Doe", "Jane Doe and Tom Lee", "Jane Doe, staff writer", "our own correspondent". */
export function isCredit(text: string): boolean {
  if (
    /^(?:(?:our|a|an|the) )?(?:own )?(?:correspondent|staff (?:writer|reporter)s?|reporters?|staff)$/iu.test(
      text,
    )
  )
    return true
  const comma = text.lastIndexOf(', ')
  return isNames(text) || (comma > 0 && isNames(text.slice(0, comma)) && role.test(text.slice(comma)))
}

export const hasRole = (text: string): boolean => role.test(text)

export const hasLink = (text: string): boolean =>
  /https?:\/\/|\bwww\.|[\w.+-]@[\w-]+\.\w|(?:^|\s)@\w{3,}|\b[\w-]+\.(?:com|org|net|info|example)\b/iu.test(
    text,
  )

/** The whole line is an address of some kind, with or without a word before it. */
export const isContact = (text: string): boolean =>
  /^(?:[\p{L}-]{1,12}: ?)?(?:https?:\/\/\S+|www\.\S+|[\w.+-]+@[\w.-]+\.\w{2,}|@\w{3,}|\+?\d[\d ()/-]{6,20})$/iu.test(
    text,
  )

const headings = new RegExp(
  `^(?:${[
    '(?:about|meet) the (?:author|writer|columnist|contributor|reporter|journalist)s?',
    "(?:the )?author(?:'|’)?s? (?:bio|biography|note|profile|box)",
    'über (?:den autor|die autorin|die autoren)|zum autor|zur autorin',
    "[àa] propos de (?:l['’]auteure?|l['’]autrice|des auteurs)",
    '(?:sobre|acerca de) (?:el autor|la autora|los autores|las autoras)|acerca del autor',
    'sobre (?:o autor|a autora|os autores)',
    "(?:informazioni )?sull['’]aut(?:ore|rice)",
    'over de (?:auteurs?|schrijver)',
    'om (?:författaren|forfatteren)',
    'o autor(?:ze|ce|ach)',
    'об автор(?:е|ах)|про автора|про авторку',
    'σχετικά με τον συγγραφέα',
    'về tác giả',
    'लेखक (?:के बारे में|परिचय)',
    '(?:نبذة )?عن الكاتبة?',
    '(?:关于|關於)作者|作者(?:简介|簡介|紹介)|著者(?:について|紹介|プロフィール)|저자 소개',
  ].join('|')})`,
  'iu',
)

/** @returns what follows the words "About the author" in any of the languages; undefined where they don't come first */
export function afterAuthorHeading(text: string): string | undefined {
  const found = headings.exec(text)
  return found ? text.slice(found[0].length) : undefined
}

export const creditLabel =
  /^(?:words(?: and (?:pictures|photographs|photos))?|texts?|text and (?:pictures|photographs|photos)|story|article|authors?|writer|reporting|photos?|photographs?|photography|pictures?|images?|illustrations?|translation|texto|texte|auteure?|autor(?:in|a|es)?|redacción|автор(?: текста)?|авторка|текст|фото|文|撰文|作者|著者|文・写真|记者|記者|글|الكاتبة?|بقلم|लेखक|लेखिका|tác giả) ?[:：] ?/iu

export const byWord =
  /^(?:(?:written|words|text|texts|story|report|reported|article|posted|submitted|contributed|compiled|translated|edited|photos?|photographs?|pictures?|illustrations?|(?:words|text) and (?:pictures|photographs|photos)) )?(?:by|von|par|por|door)[ :] ?/iu

export const sourceLabel =
  /^(?:(?:article )?sources?|quellen?|fuentes?|fontes?|источники?|джерел[оа]|出典|来源|來源|المصدر|nguồn|स्रोत) ?[:：] ?/iu

const selfName =
  '(?:article|story|essay|column|piece|text|report|feature|interview|post|review|excerpt|recipe|work|page)'

/** A sentence that may stand beside a copyright line and nowhere in an article's own voice. */
export const isRightsSentence = (text: string): boolean =>
  /rights reserved|permission|reprint|reproduc|republish|licen[cs]ed?|creative commons|\bcc[ -]by|no part of this|by arrangement|syndicat|free of charge|may be (?:copied|shared|distributed)|(?:first|originally) published|alle rechte|tous droits|todos los derechos|все права/iu.test(
    text,
  )

const publication = new RegExp(
  `^(?:(?:this ${selfName}(?! of\\b)|an? (?:earlier|longer|shorter) version(?: of this ${selfName})?) (?:(?:was|is|has been) )?(?:(?:first|originally|previously|also) )*(?:published|appeared|appears|printed|posted|broadcast|ran|reprinted|republished|adapted|excerpted|translated|syndicated) (?:in|by|on|at|from|with|as)\\b` +
    '|(?:(?:first|originally|previously) (?:published|appeared|printed)|reprinted|republished|adapted|excerpted|extracted|reproduced) (?:in|by|on|from|with|courtesy of)\\b|(?:text )?courtesy of )',
  'iu',
)

const goesOn =
  /, (?:the|it|he|she|they|this|that|these|an?|we|his|her|its)\b|\b(?:and|but|which|where|when|since|that) (?:has|have|had|was|is|are|it|he|she|they|then)\b/iu

/** Says where this article came out, and nothing else. */
export const isPublicationNote = (text: string): boolean => publication.test(text) && !goesOn.test(text)

/** Says what may be done with this article. */
export const grant = new RegExp(
  `^(?:(?:this|the above) ${selfName}(?! of\\b)|licen[cs]ed under|released under|available under|published under|cc[ -]by|creative commons|public domain|no part of this ${selfName}|permission is (?:given|granted) to|you (?:may|are free to|are welcome to) (?:reprint|republish|copy|share|reproduce|use) this|feel free to (?:reprint|republish|share|use) this|reprints? (?:of this|permitted|allowed)|reproduction (?:of this|permitted|without)|free to reprint|may be reprinted)`,
  'iu',
)

/** A sign, a year, a holder, perhaps sentences on rights; nothing else. */
export function isCopyrightLine(note: string): boolean {
  if (
    /^(?:all rights reserved|alle rechte vorbehalten|tous droits réservés|todos los derechos reservados|все права защищены)\.?$/iu.test(
      note,
    )
  )
    return true
  const [start, sign = ''] =
    /^(?:[\p{L} ,&]{0,40} )?(©|\(c\)|copyright)(?: ?(?:©|\(c\)))?:? ?/iu.exec(note) ?? []
  if (start === undefined) return false
  const [years = ''] = /^(?:\d{4}(?: ?[-–,&/] ?\d{2,4})*)?,? ?(?:by )?/iu.exec(note.slice(start.length)) ?? []
  const isSure =
    sign === '©' ||
    /[\d©]|\(c\)[^]*reserved/iu.test(years + start) ||
    years.trim() === 'by' ||
    /reserved/iu.test(note)
  const [holder = '', ...sentences] = note.slice(start.length + years.length).split(/(?<=[^\p{Lu}][.;])\s+/u)
  return isSure && isHolder(holder) && sentences.every(isRightsSentence)
}

/** Names and titles; no verb, so no prose. */
function isHolder(text: string): boolean {
  const words = text.replace(/[.,;]+$/u, '').split(/[\s,]+/u)
  return (
    isRightsSentence(text) ||
    (words.length <= 10 &&
      words.every((word) =>
        /^(?:[^\p{Ll}]|$)|^(?:of|the|and|for|by|de|la|der|und|et|y|its|authors?)$/u.test(word),
      ))
  )
}

export const saysWrites =
  /\b(?:writer|author|journalist|reporter|editor|columnist|correspondent|critic|freelances?|contributor|blogger|novelist|poet|translator|writes (?:about|for|on|an?|the))\b/iu

const subject = new RegExp(`^(${name})(?:, [^.!?]{2,80},)? (?:is|was|has|[a-z]{2,}s)\\b`, 'u')

/** The paragraph tells of a person, in the third person, of whom the text has not spoken. */
export function startsWithStranger(note: string, before: string): boolean {
  const person = subject.exec(note)?.[1]
  return person !== undefined && isNames(person) && !isMentioned(person, before)
}

/** Whoever signs is not spoken of; whoever is spoken of at the end was spoken of before. */
export function isMentioned(person: string, before: string): boolean {
  const surname = person.slice(person.lastIndexOf(' ') + 1)
  return before.includes(surname)
}
