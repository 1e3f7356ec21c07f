import { expect, test } from 'vitest'
import { decodeHtml, decodePlain, decodeXml } from './decode.ts'
// Generated from Python's codecs, plus the three letters where the Encoding Standard differs.
import charsets from './testing/single-byte-charsets.json' with { type: 'json' }

const bytes = (text: string, charset: BufferEncoding = 'latin1') => Buffer.from(text, charset)
const upperHalf = Uint8Array.from({ length: 128 }, (_, index) => index + 128)

test.each(Object.entries(charsets))(
  'each byte of %s is the character in the standard',
  (charset, letters) => {
    expect(decodeHtml(upperHalf, `text/html; charset=${charset}`)).toBe(letters)
    expect(decodeXml(upperHalf, `text/xml; charset=${charset}`)).toBe(letters)
  },
)

test.each([
  [
    'the byte order mark',
    bytes('\uFEFF<meta charset=koi8-r>Žluť', 'utf8'),
    'text/html; charset=koi8-r',
    'Žluť',
  ],
  ['the mark of UTF-16', bytes('\uFEFFŽluť', 'utf16le'), 'text/html; charset=utf-8', 'Žluť'],
  ['the mark of UTF-16, big end first', bytes('\uFEFFŽluť', 'utf16le').swap16(), undefined, 'Žluť'],
  ['the header', bytes('<meta charset=utf-8>\xc1'), 'text/html;charset="KOI8-R"', 'а'],
  ['meta', bytes('<meta charset=koi8-r>\xc1'), 'text/html', 'а'],
  [
    'the older meta',
    bytes('<meta http-equiv=Content-Type content="text/html; charset=koi8-r">\xc1'),
    '',
    'а',
  ],
  ['a late meta', bytes(`<script>${'x'.repeat(9_000)}</script><meta charset=koi8-r>\xc1`), '', 'а'],
  ['no meta of a comment', bytes('<!-- <meta charset=koi8-r> -->\xc1'), '', 'Á'],
  ['UTF-8 where nothing says so', bytes('<p>Žluť', 'utf8'), undefined, 'Žluť'],
  [
    'UTF-8 with one damaged letter',
    Buffer.concat([bytes('Žluťoučký kůň '.repeat(3), 'utf8'), bytes('\xc5')]),
    '',
    'ť',
  ],
  ['windows-1252 where it is nothing else', bytes('\x93Caf\xe9\x94 \x80 5'), undefined, '“Café” € 5'],
  ['windows-1252 where Latin-1 is declared', bytes('<meta charset=iso-8859-1>It\x92s'), '', 'It’s'],
  ['the usual charset of its language', bytes('<html class=no-js lang="ru-RU">\xd0\xe5\xea\xe0'), '', 'Река'],
  [
    'that of Cyrillic words',
    bytes('<meta charset=utf-8><p>Caf\xe9: \xd0\xe5\xea\xe0 \xf2\xe5\xf7\xb8\xf2'),
    '',
    'Река течёт',
  ],
  ['that of its region', bytes("<html lang='zh-Hant'>\xaae\xa4\xf4"), '', '河水'],
  ['UTF-8, whatever its language', bytes('<html lang=ru>Река', 'utf8'), '', 'Река'],
  ['its charset, whatever its language', bytes('<html lang=ru><meta charset=koi8-r>\xc1'), '', 'а'],
  ['what is left where the charset is unknown', bytes('<meta charset=klingon>Caf\xe9'), '', 'Café'],
  ['UTF-8 where the header is wrong', bytes('„Žluť“', 'utf8'), 'text/html; charset=iso-8859-1', '„Žluť“'],
  ['UTF-8 where another alphabet is declared', bytes('<meta charset=koi8-r>Река', 'utf8'), '', 'Река'],
  ['the header in text of ASCII alone', bytes('\x1b$B4A;z\x1b(B'), 'text/html; charset=iso-2022-jp', '漢字'],
  ['the header where few letters could be either', bytes('\xcd\xa8'), 'text/html; charset=gbk', '通'],
  ['meta where the header is wrong', bytes('<meta charset=koi8-r>\xc1'), 'text/html; charset=utf-8', 'а'],
  ['windows-1252 where UTF-8 is declared', bytes('<meta charset=utf-8>Caf\xe9'), '', 'Café'],
  [
    'UTF-8 where it says so, with more damage',
    Buffer.concat([bytes('<meta charset=utf-8>„ť“', 'utf8'), bytes('\xe9')]),
    '',
    '„ť“\uFFFD',
  ],
  ['UTF-8 with a sign for what was lost', bytes('Lost: \uFFFD, ť', 'utf8'), undefined, '\uFFFD, ť'],
  ['UTF-8 where a readable page says UTF-16', bytes('<meta charset=utf-16>ť', 'utf8'), '', 'ť'],
  ['UTF-8 where the header says UTF-16', bytes('<p>Žluť', 'utf8'), 'text/html; charset=utf-16', 'Žluť'],
  ['windows-1252 where it says UTF-16', bytes('<p>Caf\xe9!'), 'text/html; charset=utf-16le', 'Café'],
  ['UTF-16 where the header says so', bytes('<p>Žluť', 'utf16le'), 'text/html; charset=utf-16', 'Žluť'],
])('a page is decoded by %s', (_, page, contentType, expected) => {
  expect(decodeHtml(page, contentType)).toContain(expected)
})

test.each([
  ['its declaration', bytes('<?xml version="1.0" encoding="koi8-r"?>\xc1'), undefined, 'а'],
  ['its declaration after blank lines', bytes("\r\n <?xml version='1.0' encoding='koi8-r'?>\xc1"), '', 'а'],
  ['the header', bytes('<?xml version="1.0" encoding="utf-8"?>\xc1'), 'text/xml; charset=koi8-r', 'а'],
  ['the mark', bytes('\uFEFF<?xml version="1.0" encoding="koi8-r"?>ť', 'utf8'), '', 'ť'],
  ['no meta of an article', bytes('<rss><![CDATA[<meta charset=koi8-r>]]>ť', 'utf8'), '', 'ť'],
  ['UTF-8 where it says nothing', bytes('<rss>ť', 'utf8'), '', 'ť'],
  ['windows-1252 where it is nothing else', bytes('<rss>It\x92s'), '', 'It’s'],
  ['UTF-8 where the header is wrong', bytes('<rss>ť', 'utf8'), 'text/xml; charset=us-ascii', 'ť'],
  [
    'UTF-8 where its declaration is wrong',
    bytes(`<?xml version="1.0" encoding="gb2312"?>${'河水上涨了。'.repeat(4)}`, 'utf8'),
    '',
    '河水上涨了。',
  ],
  [
    'the usual charset of its language',
    bytes('<rss><language>cs-CZ</language>\x8elu\x9d'),
    'text/xml; charset=utf-8',
    'Žluť',
  ],
  ['that of an Atom feed', bytes('<feed xmlns="a" xml:lang="cs">\x8elu\x9d'), '', 'Žluť'],
  ['UTF-8 where it says UTF-16', bytes('<?xml version="1.0" encoding="utf-16"?>ť', 'utf8'), '', 'ť'],
  ['windows-1252 where it says UTF-8', bytes('<?xml version="1.0" encoding="utf-8"?>It\x92s'), '', 'It’s'],
])('a feed is decoded by %s', (_, feed, contentType, expected) => {
  expect(decodeXml(feed, contentType)).toContain(expected)
})

test('plain text is UTF-8 or has a byte order mark, and is otherwise not guessed', () => {
  expect(decodePlain(bytes('Žluť', 'utf8'))).toBe('Žluť')
  expect(decodePlain(bytes('\uFEFFŽluť', 'utf8'))).toBe('Žluť')
  expect(decodePlain(bytes('\uFEFFŽluť', 'utf16le'))).toBe('Žluť')
  expect(decodePlain(bytes('\uFEFFŽluť', 'utf16le').swap16())).toBe('Žluť')
  expect(decodePlain(bytes('Caf\xe9'))).toBeUndefined()
  expect(decodePlain(bytes('\uFEFFa\uD800', 'utf16le'))).toBeUndefined()
})
