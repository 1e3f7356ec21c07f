import { describe, expect, it } from 'vitest'
import { readStarterTexts } from '../../../service/testing/starter-texts.ts'
import type { Quality } from '../records.ts'
import { qualityOf } from './quality.ts'

const sentence = 'The first tray comes out at five, and the street wakes up to the smell of it. '
const prose = `${sentence.repeat(10)}\n\n${sentence.repeat(10)}`
const asked = { signatureRemovalAsked: true }
const of = (text: string, title = 'Bread') => qualityOf({ title, text, wordCount: 500 }, asked)

const flagged: Partial<Record<Quality, string[]>> = {
  links: [
    'Read it at https://example.org/loaf before you bake.',
    'Read it at HTTP://EXAMPLE.ORG.',
    'See www.example.org for more.',
    'WWW.Example.org',
    'The list is on example.org/list, by year.',
    '東京（https://例え.テスト）',
  ],
  copyright: [
    '© 2024 Jane Doe',
    'Photo: © The Thursday Loaf',
    'Text and photographs (c) 2025 Jane Doe. No part may be reproduced.',
    '(c) 2019-2024 The Thursday Loaf',
    'Copyright 2024 by Jane Doe',
    'Copyright: 2024 The Loaf',
    'COPYRIGHT © 2024 THE LOAF',
    'The Thursday Loaf. All rights reserved.',
    'All Rights Reserved',
    'Alle Rechte vorbehalten.',
    'Tous droits réservés.',
    'Все права защищены.',
    '版权所有 2024',
  ],
  signature: [
    'By Jane Doe',
    '- Ana Ruiz, staff writer',
    '— Jane Doe',
    'Von Jana Weiß',
    'Words: Jane Doe',
    '文：森田はるか',
    'Автор: Иван Петров',
    '-- \nJane Doe\nThe Back Bench, every Saturday',
    'About the author\n\nJane Doe bakes. She lives in Leeds with two ovens.',
    'ABOUT THE AUTHOR\n\nJane Doe bakes.\n\n© 2024 Jane Doe',
    'About the author: Jane Doe bakes in Leeds.',
    '关于作者\n\n李明是一位面包师。',
    'Об авторе\n\nИван Петров печёт хлеб.',
    'Jane Doe is a freelance writer in Leeds.',
    'Mara Lind writes about workshops. Her visits are at https://example.org/lind.',
    'Source: The Larder Papers, no. 14, https://example.net/larder. Text by Kenji Moreau.',
    'This article first appeared in The Thursday Loaf in March 2024.',
    'Reprinted with permission from The Thursday Loaf.',
    'By Jane Doe\n(c) 2024 The Loaf\nhttps://example.org/jane',
    'By Jane Doe\r\n(c) 2024 The Loaf\r\n',
  ],
  capitals: [
    'THE OVEN IS LIT AT TWO IN THE MORNING. '.repeat(60),
    'ΤΟ ΨΩΜΙ ΕΙΝΑΙ ΖΕΣΤΟ ΚΑΙ ΚΑΛΟ. '.repeat(80),
  ],
  markup: [
    '<p>The loaf.</p><p>The crust.</p>',
    'The <b>loaf</b> is warm.',
    'The loaf.<br><br>The crust.',
    'Bread &amp; butter',
    'Bread&nbsp;and butter, 5&#8201;g',
    '## The second rise',
    'It is **very** warm.',
    'Read [the list](https://example.org/list).',
    '[url=https://example.org]the list[/url]',
    '```\nflour: 500\n```',
  ],
}

describe('a text is flagged', () => {
  const rows = Object.entries(flagged).flatMap(([quality, texts]) =>
    texts.map((text) => [quality, text] as const),
  )
  it.each(rows)('%s: %j', (quality, text) => {
    expect(of(`${prose.slice(0, 400)}\n\n${text}`)).toContain(quality)
  })

  it('short, under 300 words', () => {
    expect(qualityOf({ title: '', text: 'word '.repeat(299) }, asked)).toEqual(['short'])
    expect(qualityOf({ title: '', text: 'word '.repeat(300) }, asked)).toEqual([])
    expect(qualityOf({ title: '', text: '' }, asked)).toEqual(['short'])
  })

  it('for markup in its title', () => {
    expect(of(prose, 'Bread &amp; butter')).toEqual(['markup'])
  })

  it('for a signature only if its removal was requested', () => {
    const article = { title: '', text: `${prose}\n\nBy Jane Doe`, wordCount: 500 }
    expect(qualityOf(article, { signatureRemovalAsked: false })).toEqual([])
  })

  it('with several flags in the order of the type', () => {
    expect(of(`${prose}\n\n<p>By Jane Doe</p>\n\nBy Jane Doe\n© 2024 Jane Doe, https://example.org`)).toEqual(
      ['links', 'copyright', 'signature', 'markup'],
    )
  })
})

describe('a text is not flagged', () => {
  it.each([
    'It sells more than Amazon.com does, and less than Booking.com.',
    'They write http:// in front of everything.',
    'Ask quill@example.net, if you like.',
    'Copyright lasts seventy years after death, and no treaty on bread has changed that.',
    'A line such as "Copyright 1998, all rights reserved" under a medieval carol is not the whole truth.',
    'Copyright Act of 1976 or not, the carol belongs to all.',
    'The Copyright Act of 1976 reserved few rights for bakers.',
    'They agreed on three things:\n\n(a) the river\n(b) the bridge\n(c) the Mill Road',
    'We were well served, and saved the rest.',
    'He drew a © on the loaf.',
    'My friend left me a note: "Never take the last train. Yours, W."',
    'Dear Sir, the bread was good.\n\nYours faithfully,\nA Reader',
    'About the author of the treaty little is known. He came by boat and left by night.',
    'By Monday Morning',
    'By noon the ministers were gone.',
    'By Lake Constance',
    '"Bread is the staff of life."\n— Jonathan Swift',
    '“Bread is the staff of life.”\n\n— Jonathan Swift',
    'Three were there:\n\n- Ana Ruiz\n- Tom Lee\n- Ines Weber',
    '— She did, sir.',
    '— and then the flour,\n— and then the rain',
    'They left.\n\n--\n\nA year later the roof was mended, and nobody spoke of it.',
    'The Baker is a writer of sorts.',
    'Tom Lee says the editor has not called her yet.',
    'Tom Lee, who owns the mill, hopes that a reporter will come.',
    'Tom Lee was an editor once, and misses the noise.',
    'Tom Lee has died, an editor to the last.',
    'Length: 80 km\nSource: Lake Toma',
    'First published in 1859, the book sold out in a day.',
    'This story first appeared in a chapbook of 1812, and it has been told ever since.',
    'This article of the treaty gives no licence to fish.',
    'NATO, the EU and the UN met in Rome. The BBC and CNN were there, as were ARD and ZDF.',
    'When a < b and b > c, then 5 * 4 * 3 is 60, and 2 ** 3 is 8 ** 1.',
    'Wrap it in `<p>` and `</p>` to make a paragraph; a "<b>word</b>" is bold.',
    'Smith & Sons; R&D; AT&T; if (x<y && y>z) it is true.',
    'We are #1, and # 2 comes far behind. C# is a language.',
    'The treaty [1] says so (see note 1). Bread [sic] was his word.',
    '5 * 3, a footnote* and *another*',
  ])('%j', (text) => {
    expect(of(`${prose.slice(0, 400)}\n\n${text}`)).toEqual([])
  })

  it('for naming its author at the beginning and again at its end', () => {
    const text = `${prose}\n\nJane Doe held the ink.\n\nJane Doe is a writer now, and has put it all on her shelf.`
    expect(of(text)).toEqual([])
  })
})

const starter = readStarterTexts()

describe('in the starter collection', () => {
  it.each(starter.map((article) => [article.slug, article] as const))(
    '%s gets only correct flags',
    (_, article) => {
      const { text, isSigned } = article
      const found = qualityOf(article, asked)
      expect(found.includes('signature') && !isSigned).toBe(false)
      expect(found.includes('links')).toBe(text.includes('://'))
      expect(found.includes('copyright')).toBe(/(?:\(c\)|©) \d|^Copyright \d/m.test(text))
      expect(found).not.toContain('capitals')
      expect(found).not.toContain('markup')
    },
  )

  it('signatures are found, except for some that are only a copyright line', () => {
    const signed = starter.filter(({ isSigned }) => isSigned)
    const missed = signed.filter((article) => !qualityOf(article, asked).includes('signature'))
    expect(missed.every((article) => qualityOf(article, asked).includes('copyright'))).toBe(true)
    expect(missed.length).toBeLessThanOrEqual(3)
  })
})

it.each([
  'By Jane Doe\n',
  '<b',
  '</b>',
  '<p>',
  '**',
  '© ',
  '[a](',
  'www.',
  '# ',
  '(c)',
  'A',
  '\n',
  '[/',
  '&',
  'http://',
  'Jane de ',
])('a million characters of %j are checked in no time', (part) => {
  const text = part.repeat(1_000_000 / part.length)
  // Processor time in microseconds, which doesn't depend on the machine's load.
  const before = process.cpuUsage()
  qualityOf({ title: '', text, wordCount: 500 }, asked)
  expect(process.cpuUsage(before).user).toBeLessThan(500_000)
})
