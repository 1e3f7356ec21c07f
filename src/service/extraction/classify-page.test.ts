import { parse } from 'parse5'
import { describe, expect, test } from 'vitest'
import { htmlToText } from './html-to-text.ts'
import { classifyPage } from './classify-page.ts'
import { prepareTree } from './prepare-tree.ts'

const sentences = [
  'The ferry had been tied up for eleven days when the water began to fall.',
  'Nobody on the island spoke of anything else, and the shop sold out of candles.',
  'The mayor, who keeps bees, said that the bees had noticed before the engineers did.',
  'By Thursday the first lorry crossed, slowly, with a man walking ahead of it.',
]
const paragraph = sentences.join(' ')
const story = `<p>${paragraph}</p>`.repeat(6)

const page = (head: string, body: string) =>
  `<!doctype html><html><head>${head}</head><body>${body}</body></html>`

function classify(html: string, url?: string, text?: string): string {
  const tree = parse(html)
  prepareTree(tree)
  const classification = classifyPage({ tree, url, text: text ?? htmlToText(html) })
  return classification.article ? 'an article' : classification.reason
}

const times = (count: number, make: (index: number) => string): string =>
  Array.from({ length: count }, (_, index) => make(index)).join('')

const menu = `<header><nav>${times(40, (n) => `<a href="/s/${n}">Section ${n}</a>`)}</nav>
  <form><input name="email"><input type="password"><button>Sign in</button></form></header>`

const comments = times(
  3,
  (n) => `<div class="comment"><a href="/users/${n}">Reader ${n}</a><p>I was there and it was wet.</p></div>`,
)

const articles: Record<string, string> = {
  'a story without any metadata': page(
    '<title>The ferry sails again</title>',
    `<h1>The ferry sails again</h1>${story}`,
  ),
  'a story under a large menu with a login': page(
    '<title>The ferry sails again | Island News</title>',
    `${menu}<main><h1>The ferry sails again</h1>${story}</main><footer>Contact us</footer>`,
  ),
  'a story with comments': page(
    '<title>The ferry sails again</title>',
    `<article><h1>The ferry sails again</h1>${story}</article><section id="comments">${comments}</section>`,
  ),
  'a story with prices and a box that sells': page(
    '<title>What candles cost on the island</title>',
    `<article>${story}<p>They went for €4, then €6, and at the end ${paragraph}</p></article>
    <aside><button>Add to cart</button></aside>`,
  ),
  'a story on cookies, under a consent box': page(
    '<title>Why shops want you to accept cookies</title>',
    `<div role="dialog">We use cookies. <button>Accept all</button></div>
    <article>${story}<p>Cookies, said the baker, are for eating. ${paragraph}</p></article>`,
  ),
  'a story on an error': page(
    '<title>404: how a number became a shrug</title>',
    `<article><h1>404: how a number became a shrug</h1>${story}</article>`,
  ),
  'news in brief': page(
    `<title>Ferry sails</title><meta property="og:type" content="article">
    <meta property="article:published_time" content="2024-03-01T10:00:00Z">`,
    `<article><h1>Ferry sails</h1><p>${sentences[0]} ${sentences[3]}</p></article>`,
  ),
  'a story in Chinese': page(
    '<title>渡船终于重新开航</title>',
    `<h1>渡船终于重新开航</h1>${'<p>河水退去以后，停了十一天的渡船在星期四早晨重新开航，岛上的人都来到码头边观看，孩子们没有去上学，面包师傅也关了店门。</p>'.repeat(6)}`,
  ),
  'a story in German': page(
    '<title>Die Fähre fährt wieder</title>',
    `<h1>Die Fähre fährt wieder</h1>${'<p>Elf Tage lag die Fähre fest, dann fiel das Wasser, und am Donnerstag fuhr der erste Lastwagen über den Fluss. Auf der Insel sprach niemand von etwas anderem, und im Laden gab es keine Kerzen mehr.</p>'.repeat(6)}`,
  ),
}

test.each(Object.entries(articles))('%s is an article', (_, html) => {
  expect(classify(html)).toBe('an article')
})

const teasers = times(
  24,
  (n) =>
    `<div class="card"><a href="/${n}"><img src="${n}.jpg"><h3>Story ${n}</h3></a><time>${n} March</time></div>`,
)

const posts = times(
  8,
  (n) => `<div class="message" id="post-${n}"><a href="/members/reader.${n}/">reader${n}</a>
    <dl><dt>Joined:</dt><dd>2012</dd><dt>Messages:</dt><dd>${n}</dd></dl><a href="/threads/candles.7/post-${n}">#${n}</a>
    <p>${sentences[n % 4]}</p><a href="#">Like</a><a href="#">Reply</a><a href="#">Quote</a></div>`,
)

const promises = times(
  7,
  (
    n,
  ) => `<section><h2>Reason ${n}</h2><div><p>We know your ferry, and our team keeps your ferry running so that
    you can talk to your passengers.</p></div><a class="button" href="/contact">Request a quote</a></section>`,
)

const others: readonly [what: string, reason: string, html: string, url?: string][] = [
  [
    'a front page',
    'is a list of links',
    page('<title>Island News</title>', teasers),
    'https://news.example/',
  ],
  [
    'a section',
    'is a list of links',
    page('<title>Harbour</title>', `<h1>Harbour</h1>${teasers}<a rel="next" href="?page=2">2</a>`),
    'https://news.example/category/harbour',
  ],
  [
    'a thread of a forum',
    'is a forum thread',
    page('<title>Candles sold out?</title>', `<h1>Candles sold out?</h1>${posts}`),
    'https://board.example/threads/candles.7/',
  ],
  [
    'a product',
    'is a product page',
    page(
      `<title>Candle, 20 cm</title><script type="application/ld+json">
      {"@context": "https://schema.org", "@type": "Product", "name": "Candle", "offers": {"@type": "Offer"}}</script>`,
      `<h1>Candle, 20 cm</h1><b>€4.50</b><button>Add to cart</button><p>${sentences[1]} ${sentences[0]}</p>
      <table>${times(6, (n) => `<tr><td>Size ${n}</td><td>${n} cm</td></tr>`)}</table>`,
    ),
    'https://shop.example/products/candle',
  ],
  [
    'a service',
    'advertises a service',
    page('<title>Ferry Repair Services | Hull & Sons</title>', `<h1>Ferries that run</h1>${promises}`),
    'https://hull.example/services/ferry-repair/',
  ],
]

test.each(others)('%s %s', (_, reason, html, url) => {
  expect(classify(html, url)).toBe(reason)
})

const inNoTime = page(
  '<title>Just a moment...</title>',
  '<p>Checking that the connection is secure. This needs JavaScript and cookies.</p>',
)

describe('a page in place of an article', () => {
  test.each([
    'Page not found',
    '404 Not Found',
    'Error 404',
    '404 - Island News',
    '403 Forbidden',
    '500 Internal Server Error',
    'Seite nicht gefunden – Inselblatt',
    'Page introuvable',
    'Página no encontrada',
    'Pagina non trovata',
    'Страница не найдена',
    '页面不存在',
    'ページが見つかりません',
    'Oops! Not found',
    'Island News – Not Found',
    'We’ll be right back',
    'Site under maintenance',
    'Unavailable due to legal reasons',
  ])('titled "%s" is an error page', (title) => {
    expect(classify(page(`<title>${title}</title>`, `${menu}<main><p>${paragraph}</p></main>`))).toBe(
      'is an error page',
    )
  })

  test.each(['Sailors not found after three days', 'Ferry line under maintenance until May'])(
    'titled "%s" may be short news',
    (title) => {
      const news = page(`<title>${title}</title>`, `<article><h1>${title}</h1><p>${paragraph}</p></article>`)
      expect(classify(news, 'https://news.example/2024/05/06/the-ferry')).toBe('an article')
    },
  )

  test('is an error page if its heading says so', () => {
    expect(classify(page('<title>Island News</title>', `<h1>Sorry, this page could not be found</h1>`))).toBe(
      'is an error page',
    )
  })

  test('asks for a login if it has a form with a password', () => {
    const form = '<form><label>E-mail <input></label><label>Password <input type="password"></label></form>'
    expect(classify(page('<title>Island News</title>', `<p>Readers go on here.</p>${form}`))).toBe(
      'asks for a login',
    )
  })

  test('does not ask for a login if the form is hidden', () => {
    const form = '<form style="display: none"><input type="password"></form>'
    expect(classify(page('<title>Island News</title>', `<p>Readers go on here.</p>${form}`))).not.toBe(
      'asks for a login',
    )
  })

  test('asks for a login if its title says so, even if the form comes later', () => {
    expect(classify(page('<title>Sign in to continue</title>', '<div id="app">One moment</div>'))).toBe(
      'asks for a login',
    )
  })

  test.each([
    [
      'English',
      'We and our 812 partners use cookies. Choose which cookies you allow, vendor by vendor; vendors are listed here. Cookies without which nothing works need no consent. Read on privacy.',
      'Accept all',
    ],
    [
      'German',
      'Wir und unsere Partner verwenden Cookies. Mit Ihrer Einwilligung messen diese Cookies, was Sie lesen. Die Einwilligung gilt für alle Partner. Mehr im Datenschutz.',
      'Alle akzeptieren',
    ],
    [
      'French',
      'Nos partenaires déposent des cookies. Ces cookies ont besoin de votre consentement, et les cookies sans lesquels rien ne marche, non.',
      'Tout accepter',
    ],
    [
      'Dutch',
      'Wij en onze advertentiepartners gebruiken cookies om gegevens van je apparaat op te slaan. Met jouw toestemming stemmen we inhoud af op wat je leest. Klik op "Akkoord".',
      'Akkoord',
    ],
    [
      'Danish',
      'Vi og vores partnere bruger cookies. Dit samtykke gælder for disse cookies, og du kan trække dit samtykke tilbage.',
      'Accepter alle',
    ],
  ])('asks for consent if it is a cookie wall in %s', (_, text, button) => {
    expect(classify(page('<title>Island News</title>', `<p>${text}</p><button>${button}</button>`))).toBe(
      'asks for consent to cookies',
    )
  })

  test('asks for consent if its host is for that, however much it has to say', () => {
    const wall = page('<title>Your choice</title>', story)
    expect(classify(wall, 'https://consent.news.example/v2/collect?session=1')).toBe(
      'asks for consent to cookies',
    )
  })

  test.each(['Ad blocker detected', 'Please enable JS and disable any ad blocker'])(
    'titled "%s" is a check',
    (title) => {
      expect(classify(page(`<title>${title}</title>`, `<p>${paragraph}</p>`))).toBe(
        'is a check that keeps programs out',
      )
    },
  )

  test('is a check if it first tests the visitor', () => {
    expect(classify(inNoTime)).toBe('is a check that keeps programs out')
  })
})

test.each([
  ['nothing', ''],
  ['a headline', 'The ferry sails again'],
  ['two sentences', `${sentences[0]} ${sentences[1]}`],
])('%s is too little text', (_, text) => {
  expect(classify(page('<title>How the ferry came to sail again</title>', `<p>${text}</p>`))).toBe(
    'has too little text',
  )
})

test.each([
  [
    'only leads on',
    page('<meta http-equiv=refresh content="0; url=/a"><title>Redirecting</title>', 'Redirecting…'),
  ],
  [
    'is made by its script',
    page('<title>News</title>', '<div id=root></div><noscript>Needs JavaScript</noscript>'),
  ],
])('a page that %s has too little text, and is no list of links', (_, html) => {
  expect(classify(html)).toBe('has too little text')
})

test('of a long page, of which next to nothing is taken for its text, the kind is named if it has another', () => {
  const section = page('<title>Harbour</title>', `<h1>Harbour</h1>${teasers}`)
  expect(classify(section, 'https://news.example/category/harbour', 'Harbour')).toBe('is a list of links')
  const storyOf = page(
    '<title>The ferry sails again</title>',
    `<article><h1>The ferry sails again</h1>${story}</article>`,
  )
  expect(classify(storyOf, undefined, 'The ferry sails again')).toBe('has too little text')
})

test('without an address, the page’s canonical one counts, unless it is invalid', () => {
  const html = (canonical: string) =>
    page(
      `<title>Ferry Repair</title><link rel="canonical" href="${canonical}">`,
      `<h1>Ferries that run</h1>${promises.slice(0, promises.length / 2)}<p>${paragraph}</p>`,
    )
  expect(classify(html('https://hull.example/news/2024/03/ferry-repair-takes-eleven-days-longer'))).toBe(
    'an article',
  )
  expect(classify(html('https://hull.example/services/ferry'))).toBe('advertises a service')
  expect(classify(html('/services/ferry'), '%%%')).toBe(classify(html('')))
})

describe('hostile pages', () => {
  test.each([
    ['elements nested a hundred thousand deep', '<div>'.repeat(100_000)],
    ['sections that all look like menus', '<nav><p>x</p>'.repeat(20_000)],
    ['a hundred thousand links', '<a href="/t/1">x</a>'.repeat(100_000)],
    ['an address of a million digits', `<a href="/t/${'1'.repeat(1_000_000)}!">x</a>`],
    ['a class of a million dashes', `<div class="${'post-'.repeat(200_000)}">x</div>`],
    ['a title of a million dashes', `<title>${' - '.repeat(333_000)}</title>`],
    ['a word of a million letters', `<p>${'1,'.repeat(500_000)}</p>`],
    [
      'linked data without an end',
      `<script type="application/ld+json">${'"@type": ['.repeat(100_000)}</script>`,
    ],
  ])('of %s are classified in time', (_, html) => {
    const tree = parse(html)
    prepareTree(tree)
    const before = process.cpuUsage()
    classifyPage({ tree, text: paragraph })
    // Takes 0.1 s on its own; it would take minutes if the time were quadratic.
    expect(process.cpuUsage(before).user).toBeLessThan(5_000_000)
  })
})
