/** Patterns of words and addresses that tell kinds of pages apart; used in page-signals.ts and page-measures.ts. */

export const price = /[$€£¥₹]\s?\d|\d\s?(?:€|£|zł|kr\b|USD\b|EUR\b|CHF\b)/g

export const acceptButton =
  /^(?:(?:i )?(?:accept|agree|consent|allow)(?: (?:all|and|to|cookies?).*)?|(?:alle(?:s)? )?(?:akzeptieren|zustimmen|annehmen)(?: und .*)?|(?:tout )?accepter(?: .*)?|j['’]accepte|aceptar(?: .*)?|accetta(?: .*)?|aceito|akkoord|(?:alles )?accepteren|godkänn(?: .*)?|zgadzam się|принять.*|同意.*)$/i

export const callToAction =
  /\b(?:get (?:started|an?|your|my|in touch)|request|book (?:an?|now|your|online)|contact (?:us|sales)|talk to|speak (?:to|with)|start (?:your|for|now|free|a)|try (?:it|for|now|free)|free (?:trial|quote|consultation|estimate|demo)|schedule|call (?:us|now|today)|sign up|apply|enrol?l|register|learn more|(?:see|view) (?:plans|pricing)|hire|let['’]s talk)\b|\b(?:jetzt|kontakt|angebot anfordern|demander|contactez|essai gratuit|solicit|contácta|prueba gratis|richiedi|contattaci)/i

/** Labels beside posts and answers. */
export const replyLabel =
  /^(?:(?:add |post |write )?(?:a )?repl(?:y|ies)|quote|joined:?|registered:?|posts:?|messages:?|reaction score:?|threads:?|views|thread starter|original poster|likes?:?|solved|(?:member since.*)|(?:junior |senior |new |active )?member|offline|location:?|upvote|downvote|flag|report|permalink|parent|share|#\d+|\d+ (?:repl(?:y|ies)|answers?|views|posts|points?|votes?)|(?:last )?edited.*|antworten|zitieren|beiträge:?|répondre|citer|responder|citar|rispondi)$/i

export const byLine =
  /^(?:(?:[Ww]ritten|[Pp]osted|[Rr]eviewed|[Ww]ords|[Pp]ublished|[Aa]rticle|[Rr]eporting) )?(?:[Bb]y|BY|[Vv]on|[Pp]ar|[Pp]or|[Dd]i|[Dd]oor)(?:$|:| \p{Lu})/u

export const authorName = /(?:^|[\s_-])(?:author|byline)(?:$|[\s_-])/i

export const postName =
  /(?:^|[\s_-])(?:comment|reply|answer|message|post|topic-post|question|blockpost|postcell)(?:$|[\s_-])/i

export const profileLink =
  /(?:^|\/)(?:users?|u|members?|profiles?|people|~[\w-]+|memberlist\.php)(?:[/.?=-]|$)|user\?id=|profile/i

export const threadLink =
  /(?:^|\/)(?:threads?|showthread(?:\.php)?|viewtopic(?:\.php)?|topics?\/\d|questions\/\d|t\/[\w-]+\/?\d*|discussions?\/\d|forums?)(?:[/.?\d]|$)/i

export const shareLink =
  /sharer|\/share\?|intent\/(?:tweet|post)|share-offsite|shareArticle|pin\/create|wa\.me|whatsapp:/i

export const pageLink = /[?&](?:page|paged|p|start|offset)=\d|\/page\/\d/i

/** Matches headlines that ask or promise; pages that sell are titled with their product. */
export const asks =
  /[?？]|\d|^(?:how|what|why|when|where|who|which|is|are|can|should|do|does|wie|was|warum|wann|wer|comment|pourquoi|quand|qui|cómo|qué|por qué|cuándo|quién|come|perché|quando|chi|hoe|waarom|как|почему|что)(?!\p{L})/iu

export const sells =
  /\b(?:services?|company|companies|solutions?|software|platform|pricing|calculator|official|certificates?|certification|courses?|programs?|programme|deals|offers|shop|store|buy|sale|hire|products?|catalog(?:ue)?|jobs?|archives?|forums?|leistungen|dienstleistungen|kaufen|angebote|startseite|boutique|acheter|accueil|tienda|comprar|servicios|inicio|negozio|servizi)\b/i

/** Segments of paths. */
export const articleFolder =
  /^(?:blogs?|news|newsroom|articles?|artikel|stor(?:y|ies)|posts?|magazine|magazin|journal|insights?|guides?|learn|advice|reviews?|recipes?|opinion|entry|knowledge.*|tips|resources?|academy|press.*|pub|publications?|nachrichten|actualites|actualités|noticias|notizie)$/
export const forumFolder =
  /^(?:t|threads?|topics?|questions?|viewtopic.*|showthread.*|forums?|discussions?|community|comments)$/
export const listFolder =
  /^(?:categor(?:y|ies)|tags?|topics?|collections?|c|cat|browse|shop|search|list|latest|authors?|archives?|product-category|w|b|trending|jobs?|kategorie|thema)$/
export const productFolder = /^(?:products?|dp|items?|itm|sku|produkte?|produits?|productos?|prodotti)$/
export const serviceFolder =
  /^(?:services?|solutions?|platform|pricing|products?|about|features|company|leistungen|dienstleistungen|servicios|servizi)$/
export const articleHost = /^(?:blogs?|news)\./
export const forumHost = /^(?:forums?|community|bbs|discuss|answers)\./

/** Types of schema.org, in lower case. */
export const articleTypes = new Set(
  'article newsarticle blogposting reportagenewsarticle analysisnewsarticle opinionnewsarticle reviewnewsarticle backgroundnewsarticle liveblogposting techarticle scholarlyarticle medicalscholarlyarticle advertisercontentarticle recipe howto report podcastepisode'.split(
    ' ',
  ),
)
export const forumTypes = new Set('discussionforumposting qapage usercomments'.split(' '))
export const productTypes = new Set('product productgroup offer aggregateoffer someproducts'.split(' '))
export const offerTypes = new Set([
  ...productTypes,
  ...'service softwareapplication webapplication mobileapplication course event jobposting residence singlefamilyresidence educationaloccupationalprogram videogame vehicle hotel realestatelisting financialproduct offercatalog'.split(
    ' ',
  ),
])
export const businessTypes = new Set(
  'localbusiness professionalservice store homeandconstructionbusiness legalservice dentist attorney movingcompany hvacbusiness restaurant medicalbusiness financialservice'.split(
    ' ',
  ),
)

/** Body classes that content management systems give to posts. */
export const postTemplate =
  / (?:single-post|post-template-default|template-article|template-blog-post|(?:page-)?node-type-(?:article|blog|news|post)|path-blog) /

/** Titles of error pages. */
export const errorTitle =
  /\b(?:page|site|file|content|article) (?:was |could |can )?(?:not|n[o']t)(?: be)? (?:found|available|exist)|^\W*(?:(?:oops|sorry|error|http|\d{3}|resource|url)\W+){0,3}(?:not found\b|service unavailable)|[|–—:-]\s*not found$|^(?:error|fehler|erreur)?[ :#-]*(?:40[0134]|410|429|50[0234])\b|\b(?:40[34]|410|50[023])[ :–—-]+(?:error|not|forbidden|gone|internal|bad|service)|\berror[ :]+(?:40[34]|50\d)|internal server error|bad gateway|^we(?:['’]ll| will) be (?:right )?back|^(?:site |website )?(?:is )?(?:down for|under) (?:scheduled )?maintenance|unavailable (?:due to|for) legal reasons|page (?:doesn['’]t|does not|no longer) exists?|seite (?:wurde )?nicht gefunden|page (?:introuvable|non trouvée)|página no encontrada|pagina non trovata|página não encontrada|pagina niet gevonden|sidan (?:kunde inte hittas|hittades inte)|siden (?:blev|ble) ikke funnet|strony nie znaleziono|nie znaleziono strony|stránka nenalezena|страница не найдена|сторінку не знайдено|sayfa bulunamadı|页面不存在|找不到(?:页面|該頁|頁面)|ページが見つかりません|페이지를 찾을 수 없|الصفحة غير موجودة|η σελίδα δεν βρέθηκε|पृष्ठ नहीं मिला/iu

/** Titles of pages that keep bots out. */
export const checkTitle =
  /^(?:just a moment|attention required|access (?:to this page has been )?denied|ad[- ]?block(?:er|ing)? (?:detected|enabled)|checking your browser|please (?:wait|verify|(?:enable|disable|turn o(?:n|ff)) (?:your |any )?(?:js\b|javascript|cookies|ad))|verify(?:ing)? (?:that )?you are (?:a )?human|are you (?:a )?(?:robot|human)|security check|request (?:blocked|rejected)|robot check|forbidden|zugriff verweigert|accès refusé|acceso denegado|accesso negato|доступ запрещ[её]н)/i

export const loginTitle =
  /^(?:sign|log)[ -]?in\b|^login\b|\b(?:sign|log) in to (?:continue|your)|^(?:anmelden|anmeldung|einloggen|connexion|se connecter|identifiez-vous|iniciar sesión|accedi|accesso|entrar|inloggen|logga in|zaloguj|войти|вход|登录|登入|ログイン|로그인)(?:$|[\s|–—:-])/iu

export const consentWord =
  /^(?:cookies?|consent|privacy|gdpr|vendors?|partners?|einwilligung|zustimm\p{L}*|datenschutz\p{L}*|consentement|consentimiento|consenso|toestemming|akkoord|advertentiepartners?|samtyck\p{L}*|samtykk\p{L}*|zgod\p{L}*)$/u

/** Large publishers send readers to a host that asks for consent on behalf of all their sites. */
export const consentHost = /^(?:consent|myprivacy|cmp)\./
