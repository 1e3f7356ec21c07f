import { expect, test } from 'vitest'
import { extractPage } from './extract-page.ts'
import { floodPage, paragraphs } from './testing/flood-page.ts'

const url = 'https://post.example/2026/river-rises'

/** What is read of an element between the paragraphs of an article. */
function readWithin(html: string): string {
  const extraction = extractPage({
    bytes: Buffer.from(floodPage(paragraphs(1, 4) + html + paragraphs(5, 8))),
    url,
  })
  const plain = extractPage({ bytes: Buffer.from(floodPage(paragraphs(1, 8))), url })
  if ('refused' in extraction || 'refused' in plain) throw new Error('is no article')
  const known = new Set(plain.text.split('\n\n'))
  return extraction.text
    .split('\n\n')
    .filter((paragraph) => !known.has(paragraph))
    .join('\n\n')
}

test.each([
  'You need to register to vote by 18 June if you want to take part in the general election.',
  'Please register at the town hall before Friday, the mayor asked all flood victims.',
  'Please log in to your bank and change the password, the police said.',
  'You have to register to access the shelter in the school.',
  'Published in 1925, the novel has sold two million copies.',
  'Updated in 2019, the law now covers cyclists too.',
  'Updated 5 May 2024, the rule covers cyclists too.',
  'Posted in Kabul in 2009, he learned Dari.',
  'Filed under seal, the suit names nobody.',
  'It takes 3 minutes to read the order aloud.',
  'Visited 3 times by inspectors, the dam was never mended.',
  'More news is expected on Thursday.',
  'More stories from the camp are being checked.',
  'Get the latest train you can, she advised.',
  'Contact us before you flee, the embassy told its citizens.',
  'If you buy a flat, the agent takes a commission of three per cent, the ministry says.',
  'We earn commissions of two per cent, the broker told the court.',
  'Already a member of the alliance, Finland sent forty pumps.',
  'To read the rest of the letter aloud took him an hour.',
  'To read the full story of the flood one has to go to the archive.',
  'By entering the market on such terms, the firm took a risk.',
  'Thanks to people visiting the shelter, nobody slept on the floor.',
  'Thank you for visiting us in prison, he wrote.',
  'Create an account of the damage and send it to the insurer.',
  'All products were independently tested by the ministry, which found lead.',
  'Subscribe now was the only advice the telephone line offered, whatever people asked.',
  'Subscribe to this view and the flood was nobody’s fault.',
  'Follow him on foot, and the cave opens after a mile.',
  'A code is sent to your email, the bank explained.',
  'Criminals send such messages directly to your email, as the police warned.',
  'The bank sends the code directly to your email.',
  'The fraud comes straight to your inbox and looks like a letter of the bank.',
  'By submitting a claim you accept our terms, the insurer told the flood victims.',
  'This story is for members of the family only, she told the court.',
  'Read the full text of the <a href=/t>treaty</a>, which was signed on Monday by forty ministers in the old castle.',
  'Read more slowly, the <a href=/t>teacher</a> told her.',
  'More reading is done on <a href=/t>telephones</a> than on paper.',
  'Register at the <a href=/t>town hall</a> before Friday, the mayor asked all flood victims.',
  'Follow him into the <a href=/t>cave</a>, and the light goes out.',
  'Share this burden, the bishop asked in a <a href=/t>sermon</a> that was heard in all the churches of the lower town.',
  'Zum Thema Flut sagte der <a href=/t>Minister</a> nichts.',
  'Listen to this article of faith, the bishop said.',
  'Story continues below the deck, where nobody had looked.',
  'After advertisements for the ferry, boats came from everywhere.',
  'Más información se espera el jueves, según el <a href=/t>alcalde</a>.',
])('a sentence that begins like a request of the site is kept: %s', (sentence) => {
  expect(readWithin(`<p>${sentence}</p>`)).toBe(sentence.replace(/<[^>]*>/g, ''))
})

test.each([
  'You need to log in to post a comment.',
  'Please log in or register to read the full article.',
  'Please register',
  'Last updated on Monday, 4 March 2024 at 10:15 am',
  'Updated 4 March 2024 | 5 min read',
  'Published March 4, 2024 by Jane Doe',
  'Posted in News, Weather',
  '5 min read',
  'If you buy something through a link, The Post may earn a commission.',
  'If you click and buy, we may receive a small commission.',
  'We earn a commission when you buy through our links.',
  'Already a subscriber? Log in',
  'Thank you for signing up for our newsletter!',
  'Thanks for visiting our site.',
  'By clicking the button, you agree to be written to.',
  'Subscribe now to read on.',
  'Follow us on Facebook.',
  'All products are independently selected by our editors.',
  'Get the latest news',
  'Listen to this article · 7 min',
  'Artikel anhören (5 Minuten)',
  'Article continues after advertisement',
  'Story continues below this ad',
  'after newsletter promotion',
  'Weiterlesen nach der Anzeige',
  'La suite après cette publicité',
  'Contact us',
  'Related: Two men arrested after the flood',
  'Get the news of the river delivered to your inbox.',
  'The best of the Post, straight to your inbox every Sunday.',
  'Fresh reports straight to your inbox',
  'Read more: <a href=/a>The bridge that was never built</a>',
  'Read more about <a href=/a>the bridge that was never built</a>.',
  'Read the full report <a href=/a>here</a>.',
  'Subscribe to our letter <a href=/a>here</a>.',
  'Sign up for the daily newsletter <a href=/a>here</a>.',
  'Follow us: <a href=/a>The Lower Town Post</a>',
  'Zum Thema: <a href=/a>Die Brücke</a>',
])('a request of the site is left out: %s', (request) => {
  expect(readWithin(`<p>${request}</p>`)).toBe('')
})
