import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { checkArticle } from './article.ts'
import { anyCharacter } from '../text/testing/any-character.ts'

it.each([
  [{ title: 'Salt', text: 'Of salt.' }, 'has no usable id'],
  [{ id: 1.5, title: 'Salt', text: 'Of salt.' }, 'has no usable id'],
  [{ id: '', title: 'Salt', text: 'Of salt.' }, 'has no usable id'],
  [{ id: null, title: 'Salt', text: 'Of salt.' }, 'has no usable id'],
  [{ id: [1], title: 'Salt', text: 'Of salt.' }, 'has no usable id'],
  [{ id: 'a\ud83d', title: 'Salt', text: 'Of salt.' }, 'has no usable id'],
  [{ id: 1, title: null, text: 'Of salt.' }, 'has no title'],
  [{ id: 1, text: 'Of salt.' }, 'has no title'],
  [{ id: 1, title: 'Salt' }, 'has no text'],
  ['Salt', 'is not an article'],
  [null, 'is not an article'],
])('names the problem with %j: it %s', (value, reason) => {
  expect(checkArticle(value)).toEqual({ reason })
})

describe('fields beyond the documented ones', () => {
  const salt = { id: 1, title: 'Salt', text: 'Of salt.' }
  const kept = (sent: object) => {
    const checked = checkArticle({ ...salt, ...sent })
    return 'article' in checked ? checked.article : checked
  }

  it('are kept if they are plausible, on one line each', () => {
    expect(
      kept({
        url: ' https://Example.org/a b?q=ü ',
        source: ' The\tSalt\nTimes ',
        author: 'Ann Reed, \u05D3\u05E0\u05D4',
        published_at: '2026-01-31T23:30:00+01:00',
      }),
    ).toEqual({
      ...salt,
      url: 'https://example.org/a%20b?q=%C3%BC',
      source: 'The Salt Times',
      author: 'Ann Reed, \u05D3\u05E0\u05D4',
      publishedAt: '2026-01-31T23:30:00+01:00',
    })
    expect(kept({ id: 2 ** 53, author: 'Ann' })).toMatchObject({ unsafeId: true, author: 'Ann' })
  })

  it.each(['2026-01-31', '2024-02-29', '2026-01-31 09:30', '2026-01-31T09:30:05.123Z'])(
    'accept %s as a publication date',
    (published_at) => expect(kept({ published_at })).toEqual({ ...salt, publishedAt: published_at }),
  )

  it.each([
    ...['31.01.2026', '2026-02-30', '2026-13-01', '2026-01-31T25:00', '2026', '', 1769851800].map(
      (published_at) => ({ published_at }),
    ),
    ...[
      'javascript:alert(1)',
      'java\nscript:alert(1)',
      'data:text/html,<b>',
      'ftp://example.org',
      '//example.org',
      'example.org',
      'https://bank.example@evil.example/',
      'https://:bank.example@evil.example/',
      `https://example.org/${'a'.repeat(2_000)}`,
      ['https://example.org'],
    ].map((url) => ({ url })),
    ...['', ' \n', 'a'.repeat(201), 'a\0b', 'a\ud83d', { name: 'Ann' }, 7, null].flatMap((name) => [
      { author: name },
      { source: name },
    ]),
  ])('are ignored if they are like %j', (sent) => {
    expect(kept(sent)).toEqual(salt)
  })

  it('cannot reorder adjacent text', () => {
    expect(kept({ author: '\u202Egpj.exe\u2066 Ann' })).toEqual({ ...salt, author: 'gpj.exe Ann' })
  })

  it('never cost the article, whatever they contain', () => {
    const anything = fc.oneof(fc.string({ unit: anyCharacter }), fc.webUrl(), fc.anything())
    fc.assert(
      fc.property(anything, anything, anything, anything, (url, source, author, published_at) => {
        const article = kept({ url, source, author, published_at })
        expect(article).toMatchObject(salt)
        const { url: address = 'https://a', author: name = 'a' } = article as {
          url?: string
          author?: string
        }
        expect(address).toMatch(/^https?:\/\/[!-~]{1,2000}$/)
        expect(name).toMatch(/^[^\p{Cc}\p{Cs}\u202A-\u202E\u2066-\u2069]{1,200}$/u)
      }),
    )
  })
})
