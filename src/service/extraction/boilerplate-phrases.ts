import type { TextBlock } from './text-blocks.ts'

// Phrases common to all kinds of sites, in the languages of most pages. They are matched only at the beginning of short
// blocks, and never after a quotation mark: "Follow me," she said.

/** Whether a block is a request to the reader or a pointer to other pages. */
export function isPointer(block: TextBlock): boolean {
  const { text, words, linked, element } = block
  if (/^t[dh]$/.test(element.tagName)) return false
  return (
    (words <= 40 && (notes.test(text) || (linked > 0 && pointers.test(text)))) ||
    (words <= 12 && notices.test(text)) ||
    (words <= 3 && element.tagName !== 'li' && controls.test(text))
  )
}

/** Whether a block is the heading or label of a box or list unrelated to the article. */
export const opensBox = ({ text, words }: TextBlock): boolean => words <= 10 && boxes.test(text)

const starts = (...expressions: readonly string[]): RegExp =>
  new RegExp(`^[^\\p{L}\\p{N}"'“”„«»‘’]*(?:${expressions.join('|')})`, 'iu')

/** Matched only in blocks with a link; without one they are advice. */
const pointers = starts(
  '(?:also|further|more|recommended|suggested|must|related) read(?:ing|s)?\\b',
  'read (?:also|more|next|now|the full|our|it here)\\b',
  'related(?: (?:articles?|posts?|stor(?:y|ies)|content|links?|topics?|news|reading|coverage))?\\s*:',
  'see also\\b',
  'you (?:may|might|could|will|’ll) (?:also )?(?:like|be interested|enjoy)',
  '(?:sign up|subscribe|register)\\b',
  'follow (?:us|me|him|her|them|@\\w+)\\b',
  'click here to (?:subscribe|sign|share|follow|read)',
  'share (?:this|on|via)\\b',
  '(?:auch interessant|lesen sie (?:auch|mehr|dazu)|mehr zum thema|das könnte sie|zum thema)',
  '(?:lire aussi|à lire aussi|lire la suite|voir aussi|sur le même sujet)',
  '(?:lea también|lee también|leer más|te puede interesar|más información)',
  '(?:leggi anche|potrebbe interessarti|lees ook|lees meer|leia (?:também|mais))',
  '(?:čtěte také|czytaj także|читайте также)',
)

const notes = starts(
  '(?:also read|read also|related)\\s*:',
  'if you (?:liked|enjoyed) this (?:article|story|post)',
  'already (?:have an account|a (?:member|subscriber))',
  'to read the (?:rest of|full (?:article|story))',
  'this (?:article|story|content|post) is (?:exclusive|for (?:subscribers|members)|only available)',
  '(?:create|sign in to|log in to) (?:an |a |your )?(?:free )?account',
  'by (?:clicking|submitting|signing up|subscribing|continuing|entering)\\b.{0,90}\\b(?:agree|consent|accept|terms|privacy|cookies?)\\b',
  'thank(?:s| you)[^.]{0,20}(?:subscribing|signing up|visiting|your submission|completing)',
  'oops! something went wrong',
  '(?:you need|you have|please) (?:to )?(?:log ?in|login|sign in|register|enable (?:javascript|cookies))',
  'we (?:may|might)? ?(?:earn|receive) (?:an? )?(?:affiliate |small )?commissions?',
  'we are (?:a )?reader-supported',
  'if you (?:buy|purchase|click) [^.]{0,60}commission',
  '(?:we|our \\w+|(?:all |the |each |every )?(?:products?|items?))\\b[^.]{0,40}\\bindependently (?:chosen|chose|select|review|test|research|recommend|pick)',
  '[^.!?]{0,60}\\b(?:sign up|subscribe|register)\\b.{0,40}\\bour\\b.{0,40}\\b(?:newsletters?|inbox|mailing list)\\b',
  '[^.!?]{0,80}\\b(?:delivered|straight|sent|right|directly) to your (?:inbox|email)\\b',
  '(?:subscribe|sign up) (?:now|today|here)\\b',
  'subscribe to (?:our|my|this)\\b',
  'follow (?:us|me|him|her|them|@\\w+) on\\b',
  'add (?:us )?as (?:a|your) preferred source',
)

const notices = starts(
  '(?:image |photo |video |featured image )?(?:source|credit)s?\\s*:',
  '\\(?(?:image|photo) (?:source|credit|by|via|courtesy)\\b',
  '(?:posted|filed) (?:in|under)\\b',
  '(?:tags?|topics?|categor(?:y|ies)|keywords)\\s*:',
  '(?:last |this post was |this article was )?(?:updated|modified|reviewed|published|posted)(?: on| at)?\\s*:?\\s+(?:on |in )?(?:\\d|jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)',
  '.{0,60}\\b\\d+ ?(?:min(?:ute)?s?)[ -](?:read|to read)\\b',
  'reading time\\b',
  '(?:advertisement|sponsored|promoted|anzeige|werbung|publicité|publicidad|pubblicità)\\s*$',
  '(?:learn|read|see|view|show|load) (?:more|less|all|full (?:story|article))\\s*[.…›»>→]*$',
  '(?:copy link|link copied|leave a (?:comment|reply)|no posts|back to top|jump to the \\w+|pin (?:it|for later)(?: here)?|skip to [\\w ]+)\\s*[.…!:]*$',
  'discussion about this post',
  'visited [\\d,.]+ times',
  '\\d+ (?:comments?|shares?|views?|likes?)\\s*$',
)

/** Labels of buttons, matched only when they stand alone. */
const controls = starts(
  '(?:loading|print|copied|email|save|tweet|share|comments?|reply|discuss(?: this)?|previous|next|top)\\s*[.…!:]*$',
)

const boxes = starts(
  '(?:other |more |our )?(?:related|similar) (?:articles?|posts?|stor(?:y|ies)|contents?|links?|topics?|news|reading|reads|coverage|resources|videos?|products?|blogs?|guides?|pages?)\\b',
  '(?:other |more |our )?(?:recommended|suggested|featured|popular|trending|latest|recent) (?:articles?|posts?|stor(?:y|ies)|news|reading|reads|coverage|blogs?)\\b',
  'related\\s*[:.…]*$',
  '(?:other |more |our )?(?:posts?|articles?|stor(?:y|ies)) (?:you (?:may|might)|to read)\\b',
  '(?:you|readers) (?:may|might|could|will|’ll) also (?:like|be interested|enjoy|love)',
  'you (?:may|might) (?:like|enjoy|be interested in)(?: this| these| reading| the following.*)?\\s*[:.…]*$',
  '(?:you|readers) who liked',
  'if you (?:liked|enjoyed) this',
  'more (?:from|by|like this|to read|stories|articles|news|posts|reading)\\b',
  '(?:up next|read next|next up|check out next|further reading|keep reading|continue reading|recommended for you|recommended reading|next article|previous article)\\b',
  'what (?:others are|to) read',
  '(?:about|meet) the authors?\\b',
  '(?:written|reviewed|edited|posted|authored) by\\b',
  '(?:table of contents?|in this (?:article|story|post|guide|section)|article contents?|on this page|what’s inside|jump to(?: section)?|contents)\\s*:?$',
  'share (?:(?:this|the) (?:article|story|post|page|entry)|this|on \\w+)\\s*[:.!]*$',
  '(?:join|subscribe to|sign up (?:for|to)|get) (?:our|the) (?:\\w+ )?(?:newsletters?|mailing list|latest)\\b',
  '(?:newsletters?|subscribe|sign up)\\s*[:.!]*$',
  '(?:follow us|connect with us|contact us|get in touch|stay (?:connected|informed|up to date|in touch))\\b',
  '(?:leave a (?:comment|reply)|comments?|discussion(?: about this post)?|join the (?:conversation|discussion))\\s*(?:\\(\\d+\\))?$',
  '(?:das könnte sie|auch interessant|mehr zum thema|verwandte artikel|ähnliche artikel|weitere artikel|über den autor|inhaltsverzeichnis|inhalt$)',
  '(?:à lire aussi|articles? (?:similaires|liés|associés)|sur le même (?:sujet|thème)|sommaire$)',
  '(?:artículos relacionados|te puede interesar|también te puede|noticias relacionadas)',
  '(?:articoli correlati|potrebbe interessarti|leggi anche)',
  '(?:lees ook|gerelateerde|související|powiązane|читайте также|похожие)',
)
