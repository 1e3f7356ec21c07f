import type { Unit } from './units.ts'

// Words that sites use in every trade, in the languages that most pages are in. They are matched at the beginning of
// short units only: an article about newsletters says more than "Subscribe to our newsletter".

/** A line that asks for something or points elsewhere. */
export function isPointer({ text, words }: Unit): boolean {
  return (words <= 40 && pointers.test(text)) || (words <= 12 && notices.test(text))
}

/** A heading or label whose list or box is about other things than the article. */
export const opensBox = ({ text, words }: Unit): boolean => words <= 10 && boxes.test(text)

const starts = (expressions: readonly string[]): RegExp =>
  new RegExp(`^[^\\p{L}\\p{N}]*(?:${expressions.join('|')})`, 'iu')

const pointers = starts([
  '(?:also|further|more|recommended|suggested|must|related) read(?:ing|s)?\\b',
  'read (?:also|more|next|now|the full|our|it here)\\b',
  'related(?: (?:articles?|posts?|stor(?:y|ies)|content|links?|topics?|news|reading|coverage))?\\s*:',
  'see also\\b',
  'you (?:may|might|could|will|’ll) (?:also )?(?:like|be interested|enjoy)',
  'if you (?:liked|enjoyed) this',
  'sign up (?:for|to|now|today|here)\\b',
  'subscribe (?:to|now|today|here|for)\\b',
  'follow (?:us|me|him|her|them|@\\w+)\\b',
  'share (?:this|on|via)\\b.{0,60}$',
  'click here to (?:subscribe|sign|share|follow|read)',
  'already (?:have an account|a (?:member|subscriber))',
  'to read the (?:rest|full)',
  'this (?:article|story|content|post) is (?:exclusive|for (?:subscribers|members)|only available)',
  '(?:create|sign in to|log in to) (?:an |a |your )?(?:free )?account',
  'by (?:clicking|submitting|signing up|subscribing|continuing|entering)\\b',
  'thank(?:s| you)[^.]{0,20}(?:subscribing|signing up|visiting|your submission|completing)',
  'oops! something went wrong',
  '(?:you need|you have|please) (?:to )?(?:log ?in|login|sign in|register|enable (?:javascript|cookies))',
  'we (?:may|might) (?:earn|receive) (?:an? )?(?:affiliate |small )?commission',
  'if you (?:buy|purchase|click) [^.]{0,60}commission',
  '(?:auch interessant|lesen sie (?:auch|mehr|dazu)|mehr zum thema|das könnte sie|zum thema)\\b',
  '(?:lire aussi|à lire aussi|lire la suite|voir aussi|sur le même sujet)\\b',
  '(?:lea también|lee también|leer más|te puede interesar|más información)\\b',
  '(?:leggi anche|potrebbe interessarti)\\b',
  '(?:lees ook|lees meer|leia (?:também|mais)|čtěte také|czytaj także|читайте также)',
])

const notices = starts([
  '(?:image |photo |video |featured image )?(?:source|credit)s?\\s*:',
  '\\(?(?:image|photo) (?:source|credit|by|via|courtesy)\\b',
  '(?:posted|filed) (?:in|under)\\b',
  '(?:tags?|topics?|categor(?:y|ies)|keywords)\\s*:',
  '(?:last |this post was |this article was )?(?:updated|modified|reviewed|published|posted)(?: on| at)?\\s*:?\\s+(?:on |in )?(?:\\d|jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)',
  '\\d+ ?(?:min(?:ute)?s?)[ -](?:read|to read)\\b',
  'reading time\\b',
  '(?:advertisement|sponsored|promoted|anzeige|werbung|publicité|publicidad|pubblicità)\\s*$',
  '(?:learn|read|see|view|show|load) (?:more|less|all|full (?:story|article))\\s*[.…›»>→]*$',
  '(?:loading|print|copy link|link copied|copied|email|save|tweet|pin it(?: here)?|share|comments?|leave a (?:comment|reply)|no posts|reply|discuss(?: this)?|previous|next|back to top|top|skip to [\\w ]+)\\s*[.…!:]*$',
  'discussion about this post',
  'visited [\\d,.]+ times',
  '\\d+ (?:comments?|shares?|views?|likes?)\\s*$',
])

const boxes = starts([
  '(?:other |more |our )?(?:related|similar|recommended|suggested|featured|popular|trending|latest|recent) (?:articles?|posts?|stor(?:y|ies)|contents?|links?|topics?|news|reading|reads|coverage|resources|videos?|products?|blogs?|guides?|pages?)\\b',
  'related\\s*[:.…]*$',
  '(?:you|readers) (?:may|might|could|will|’ll|who liked) (?:also )?(?:like|be interested|enjoy|love|this)',
  'if you (?:liked|enjoyed) this',
  'more (?:from|by|in|like this|to read|stories|articles|news|posts|reading|workflows|home)\\b',
  '(?:up next|read next|next up|check out next|further reading|keep reading|continue reading|recommended (?:for you|reading)|next article|previous article)\\b',
  'what (?:others|others are|to read)\\b',
  '(?:about|meet) the authors?\\b',
  '(?:written|reviewed|edited|posted|authored) by\\b',
  '(?:table of contents?|in this (?:article|story|post|guide|section)|article contents?|on this page|what’s inside|jump to(?: section)?|contents)\\s*:?$',
  'share (?:this|on|the)\\b',
  '(?:join|subscribe|sign up|newsletter|get (?:our|the) (?:newsletter|latest))\\b',
  '(?:follow us|connect with us|contact us|get in touch|stay (?:connected|informed|up to date|in touch))\\b',
  '(?:leave a (?:comment|reply)|comments?|discussion(?: about this post)?|join the (?:conversation|discussion))\\s*(?:\\(\\d+\\))?$',
  '(?:das könnte sie|auch interessant|mehr zum thema|verwandte artikel|ähnliche artikel|weitere artikel|über den autor|inhaltsverzeichnis|inhalt$)',
  '(?:à lire aussi|articles? (?:similaires|liés|associés)|sur le même (?:sujet|thème)|sommaire$)',
  '(?:artículos relacionados|te puede interesar|también te puede|noticias relacionadas)',
  '(?:articoli correlati|potrebbe interessarti|leggi anche)',
  '(?:lees ook|gerelateerde|související|powiązane|читайте также|похожие)',
])
