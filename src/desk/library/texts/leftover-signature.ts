import { isNews, newsPredicate } from '../../../text/news-verbs.ts'

/** How many characters of the end are examined. Signatures are not longer. */
const examinedLength = 1_200
const maxLines = 12

/**
 * Tells whether a text still ends with an author box, by-line, source or licence note. Simpler than what a service does
 * to remove one, and more cautious, because it must have no false positives. A copyright line alone doesn't count: it
 * has its own flag.
 */
export function isLeftoverSignature(text: string): boolean {
  const end = text.trimEnd()
  const tail = end.slice(-examinedLength)
  const lines = tail.split('\n').map((line) => line.trim())
  // The first line may be cut off.
  if (tail.length < end.length) lines.shift()
  const last = lines.filter((line) => line !== '').slice(-maxLines)
  if (isMailBlock(last)) return true
  return last.some((line, index) => {
    const isAlone = last.slice(index + 1).every((after, below) => isAside(after, last[index + below]))
    return isAuthorHeading(unwrapped(line)) || (isAlone && isSignature(line, last[index - 1], end))
  })
}

const unwrapped = (line: string): string => line.replace(/^[#*_\s[(]+|[*_\s\])]+$/gu, '')

function isSignature(line: string, previous: string | undefined, text: string): boolean {
  const bare = unwrapped(line)
  return isByLine(bare, previous) || isNote(bare) || isAuthorBox(bare, text, line)
}

/** "--" on its own line, followed by a name or address in a few short lines. */
function isMailBlock(lines: readonly string[]): boolean {
  const at = lines.indexOf('--')
  if (at < 0 || lines.lastIndexOf('--') !== at) return false
  const rest = lines.slice(at + 1)
  return (
    rest.length > 0 &&
    rest.length <= 6 &&
    rest.every((line) => line.length <= 120) &&
    rest.some((line) => hasAddress(line) || personAlone.test(line))
  )
}

/** Lines that may follow a signature: copyright, an address, a row of stars. */
const isAside = (line: string, previous: string | undefined): boolean =>
  /^(?:[*•·~_=—–-]\s*)+$/u.test(line) ||
  /©|\(c\)|copyright|rights reserved/iu.test(line) ||
  (line.length < 250 && hasAddress(line)) ||
  isNote(line) ||
  isByLine(line, previous)

const authorHeading =
  /^(?:(?:about|meet) the (?:author|writer|columnist|reporter|journalist)s?|author bio(?:graphy)?|über (?:den autor|die autorin)|zu[mr] autor(?:in)?|à propos de l['’]aut(?:eure?|rice)|sobre (?:el|la|o|a) autora?|sull['’]aut(?:ore|rice)|over de auteur|об авторе|про автор(?:а|ку)|σχετικά με τον συγγραφέα|về tác giả|लेखक के बारे में|عن الكاتبة?|关于作者|關於作者|作者简介|作者簡介|著者について|저자 소개)\s*(?:$|[:：—–-]\s*\S)/iu

const isAuthorHeading = (line: string): boolean => line.length < 700 && authorHeading.test(line)

const word = String.raw`(?:\p{Lu}\.(?:-?\p{Lu}\.)*|\p{Lu}[\p{L}\p{M}'’-]+)`
const person = String.raw`(?:(?:Dr|Prof)\.? )?${word}(?: (?:(?:de|da|del|van|von|der|den|di|la|le|bin|al) )*${word}){1,3}`
const personAlone = new RegExp(`^${person}(?:,.{1,60})?$`, 'u')
const credit = new RegExp(
  String.raw`^${person}(?:(?:, | and | & | und | et | y | и )${person})*(?:, (?:staff |senior |freelance )?(?:writer|reporter|correspondent|editor|columnist|journalist|photographer)s?)?\.?$`,
  'u',
)

const by =
  /^(?:(?:(?:written|words|text|story|report|article|posted|photos?|photographs?|pictures) )?by|von|par|por|[—–-]|--)[ :]\s?/iu
const label =
  /^(?:words|text|texts?|story|author|autorin?|autora?|auteure?|texte|texto|автор|текст|文|撰文|作者|著者|글|بقلم|الكاتب|लेखक|tác giả) ?[:：] ?/iu

/** Capitalised words after "By" that are not names. */
const notPerson =
  /(?:^| )(?:The|This|Monday|Tuesday|Wednesday|Thursday|Friday|Saturday|Sunday|January|February|March|April|May|June|July|August|September|October|November|December|Lake|Mount|River|Street|Road|Bridge|Station|North|South|East|West|Christmas|Morning|Night|Day)(?: |$)/u

/** @param previous the line above: a name below a quotation is its source, and dashes below each other are a list */
function isByLine(line: string, previous: string | undefined): boolean {
  if (line.length > 120) return false
  if (label.test(line)) {
    const name = line.replace(label, '')
    return credit.test(name) || /^[^\p{Lu}\p{Ll}.。!?！？\d]{2,30}$/u.test(name)
  }
  if (!by.test(line)) return false
  if (/^[—–-]/u.test(line) && /^[—–-]|["”»’'“]$/u.test(previous ?? '')) return false
  const name = line.replace(by, '')
  return credit.test(name) && !notPerson.test(name)
}

/** A line that only gives the source or the licence of the text. */
const isNote = (line: string): boolean =>
  line.length < 400 &&
  (/^(?:(?:article )?source|quelle|fuente|fonte|источник|джерело|出典|来源|來源|المصدر|nguồn|स्रोत) ?[:：] ?(?:https?:|[^!?]{2,120}(?:https?:|\d))/iu.test(
    line,
  ) ||
    /^(?:this (?:article|story|essay|column|piece|text|work)(?! of\b)|an (?:earlier|abridged) version of this (?:article|story)) (?:(?:was|is|has been|may be|can be) )?(?:(?:first|originally|previously) (?:published|appeared)|reprinted|republished|reproduced|licensed)\b(?!.*, (?:and|but|it|which)\b)/iu.test(
      line,
    ) ||
    /^(?:originally (?:published|appeared)|reprinted|republished) (?:in|by|on|from|with|courtesy)\b(?!.*, (?:the|and|but|it|he|she|which)\b)/iu.test(
      line,
    ))

const box = new RegExp(
  String.raw`^(${person})(?:, [^.!?]{2,80},)? (?!(?:${newsPredicate})\b)(?:is|has|[a-z]{2,}s)\b`,
  'u',
)
const profession =
  /\b(?:writer|author of|journalist|reporter|editor|columnist|correspondent|freelance|contributor|blogger|writes (?:about|for|on|an? |the ))\b/iu

/** A short paragraph about a person not named in the text, with a writing profession or a contact address. */
function isAuthorBox(line: string, text: string, whole: string): boolean {
  if (line.length > 700 || isNews(line)) return false
  const name = box.exec(line)?.[1]
  if (name === undefined || notPerson.test(name)) return false
  if (!hasAddress(line) && !(line.length <= 350 && profession.test(line))) return false
  const surname = name.slice(name.lastIndexOf(' ') + 1)
  const before = text.slice(0, text.lastIndexOf(whole))
  return before.trim() !== '' && !before.includes(surname)
}

const hasAddress = (line: string): boolean =>
  /https?:\/\/|\bwww\.|[\w.+-]@[\w-]+\.\w|\b[\w-]+\.(?:com|org|net|info|example)\b/iu.test(line)
