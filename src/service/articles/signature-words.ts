/** Patterns for links, labels and the stock phrases of signatures, used by signature-rules.ts. */

import { areNames, isAgency, isCredit } from './signature-persons.ts'

export const hasLink = (text: string): boolean =>
  /https?:\/\/|\bwww\.|[\w.+-]@[\w-]+\.\w|(?:^|\s)@\w{3,}|\b[\w-]+\.(?:com|org|net|info|example)\b/iu.test(
    text,
  )

/** Whether the whole line is a link, mail address or handle, with or without a label before it. */
export const isAddress = (text: string): boolean =>
  /^(?:[\p{L}-]{1,12}: ?)?(?:https?:\/\/\S+|www\.\S+|[\w.+-]+@[\w.-]+\.\w{2,}|@\w{3,})$/iu.test(text)

export const isTelephoneNumber = (text: string): boolean =>
  /^(?:[\p{L}-]{1,12}: ?)?\+?\d[\d ()/-]{6,20}$/u.test(text)

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

/** @returns what follows "About the author" in any of the languages; undefined if the text doesn't begin with it */
export function afterAuthorHeading(text: string): string | undefined {
  const found = headings.exec(text)
  return found ? text.slice(found[0].length) : undefined
}

const creditLabel =
  /^(?:words(?: and (?:pictures|photographs|photos))?|texts?|text and (?:pictures|photographs|photos)|story|article|authors?|writer|reporting|(?:photo|picture|image)s?(?: credits?)?|photographs?|photography|illustrations?|translation|redaktion|rédaction|redakcja|editors?|tekst|text och foto|texto|texte|testo|auteure?|autrice|autore|autor(?:in|a|es)?|redacción|fotos?|foto[’']s|fotograf(?:ía|ie|ia)s?|illustration|interview|protokoll|mitarbeit|bild(?:er)?|beeld|illustratie|zdjęci[ea]|rozmawiał[aą]?|opracowanie|tłumaczenie|översättning|entrevista|intervista|reportaje|reportagem|edición|edição|übersetzung|traduction|traducción|traduzione|tradução|vertaling|crédits?(?: photos?)?|автор(?: текста)?|авторка|текст|фото|συντάκτ(?:ης|ρια)|κείμενο|φωτογραφίες|írta|szerző|szöveg|fotók?|yazar|yazan|haber|fotoğraf|çeviri|penulis|pewarta|reporter|teksti|kirjoittaja|toimittaja|kuvat?|forfatter|journalist|文|撰文|作者|著者|文・写真|取材・文|构成|構成|记者|記者|(?:责任)?编辑|責任?編[輯集]|글|사진|الكاتبة?|بقلم|نویسنده|عکس|מאת|כתבה?|צילום|लेखक|लेखिका|tác giả|ảnh|ผู้เขียน|เรื่อง) ?[:：＝] ?/iu

/** @param before where a label that begins other lines, too, is that of a speaker */
export function isLabelledCredit(line: string, before: string): boolean {
  const [label] = creditLabel.exec(line) ?? []
  if (label === undefined) return false
  const credit = line.slice(label.length)
  const isUncased = /^[^\p{Lu}\p{Ll}.。!?！？]{2,40}$/u.test(credit)
  return (
    isCredit(credit) ||
    isAgency(credit) ||
    (isUncased && !before.startsWith(label) && !before.includes(`\n${label}`))
  )
}

const sourceLabel =
  /^(?:(?:article )?sources?|quellen?|fuentes?|fontes?|bron(?:nen)?|kilder?|käll(?:a|or)|lähde|źródł[oa]|zdroje?|kaynak|источники?|източни(?:к|ци)|джерел[оа]|πηγ(?:ή|ές)|forrás|surs[ae]|sumber|izvori?|vir|lähteet|allika[sd]|šaltinis|avots|出典|来源|來源|출처|المصدر|منبع|מקור|nguồn|स्रोत|ที่มา) ?[:：] ?/iu

/** A label, and papers, titles or addresses; perhaps how to reprint. */
export function isSource(line: string): boolean {
  const [label] = sourceLabel.exec(line) ?? []
  if (label === undefined) return false
  const source = line.slice(label.length)
  const sentences = source.split(/(?<=[^\p{Lu}][.;])\s+/u)
  const rights = sentences.findIndex(isRightsSentence)
  return (
    /^[^\p{Ll}]|^https?:|^dpa\b|^[\w-]+(?:\.[\w-]+)+$/u.test(source) &&
    !sentences.slice(0, rights < 0 ? undefined : rights).some(isSentence)
  )
}

/** By an English verb outside titles and addresses, or in any language by many small words in a row. */
const isSentence = (text: string): boolean =>
  /\b(?:is|are|was|were|has|have|had|did|will|would|said|says|told|confirmed)\b|(?:\s\p{Ll}[\p{L}\p{M}'’-]*,?){8}|[\p{Lo},，]{15}[。！？]/u.test(
    text.replace(/["“„«][^"“”„«»]*["”“»]|\S*[./@]\S+/gu, ''),
  )

const selfName =
  '(?:article|story|essay|column|piece|text|report|feature|interview|post|review|excerpt|recipe|work|page)'

/** A sentence that may accompany a copyright line but never occurs in an article's own prose. */
export const isRightsSentence = (text: string): boolean =>
  /rights reserved|permission|reprint|reproduc|republish|licen[cs]ed?|creative commons|\bcc[ -]by|no part of this|by arrangement|syndicat|free of charge|may be (?:copied|shared|distributed)|(?:first|originally) published|riproduzione riservata|alle rechte|tous droits|todos los derechos|все права/iu.test(
    text,
  )

/** Not "this work": articles on research say where it was published, and when a report was. */
const publication = new RegExp(
  `^(?:(?:this (?!work\\b|(?:report|review|text) (?:was|is|has been) published)${selfName}(?! of\\b)|an? (?:(?:earlier|longer|shorter|different|edited) version|version(?= of this))(?: of this ${selfName})?) (?:(?:was|is|has been) )?(?:(?:first|originally|previously|also) )*(?:published|appeared|appears|printed|posted|broadcast|ran|reprinted|republished|adapted|excerpted|translated|syndicated) (?:in|by|on|at|from|with|as)\\b` +
    '|(?:(?:first|originally|previously) (?:published|appeared|printed)|reprinted|republished|adapted|excerpted|extracted|reproduced) (?:in|by|on|from|with|courtesy of)\\b|(?:text )?courtesy of )',
  'iu',
)

const mainClause =
  /, (?:(?:and|but|so) )?(?:the|it|he|she|they|this|that|these|an?|we|his|her|its)\b|\b(?:and|but|which|where|when|since|that) (?:has|have|had|was|is|are|it|he|she|they|then)\b/iu

/** Prose may tell who wrote a story, but not who paid for it or published it. */
const productionNote = new RegExp(
  `^This ${selfName}(?: (?:about|on) [^.!?]{3,60})? was (?:(?:produced|reported|funded|supported|commissioned)|written by \\p{Lu}[^.!?]{2,60} and (?:produced|published)) (?:by|with|as part of|in partnership with) \\p{Lu}`,
  'u',
)

/** What WordPress appends to each item of a feed, by site language. */
const feedNote =
  /^(?:the post .{1,200} (?:appeared first|first appeared) on|der beitrag .{1,200} erschien zuerst auf|l['’]article .{1,200} est apparu en premier sur|la entrada .{1,200} (?:se publicó primero en|aparece primero en)|o post .{1,200} apareceu primeiro em|l['’]articolo .{1,200} (?:proviene da|sembra essere il primo su)|het bericht .{1,200} verscheen eerst op) .{1,100}$/iu

/** In one clause, and only with a word for "first": prose tells where an article appeared. */
const firstPublication =
  /^(?:dieser (?:artikel|beitrag|text) (?:erschien|ist) (?:zuerst|zunächst|ursprünglich)|cet article (?:a (?:été )?(?:d['’]abord |initialement )(?:publié|paru)|a été (?:publié|paru) (?:d['’]abord|initialement))|este art[íi](?:culo|go) (?:se publicó|apareció|fue publicado|foi publicado|saiu) (?:originalmente|originariamente|por primera vez|primeiro)|questo articolo è (?:apparso|stato pubblicato) (?:originariamente|originalmente|per la prima volta)|dit (?:artikel|stuk) (?:verscheen|is) (?:eerder|eerst|oorspronkelijk)) [^,;:!?]{4,120}$/iu

/** A line that only says where this article was published. */
export const isPublicationNote = (text: string): boolean =>
  feedNote.test(text) ||
  firstPublication.test(text) ||
  (publication.test(text) && !mainClause.test(text)) ||
  (productionNote.test(text) && !mainClause.test(text.replace(/, an? /gu, ' ')))

/** A line that says how this article may be used. */
export const licenceGrant = new RegExp(
  `^(?:(?:this|the above) ${selfName}(?! of\\b)|licen[cs]ed under|released under|available under|published under|cc[ -]by|creative commons|public domain|no part of this ${selfName}|permission is (?:given|granted) to (?=.*\\b(?:reprint|reproduce|republish|copy|distribute|quote)\\b)|you (?:may|are free to|are welcome to) (?:reprint|republish|copy|share|reproduce|use) this|feel free to (?:reprint|republish|share|use) this|reprints? (?:of this|permitted|allowed)|reproduction (?:of this|permitted|without)|free to reprint|may be reprinted)`,
  'iu',
)

/** A sign, a year, a holder, perhaps sentences on rights; nothing else. */
export function isCopyrightLine(paragraph: string): boolean {
  if (
    /^(?:all rights reserved|alle rechte vorbehalten|tous droits réservés|todos los derechos reservados|todos os direitos reservados|alle rechten voorbehouden|alla rättigheter förbehållna|wszelkie prawa zastrzeżone|riproduzione riservata|все права защищены)\.?$/iu.test(
      paragraph,
    )
  )
    return true
  if (reprintBan.test(paragraph)) return true
  const [start, sign = ''] =
    /^(?:[\p{L} ,&]{0,40} )?(©|\(c\)|copyright)(?: ?(?:©|\(c\)))?:? ?/iu.exec(paragraph) ?? []
  if (start === undefined) return false
  const [years = ''] =
    /^(?:\d{4}(?: ?[-–,&/] ?\d{2,4})*)?,? ?(?:by )?/iu.exec(paragraph.slice(start.length)) ?? []
  const isSure =
    sign === '©' ||
    /[\d©]|\(c\)[^]*reserved/iu.test(years + start) ||
    years.trim() === 'by' ||
    /reserved/iu.test(paragraph)
  const [holder = '', ...sentences] = paragraph
    .slice(start.length + years.length)
    .split(/(?<=[^\p{Lu}][.;])\s+/u)
  // "All rights reserved." ends any prose; only more about rights can follow it.
  const isRights = /^all rights reserved/iu.test(sentences[0] ?? '') || sentences.every(isRightsSentence)
  return isSure && isCopyrightHolder(holder) && isRights
}

/** What Korean papers add to each article. */
const reprintBan = /^[<(]?(?:(?:저작권자|copyright|ⓒ|©)[^.]{0,60}[.,]? ?)?무단 ?전재[^.]{0,40} 금지[.>)]*$/iu

/** Names and titles without a verb, so not prose. */
function isCopyrightHolder(text: string): boolean {
  const words = text.replace(/[.,;]+$/u, '').split(/[\s,]+/u)
  return (
    isRightsSentence(text) ||
    (words.length <= 10 &&
      words.every((word) =>
        /^(?:[^\p{Ll}]|$)|^dpa(?:$|[-:])|^(?:of|the|and|for|by|de|la|der|und|et|y|its|authors?)$/u.test(word),
      ))
  )
}

/** "홍길동 기자 hong@example.com" */
export const isKoreanReporter = (text: string): boolean =>
  /^[가-힣]{2,4} ?(?:기자|특파원|논설위원)(?: [\w.+-]+@[\w.-]+)?$/u.test(text)

/** "（记者 张三 编辑 李四）", of which the brackets are removed. Without a space, the words may be a heading. */
export const isChineseReporter = (text: string): boolean =>
  /^(?:本报|本刊|本网|新华社|新華社|中新社|中央社)?(?:记者|記者|通讯员|编辑|編輯)[ ：:]\p{Script=Han}{2,4}(?:[ 、，/]\p{Script=Han}{2,4}){0,8}$/u.test(
    text,
  )

/** "Jane Doe contributed to this report.", "Additional research by Jane Doe.", "With files from Reuters" */
export function isContributionNote(text: string): boolean {
  const people =
    /^(?:(?:\p{Lu}[\p{L}.]+ ){0,4}(?:writers?|reporters?|correspondents?|staff) )?(.{3,200}?) (?:in [^.,]{2,40} )?(?:also )?contributed (?:reporting |research |writing )?(?:to|for) this (?:article|story|report|piece|post|review|essay)\.?$/u.exec(
      text,
    )?.[1] ??
    /^additional (?:contributions?|reporting|research|writing|material|work) (?:was |were )?(?:provided )?(?:by|from) (.{3,200}?)\.?$/iu.exec(
      text,
    )?.[1] ??
    /^(?:[-–—] ?)?with (?:files|reporting) (?:from|by) (.{2,200}?)\.?$/iu.exec(text)?.[1]
  return people !== undefined && areContributors(people.split(betweenPeople))
}

/** "Reporting by Jane Doe in Leeds and Tom Lee; editing by Ana Ruiz". */
export const isAgencyCredit = (text: string): boolean =>
  text.split(/; ?|, (?=\p{L}+ by )/u).every((part) => {
    const people =
      /^(?:(?:with )?additional )?(?:compiled|editing|graphics|reporting|translation|writing) by (.+?)\.?$/iu.exec(
        part,
      )?.[1]
    return people !== undefined && areContributors(people.split(betweenPeople).map(withoutPlace))
  })

const betweenPeople = /, and |, | and | & /u

const areContributors = (people: readonly string[]): boolean =>
  people.every((person) => areNames(person) || isCredit(person) || isAgency(person.replace(/^the /iu, '')))

/** "The views expressed here are the author’s own and do not necessarily reflect those of the Loaf." */
export const isDisclaimer = (text: string): boolean =>
  /^(?:the |all |any )?(?:views|opinions)(?:,? (?:and|or) (?:views|opinions))?,? expressed [^.!?]{0,80}?(?:\bare (?:solely |entirely |strictly )?(?:(?:the |their |his |her )?(?:author|writer|columnist|contributor)s?['’]s? own|(?:his|her|their) own|those of the (?:author|writer|columnist|contributor)s?)|\bdo(?:es)? not necessarily (?:reflect|represent))\b[^!?]*$/iu.test(
    text,
  )

const withoutPlace = (person: string): string =>
  person.replace(
    / in (?:the )?\p{Lu}[\p{L}.'’-]*(?: (?:(?:d[aeo]|del|la|of|the) )?\p{Lu}[\p{L}.'’-]*){0,4}$/u,
    '',
  )

const ofEachMonth = Array.from({ length: 12 }, (_, month) => Date.UTC(2024, month, 1))
const ofEachWeekday = Array.from({ length: 7 }, (_, day) => Date.UTC(2024, 0, day + 1))

/** Names of months and weekdays in the languages below. */
const dateNames = ['en', 'de', 'fr', 'es', 'it', 'nl', 'pt', 'sv'].flatMap((language) =>
  (['long', 'short'] as const).flatMap((style) => {
    const names = (part: 'month' | 'weekday', days: readonly number[]): string[] => {
      const format = new Intl.DateTimeFormat(language, { [part]: style, timeZone: 'UTC' })
      return days.map((day) => format.format(day).replace('.', ''))
    }
    return [...names('month', ofEachMonth), ...names('weekday', ofEachWeekday)]
  }),
)

/**
 * "Last updated: 3 March 2024", "Published on Monday, 4 March 2024 at 10:15". Each part must end in a separator: a run of
 * letters could be split into parts in millions of ways. Other words than those of dates make it a sentence.
 */
export const isDateNote = (text: string): boolean => dateNote.test(text)

const dateNote = new RegExp(
  [
    '^(?:(?:first|last|originally|date|last date) )?',
    '(?:published|posted|updated|reviewed|modified|edited|aktualisiert|veröffentlicht|publié|mis à jour|publicado|actualizado|pubblicato|aggiornato|atualizado|gepubliceerd|bijgewerkt|stand|publicerad|uppdaterad)',
    '(?: (?:on|at|am|le|el|il|em|op|den))?[:,]? (?:on )?',
    String.raw`(?=.*(?:(?:19|20)\d\d|\d[./-]\d))`,
    String.raw`(?:(?:${dateNames.join('|')}|sept|tues|thurs|uhr|gmt|utc|[ecmp][sd]t|bst|ces?t|\d{1,4}(?:st|nd|rd|th|[ap]\.?m)?|at|um|à|alle|de|[ap]\.?m|\d{1,2}h(?:\d\d)?|\d{1,2}:\d\d(?::\d\d)?(?:[ap]\.?m)?)(?:[ ,./-]+|$)){1,9}$`,
  ].join(''),
  'iu',
)

/** "Subscribe to our newsletter", "Enter your e-mail to get more like this". */
export const isNewsletterLine = (text: string): boolean =>
  newsletter.test(text) ||
  /^(?:please )?enter your e-?mail(?: address)? (?:to|and|for)\b[^.!?]{2,120}[.!]?$/iu.test(text)

const newsletter = new RegExp(
  [
    '^(?:[^.!?]{2,60}[?!] |please |you can |to [^.!?,]{3,60},? |for more [^.!?,]{3,60},? )?',
    '(?:subscribe|sign up|join|get|receive|register|abonnieren sie|melden sie sich|abonnez-vous|inscrivez-vous|suscríbe(?:te|se)|iscriviti|schrijf (?:je|u)|meld (?:je|u)|inscreva-se|assine|subscreva|anmäl dig|prenumerera|zapisz)\\b',
    '[^.!?]{0,120}',
    '\\b(?:newsletters?|newslettera|nieuwsbrief|nyhetsbrev|mailing list|e-?mail (?:list|updates|alerts)|(?:in|to) your inbox|our blog|(?:daily|weekly|monthly) (?:updates|digest)|boletín|infolettre)\\b',
    '[^.!?]{0,120}[.!]?(?: [^.!?]{1,60}[.!])?$',
  ].join(''),
  'iu',
)

/** Headings of boxes, meaningless without the box. */
export const boxHeading =
  /^(?:(?:written|posted|reviewed|edited) by|authors?|by|about|bio|contributors?|recent posts|latest posts|(?:view |read )?(?:our )?privacy policy|no spam\b.{0,40}|newsletter|stay (?:updated|informed|in touch)|subscribe|sources?|credits?)[:,]?$/iu

export const isPageBoilerplate = (text: string): boolean =>
  /^(?:share (?:this|on|via|the)\b.{0,60}|our standards: .{0,20}trust principles\.?|(?:back|go) to top|(?:tags|tagged|topics|categories|category|filed under|posted in|keywords|schlagwörter|étiquettes|etiquetas)[: ].{1,200}|print|comments?|no comments|comments are closed\.?|leave a (?:comment|reply)|view (?:full |all )?(?:profile|posts?).{0,40}|more (?:posts |articles |stories )?by .{3,40}|recent posts|latest posts|(?:view |read )?(?:our )?privacy policy|no spam\b.{0,40}|.{0,150}\b(?:leav(?:e|ing) (?:us )?an? comment|in the comments(?: below)?)[^.!?]{0,60}[.!?]?)$/iu.test(
    text,
  )
