import { isLeftoverSignature } from './leftover-signature.ts'
import { looksLikeHtml } from '../../../text/html-text.ts'
import { countWords } from './keyword-matching.ts'
import type { Quality } from '../records.ts'

const minWords = 300

/**
 * Returns all qualities but 'language', which depends on the rest of the job, in the order of the type. Scans the text
 * only a few times, because it runs for every article.
 *
 * @param article `wordCount` as on the card, if already counted
 */
export function qualityOf(
  { title, text, wordCount }: { title: string; text: string; wordCount?: number },
  { signatureRemovalAsked }: { signatureRemovalAsked: boolean },
): Quality[] {
  const found: Quality[] = []
  if ((wordCount ?? countWords(text)) < minWords) found.push('short')
  if (hasLink(text)) found.push('links')
  if (hasCopyrightLine(text)) found.push('copyright')
  if (signatureRemovalAsked && isLeftoverSignature(text)) found.push('signature')
  if (isMostlyCapitals(text)) found.push('capitals')
  if (hasMarkup(text) || entity.test(title)) found.push('markup')
  return found
}

/** Words such as "Amazon.com" are names. An address has a scheme, "www." or a path. */
function hasLink(text: string): boolean {
  return (
    (text.includes('://') && /https?:\/\/[^\s/.,]/i.test(text)) ||
    (/www\./i.test(text) && /(?:^|[^\p{L}\p{N}])www\.[\p{L}\d-]+\.\p{L}/iu.test(text)) ||
    (text.includes('/') && /[a-z\d]\.(?:com|org|net|info|eu|io|co\.uk|de|fr)\/[\w~]/i.test(text))
  )
}

/**
 * Rare strings that are cheap to search for. They select the lines to test with `copyrightLine`.
 */
const copyrightSigns = [
  '©',
  '(c)',
  '(C)',
  'yright',
  'YRIGHT',
  'ghts res',
  'GHTS RES',
  'ghts Res',
  'vorbehalten',
  'éservés',
  'vados',
  'rvati',
  'защищены',
  'захищені',
  '版权所有',
  '版權所有',
]

const longestCopyrightLine = 400

function hasCopyrightLine(text: string): boolean {
  for (const sign of copyrightSigns) {
    for (let at = text.indexOf(sign); at >= 0;) {
      const start = text.lastIndexOf('\n', at) + 1
      const next = text.indexOf('\n', at)
      const end = next < 0 ? text.length : next
      if (end - start <= longestCopyrightLine && copyrightLine.test(text.slice(start, end).trim()))
        return true
      // Continues on the next line, so that a line with a million signs is tested once.
      at = text.indexOf(sign, end)
    }
  }
  return false
}

/** A sign with a year or a holder, or "all rights reserved", at the start of a line or sentence; never in quotes. */
const copyrightLine = new RegExp(
  [
    String.raw`(?:^|[.!?)] )(?:[\p{L}/&]+[,:]? ){0,5}© ?(?:\d{4}|\p{Lu}|\p{Lo}|by )`,
    String.raw`(?:^|[.!?)] )(?:\p{L}+[,:]? ){0,5}\([cC]\) ?(?:[cC]opyright )?(?:\d{4}|by )`,
    String.raw`(?:^|[.!?)] )(?:\p{L}+ ){0,3}(?:[cC]opyright|COPYRIGHT):? ?(?:©|\([cC]\))? ?(?:\d{4}\b(?! on\b| the\b)|by \p{Lu})`,
    String.raw`(?:^|[.!?,] |\d )(?:[aA]ll [rR]ights [rR]eserved|ALL RIGHTS RESERVED|[aA]lle Rechte vorbehalten|[tT]ous droits réservés|[tT]odos los derechos reservados|[tT]odos os direitos reservados|[tT]utti i diritti riservati|[вВ]се права защищены|[уУ]сі права захищені)[.!]?$`,
    String.raw`^(?:版权所有|版權所有)`,
  ].join('|'),
  'u',
)

const minLetters = 40
/** A sample of this size is enough to tell whether more than half of all letters are capitals. */
const sampledLetters = 1_000

function isMostlyCapitals(text: string): boolean {
  let capitals = 0
  let small = 0
  const step = Math.max(1, Math.floor(text.length / sampledLetters))
  for (let i = 0; i < text.length; i += step) {
    const letterCase = letterCases[text.charCodeAt(i)]
    if (letterCase === 1) capitals += 1
    else if (letterCase === 2) small += 1
  }
  return capitals > small && capitals + small >= minLetters
}

/** For Latin, Greek and Cyrillic: 1 for a capital, 2 for a small letter, 0 or undefined for neither. */
const letterCases = Uint8Array.from({ length: 0x530 }, (_, code) => {
  const letter = String.fromCharCode(code)
  if (letter !== letter.toLowerCase()) return 1
  return letter === letter.toUpperCase() ? 0 : 2
})

const entity = /&(?:nbsp|amp|quot|apos|lt|gt|[lr][sd]quo|[mn]dash|hellip|#\d{2,6}|#x[\da-f]{2,6});/i

function hasMarkup(text: string): boolean {
  return (
    (text.includes('<') && (looksLikeHtml(text) || tagsInProse(text))) ||
    (text.includes('&') && entity.test(text)) ||
    (text.includes('](') && /\[[^\]\n]{1,200}\]\((?:https?:|\/|#|mailto:)/.test(text)) ||
    (text.includes('**') && /(?<![\w*])\*\*[^\s*][^*\n]{0,300}\*\*(?![\w*])/.test(text)) ||
    (text.includes('# ') && /(?:^|\n)#{1,6} \p{L}/u.test(text)) ||
    (text.includes('```') && /(?:^|\n)```/.test(text)) ||
    (text.includes('[/') && /\[\/(?:b|i|u|url|img|quote|code|color|size|caption|embed)\]/i.test(text))
  )
}

/** Finds a closed element outside of quotes and backticks, in which texts about markup put their tags. */
function tagsInProse(text: string): boolean {
  const closed = new Set(Array.from(text.matchAll(closingTag), ([, name = '']) => name.toLowerCase()))
  return (
    [...closed].some((name) => new RegExp(`(?<!["“‘'\`])<${name}(?:\\s[^<>]*)?>`, 'i').test(text)) ||
    /<br ?\/?>\s*(?:<br ?\/?>|\n)/i.test(text)
  )
}

const closingTag =
  /<\/(p|div|span|a|b|i|em|strong|h[1-6]|ul|ol|li|blockquote|font|table|figure)>(?!["”’'`])/gi
