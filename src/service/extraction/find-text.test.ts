import { expect, test } from 'vitest'
import { extractPage } from './extract-page.ts'
import { floodPage, paragraphs, sentence } from './testing/flood-page.ts'

function textOf(article: string): string {
  const extraction = extractPage({
    bytes: Buffer.from(floodPage(article)),
    url: 'https://post.example/river',
  })
  if ('refused' in extraction) throw new Error(extraction.refused)
  return extraction.text
}

test('short lines are kept in a text of which Readability finds only the beginning', () => {
  const widget = (number: number): string =>
    `<div class="product-widget"><div>${paragraphs(number, number)}</div>
    <h3>For</h3><div><p>Quiet pump ${number}</p><p>Light hose</p></div>
    <h3>Against</h3><div><p>Costs ${number}00 euros</p></div></div>`
  const text = textOf(
    `${paragraphs(1, 2)}${[11, 12, 13, 14, 15].map(widget).join('')}<div>${paragraphs(20, 20)}</div>`,
  )

  for (const number of [11, 15])
    expect(text).toContain(
      `${sentence(number + 100)}\n\nFor\n\nQuiet pump ${number}\n\nLight hose\n\nAgainst\n\nCosts ${number}00 euros`,
    )
})

test.each([
  ['a heading', '<h2 id="social-costs-of-floods">Social costs of floods</h2>', ''],
  ['a section', '<section id="related-work"><h2>Related work</h2>', '</section>'],
  ['a section in a table of contents', '<div id="toc_floods"><h2>Floods before</h2>', '</div>'],
])('%s whose id is made from its words is no box', (_, start, end) => {
  const text = textOf(`${paragraphs(1, 4)}${start}${paragraphs(5, 5)}${end}${paragraphs(6, 6)}`)
  expect(text).toMatch(/\n\n(?:Social costs of floods|Related work|Floods before)\n\nOn day 5 /)
})

test.each([
  ['of one word', '<section id="related"><h2>Related</h2>'],
  ['that is no heading’s', '<section id="related-articles"><h2>What came before</h2>'],
  ['of a table of contents', '<div id="toc_container"><h2>What came before</h2>'],
])('a box is recognised by an id %s', (_, start) => {
  const text = textOf(`${paragraphs(1, 6)}${start}<p>${sentence(70)}</p></section></div>`)
  expect(text).not.toContain(sentence(70))
})

test('headings that are links, one after another, are teasers', () => {
  const teasers = [1, 2, 3].map(
    (number) => `<h3><a href="/flood-${number}">Flood ${number} of this year</a></h3>`,
  )
  const linked = `<h3><a href="/gauges">Our gauges</a></h3>${paragraphs(7, 7)}`
  const text = textOf(`${paragraphs(1, 6)}${teasers.join('')}${linked}`)
  expect(text).not.toContain('of this year')
  expect(text).toContain('\n\nOur gauges\n\nOn day 7 ')
})

test.each([
  ['a note', `<aside><h3>How floods are measured</h3>${paragraphs(70, 70)}</aside>`, true],
  ['a pull quote', '<aside><p>“Nobody would go home before it fell.”</p></aside>', false],
  ['a note of links', `<aside><p><a href=/flood>${sentence(70)}</a> ${sentence(71)}</p></aside>`, false],
  ['one named as a box', `<aside class="newsletter">${paragraphs(70, 70)}</aside>`, false],
  ['one of the newsletter', `<aside><h3>Get our newsletter</h3>${paragraphs(70, 70)}</aside>`, false],
])('%s in an aside among paragraphs', (_, aside, isKept) => {
  const [without, text] = ['', aside].map((part) => textOf(`${paragraphs(1, 3)}${part}${paragraphs(4, 6)}`))
  expect(text).toBe(
    isKept
      ? without!.replace(
          '\n\nOn day 4 ',
          `\n\nHow floods are measured\n\n${sentence(70)} ${sentence(170)}\n\nOn day 4 `,
        )
      : without,
  )
  // Beside the text, it is of the site.
  expect(textOf(`${aside}<div>${paragraphs(1, 6)}</div>`)).toBe(without)
})

test.each([
  ['the box of an author', `${paragraphs(1, 6)}<div class="author_detail_box"><p>${sentence(70)}</p></div>`],
  [
    'what introduces the author above a text',
    `<div class=extra><p>Ada is a hydrologist who has covered the floods of the lower town since she was a student there.</p></div>
    <div class=body>${paragraphs(1, 6)}</div>`,
  ],
  [
    'a copyright notice',
    `${paragraphs(1, 6)}<p>Copyright © 2026 The Post. All rights reserved. See our <a href=/terms>terms of use</a>.</p>`,
  ],
])('%s is left out', (_, article) => {
  expect(textOf(article)).toBe(textOf(paragraphs(1, 6)))
})

test('a lead that begins with somebody else is kept', () => {
  const lead = 'Bea is the third mayor who has had to close the bridge of the lower town in a single year.'
  expect(textOf(`<div class=extra><p>${lead}</p></div><div class=body>${paragraphs(1, 6)}</div>`)).toContain(
    lead,
  )
})

test('the hidden answer that its question shows is read, and nothing else that a button shows', () => {
  const shown = (button: string, id: string, words: string): string =>
    `<button aria-expanded="false" aria-controls="${id}">${button}</button>
    <div id="${id}" aria-hidden="true" style="height:0"><p>${words}</p></div>`
  const text = textOf(
    paragraphs(1, 4) +
      shown('Who pays for it?', 'first', 'The province does, in two parts.') +
      shown('誰が払いますか？', 'second', 'The city pays the rest of it.') +
      shown('Gauges', 'third', 'Seven centimetres and falling.') +
      paragraphs(5, 8),
  )

  expect(text).toContain(
    '\n\nWho pays for it?\n\nThe province does, in two parts.\n\n誰が払いますか？\n\nThe city',
  )
  expect(text).not.toMatch(/Gauges|falling/)
})
