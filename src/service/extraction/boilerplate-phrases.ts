import { isNews } from '../../text/news-verbs.ts'
import type { TextBlock } from './text-blocks.ts'

// Phrases common to all kinds of sites, in the languages of most pages. They are matched only at the beginning of short
// blocks, and never after a quotation mark: "Follow me," she said.

/** Whether a block is a request to the reader or a pointer to other pages. */
export function isPointer(block: TextBlock): boolean {
  const { text, words, linked, element } = block
  if (/^t[dh]$/.test(element.tagName)) return false
  // A long sentence with a short link tells more than where the link leads.
  const isLinkList = linked > 0.3 || (linked > 0 && (words <= 15 || !sentenceEnd.test(text)))
  // "By signing up you agree to stay, the mayor told them": not every quotation has its marks.
  const isRequest = teasers.test(text) || (notes.test(text) && !isNews(text))
  return (
    (words <= 40 && (isRequest || (isLinkList && pointers.test(text)))) ||
    (words <= 12 && (notices.test(text) || (!sentenceEnd.test(text) && labels.test(text)))) ||
    (words <= 3 && element.tagName !== 'li' && controls.test(text))
  )
}

/** Whether a block is the heading or label of a box or list unrelated to the article. */
export const opensBox = ({ text, words }: TextBlock): boolean =>
  words <= 10 && boxes.test(text) && !sentenceEnd.test(text)

/** "More news is expected on Thursday." A label has no full stop. */
const sentenceEnd = /[\p{L}\p{N}%)][.!?]["'”’»)]*$/u

const starts = (...expressions: readonly string[]): RegExp =>
  new RegExp(`^[^\\p{L}\\p{N}"'“”„«»‘’]*(?:${expressions.join('|')})`, 'iu')

const end = '\\s*[.…!:»>→]*$'
const duration = '(?:[\\s·•|–—(-]*\\d+(?::\\d\\d)? ?(?:min(?:ute)?n?s?)?\\.?\\)?)?'
const network =
  '(?:our |the )?(?:social|twitter|x\\b|facebook|instagram|linkedin|threads|bluesky|mastodon|youtube|tiktok|google|whatsapp|telegram|pinterest|medium|flipboard|substack|github|twitch|spotify|snapchat|reddit|@)'
/** What a site asks its readers to log in for. Others register to vote. */
const purpose =
  '(?:to|and) (?:(?:read|view|see|access|continue|unlock|get access to) (?:this|the (?:full|rest|whole|entire|article|story|content|page)|more|reading|our|all|unlimited)\\b|(?:post|leave|write|add|make) (?:a |an |your )?(?:comments?|repl(?:y|ies)|reviews?)\\b|join the (?:conversation|discussion)\\b|(?:comment|reply|continue|view)' +
  `${end})`

/** Matched only in blocks with a link; without one they are advice. */
const pointers = starts(
  'also read\\b(?! by\\b)',
  `(?:further|more|recommended|suggested|must|related) read(?:ing|s)?(?:\\s*[:|–—-]|${end}| (?:on|about|from)\\b)`,
  'read (?:also|next|now|our|it here)\\b',
  `read more(?:\\s*[:|–—-]|${end}| (?:about|on|at|from|here|in|of|by)\\b| \\w+ (?:news|stories|articles|posts)\\b)`,
  `read the full (?:[\\w-]+ )?(?:article|story|post|interview|report|review|piece|text|statement|letter|list)(?: (?:here|on|at|in|from|by|for more)\\b|\\s*:|${end})`,
  'related(?: (?:articles?|posts?|stor(?:y|ies)|content|links?|topics?|news|reading|coverage))?\\s*:',
  'see also\\b',
  'you (?:may|might|could|will|’ll) (?:also )?(?:like|be interested|enjoy)',
  `(?:sign up|subscribe|register)(?: (?:here|now|today|free)\\b| (?:to|for) (?:our|my|free|more)\\b| ${purpose}|\\s*:|${end})`,
  '(?:sign up|subscribe) (?:to|for) the (?:[\\w-]+ ){0,3}(?:newsletters?|letter|podcast|feed|channel|list|digest|briefing)\\b',
  `follow (?:us|me|him|her|them|@\\w+)(?: (?:on ${network}|at @|here\\b)|\\s*:|${end})`,
  'click here to (?:subscribe|sign|share|follow|read)',
  'share (?:this|on|via)\\b',
  `(?:auch interessant|lesen sie (?:auch|mehr|dazu)|mehr zum thema|das könnte sie (?:auch |ebenfalls )?interessieren|zum thema(?:\\s*:|${end}))`,
  '(?:lire aussi|à lire aussi|lire la suite|voir aussi|sur le même sujet)',
  `(?:lea también|lee también|leer más|te puede interesar|más información(?: (?:en|sobre|aquí)\\b|\\s*:|${end}))`,
  '(?:leggi anche|potrebbe interessarti|lees ook|lees meer|leia (?:também|mais))',
  '(?:čtěte také|czytaj także|читайте также)',
)

const teasers = starts('(?:also read|read also|related)\\s*:')

const toInbox = '\\b(?:delivered|straight|right|directly) to your (?:inbox|email)\\b'

const notes = starts(
  'if you (?:liked|enjoyed) this (?:article|story|post)',
  `already (?:have an account|a (?:member|subscriber))(?:\\s*\\?|,? (?:log|sign) ?in\\b|${end})`,
  'to read the rest of (?:this|the) (?:article|story|post|content)\\b',
  `to read the full (?:article|story)(?:\\s*,|${end}| (?:please|click|subscribe|log|sign|visit|go|here|on|at)\\b)`,
  'this (?:article|story|content|post) is (?:exclusive|for (?:subscribers|members)|only available)',
  `(?:create|sign in to|log in to) (?:an |a |your )?(?:free )?account(?: or (?:log|sign) ?in\\b| ${purpose}|${end})`,
  'by (?:clicking|submitting|signing up|subscribing|continuing|entering)\\b.{0,90}\\b(?:you|i) (?:\\w+ ){0,3}(?:agree|consent|accept)\\b',
  'by (?:clicking|submitting|signing up|subscribing|continuing|entering)\\b.{0,90}\\b(?:our|your) (?:terms|privacy|cookies?)\\b',
  `thank(?:s| you)(?: (?:very|so) much)? for (?:(?:subscribing|signing up)(?: (?:to|for) (?:our|the|my)(?: [\\w-]+){1,4})?|your submission|completing (?:the|this|our) (?:form|survey))(?:\\s*[.!]|${end})`,
  `thank(?:s| you) for visiting(?: (?:(?:our|this|the|my) (?:web ?site|site|page|blog)|[\\w-]+\\.\\w{2,4})\\b|${end})`,
  'thank you! your submission\\b',
  'oops! something went wrong',
  `(?:you need to|you have to|you must|please) (?:log ?in|login|sign in|register)(?: or (?:log ?in|login|sign (?:in|up)|register|subscribe|create an account))?(?: ${purpose}|${end})`,
  '(?:you need to|you have to|please) enable (?:javascript|cookies)',
  `we (?:may|might)? ?(?:earn|receive) (?:an? )?(?:affiliate |small )?commissions?(?:\\b[^.]{0,80}\\b(?:links?|purchases?|you (?:buy|click|order|shop)|this (?:page|site|article|post))\\b|${end})`,
  'we are (?:a )?reader-supported',
  'if you (?:buy|purchase|click|order)\\b[^.]{0,60}\\b(?:we|our links?|(?:a|the|these|this) links?)\\b[^.]{0,60}\\bcommission',
  '(?:we|our \\w+)\\b[^.]{0,40}\\bindependently (?:chosen|chose|select|review|test|research|recommend|pick)\\w*\\b[^.]{0,40}\\b(?:products?|everything|items?|gear|recommend\\w*)\\b',
  '(?:all |the |each |every )?(?:products?|items?)\\b[^.]{0,40}\\bindependently (?:chosen|select|review|test|research|recommend|pick)\\w* by (?:[\\w-]+ ){0,2}(?:us|our|editors?)\\b',
  '[^.!?]{0,60}\\b(?:sign up|subscribe|register)\\b.{0,40}\\bour\\b.{0,40}\\b(?:newsletters?|inbox|mailing list)\\b',
  `(?:all the|breaking|daily|enjoy|get|have|join|our|receive|sign up|subscribe|top|want|weekly|(?:an? |the )?(?:best|daily|day|latest|monthly|most|news|stories|updates|week|weekly))\\b[^.!?]{0,80}${toInbox}`,
  '(?:get|receive|have)\\b[^.!?]{0,80}\\bsent to your (?:inbox|email)\\b',
  `(?:subscribe|sign up) (?:now|today|here)(?: (?:to|for|and)\\b|\\s*[.!?:–—-]|${end})`,
  'subscribe to (?:(?:our|my)|this (?:blog|newsletter|channel|site|feed|page|podcast|list|discussion))\\b',
  `follow (?:us|me|him|her|them|@\\w+) on ${network}`,
  'add (?:us )?as (?:a|your) preferred source',
  '(?:copyright|©)[^.!?]{0,80}[.,–—|-]? all rights reserved\\b',
)

const notices = starts(
  '(?:image |photo |video |featured image )?(?:source|credit)s?\\s*:',
  '\\(?(?:image|photo) (?:source|credit|by|via|courtesy)\\b',
  '(?:tags?|topics?|categor(?:y|ies)|keywords)\\s*:',
  '(?:advertisement|sponsored|promoted|anzeige|werbung|publicité|publicidad|pubblicità)\\s*$',
  '(?:learn|read|see|view|show|load) (?:more|less|all|full (?:story|article))\\s*[.…›»>→]*$',
  '(?:copy link|link copied|leave a (?:comment|reply)|no posts|back to top|jump to the \\w+|pin (?:it|for later)(?: here)?|skip to [\\w ]+)\\s*[.…!:]*$',
  'discussion about this post',
  // Above a text that is read aloud, and around advertisements in its midst.
  `listen to (?:this|the) (?:article|stor(?:y|ies)|post)${duration}${end}`,
  `(?:artikel anhören|écouter (?:cet |l['’])article|escuchar (?:este |el )?artículo|ascolta (?:questo |l['’])articolo)${duration}${end}`,
  `(?:article|story|content) continues (?:below|after)(?: (?:this |the )?(?:ads?|advert(?:isement)?s?|video|promotion))?${end}`,
  `(?:skip past|skip|after) (?:ad|advert(?:isement)?|newsletter promotion)${end}`,
  `(?:weiter(?:lesen)? nach der (?:anzeige|werbung)|la suite après (?:la |cette )publicité)${end}`,
  '\\d+ (?:comments?|shares?|views?|likes?)\\s*$',
)

/** Each part ends in a separator: a run of letters could be split into parts in millions of ways. */
const date =
  '(?:(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?|(?:mon|tues?|wed(?:nes)?|thu(?:rs?)?|fri|sat(?:ur)?|sun)(?:day)?|\\d{1,4}(?:st|nd|rd|th|[ap]m)?|[ap]\\.?m|at|on|gmt|utc|[ecmp][sd]?t|bst|ist|cest)(?:[\\s,.:/()-]+|$)){2,12}'

/** Matched only in blocks that are no sentence. */
const labels = starts(
  '(?:posted|filed) (?:in|under)\\b',
  `(?:last |this post was |this article was )?(?:updated|modified|reviewed|published|posted)(?: on| at)?\\s*:?\\s+(?:on )?${date}(?:[|•·].*|(?:posted )?by\\b.*)?$`,
  `[^.!?]{0,80}${toInbox}`,
  '.{0,60}\\b\\d+ ?(?:min(?:ute)?s?)[ -](?:read|to read)\\b',
  'reading time\\b',
  'visited [\\d,.]+ times',
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
  '(?:join|subscribe to|sign up (?:for|to)|get) (?:our|the) (?:\\w+ )?(?:newsletters?|mailing list|latest(?: (?:news|stories|headlines|updates|posts|articles|from|in|on)\\b|\\s*[:!]*$))',
  '(?:newsletters?|subscribe|sign up)\\s*[:.!]*$',
  '(?:follow us|connect with us|contact us|get in touch|stay (?:connected|informed|up to date|in touch))\\b',
  '(?:leave a (?:comment|reply)|comments?|discussion(?: about this post)?|join the (?:conversation|discussion))\\s*(?:\\(\\d+\\))?$',
  '(?:das könnte sie|auch interessant|mehr zum thema|verwandte artikel|ähnliche artikel|weitere artikel|über den autor|inhaltsverzeichnis|inhalt$)',
  '(?:à lire aussi|articles? (?:similaires|liés|associés)|sur le même (?:sujet|thème)|sommaire$)',
  '(?:artículos relacionados|te puede interesar|también te puede|noticias relacionadas)',
  '(?:articoli correlati|potrebbe interessarti|leggi anche)',
  '(?:lees ook|gerelateerde|související|powiązane|читайте также|похожие)',
)
