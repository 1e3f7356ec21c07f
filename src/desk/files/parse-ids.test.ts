import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { formatIds, packIds, unpackIds } from '../../contract/ids.ts'
import { maxInvalidKept } from './id-collector.ts'
import { parseIds } from './parse-ids.ts'
import { anyCharacter } from '../../text/testing/any-character.ts'

const idsIn = (text: string) => unpackIds(parseIds(text).ids)

describe('ids are found', () => {
  it.each([
    ['between spaces', '1 2  3', [1, 2, 3]],
    ['between commas, semicolons and tabs', '1,2;3\t4, 5', [1, 2, 3, 4, 5]],
    ['one a line, whatever ends it', '1\n2\r\n3\r4\n', [1, 2, 3, 4]],
    ['after a byte order mark', '\uFEFF1 2', [1, 2]],
    ['between separators of other scripts', '1，2、3\u00A04\u20285', [1, 2, 3, 4, 5]],
    ['below zero', '-7 0', [-7, 0]],
    ['in a list of JSON', '[1, "a b", 2,\n "\\u00e9"]', [1, 2, 'a b', 'é']],
    ['in a list of Python', "['a', 'b', 3]", [3, 'a', 'b']],
    ['in a set', '{3, 1}', [3, 1]],
    ['as texts in quotes, digits too', '"12" "x,y"', ['12', 'x,y']],
    ['in articles', '[{"id":1,"title":"2 [3]","text":"\\"id\\": 4"},{"text":"","id":"x"}]', [1, 'x']],
    ['in JSON Lines', '{"id":1,"text":"a"}\n{"id":2}\n', [1, 2]],
    ['in the body of a request', '{"keywords":["5"],"ids_to_skip":[1,"b"],"article_count":9}', [1, 'b']],
    ['in a job, whose own id is no article', '{"id":17,"articles":[{"id":1},{"id":2}]}', [1, 2]],
    [
      'in a job that has its request, too',
      '{"ids_to_skip":[1,"b"],"id":17,"articles":[{"id":2}]}',
      [1, 2, 'b'],
    ],
    ['in a job that skipped nothing', '{"id":17,"ids_to_skip":[],"articles":[{"id":2}]}', [2]],
    ['in a job without a list of skips', '{"id":17,"ids_to_skip":null,"articles":[{"id":2}]}', [2]],
    ['in a column of one', 'id\n1\n2\n', [1, 2]],
    ['in a column among others', 'title,ID,text\n"a, 5",1,x\nb,2,"6\n7 ""8"" 9"\n', [1, 2]],
    ['in a column parted by semicolons', 'id;title\r\n1;a, 2\r\n3;b', [1, 3]],
    ['in a column whose rows end as on old Macs', 'id,title\r1,"a, 5"\r3,12 b\r', [1, 3]],
    ['in a column of article ids', 'article_id;title;words\n17;"In 2024";7\n', [17]],
    ['in a column of article ids alone', 'Article ID\n17\n18\n', [17, 18]],
    ['in a column of article ids beside that of rows', 'id,title,"Article-Id"\n1,a,"17"\n', [17]],
    ['in a column below the line for Excel', '\uFEFFsep=;\r\ntitle;id\r\n"a; 5";1\r\nb, 2;3', [1, 3]],
    ['in a column parted as that line says', 'SEP=|\nid|title\n1|2, 3\n', [1]],
    ['in a column parted by tabs', '"id"\t"title"\n"1"\t"2"\n', [1]],
    ['in a column with quoted texts', 'id,title\n1,a\n"2",b\n"a ""b""",c\n', [1, '2', 'a "b"']],
    ['in a column after a quoted name with a comma', '"name, first",id,year\nb,1,2024\n', [1]],
    ['in a column, whatever the others are called', '"name, id, year",x,id\nb,7,1\n', [1]],
    ['in a column after a quote that is never closed', '"name,id\nb,1\n', [1]],
    ['in a column that was made safe for spreadsheets', `id\n"'=x"\n"''=y"\n`, ['=x', "'=y"]],
    ['in nothing', ' \n', []],
  ])('%s', (_where, text, expected) => {
    expect(idsIn(text)).toEqual(expected)
    expect(parseIds(text)).toMatchObject({ invalidCount: 0, repeatedCount: 0 })
  })
})

describe('text that is not an id', () => {
  it.each([
    ['12 abc', { text: 'abc', line: 1, reason: 'not-a-number' }],
    ['1\n2\r\n  x7', { text: 'x7', line: 3, reason: 'not-a-number' }],
    ['007', { text: '007', line: 1, reason: 'leading-zero' }],
    ['-0', { text: '-0', line: 1, reason: 'leading-zero' }],
    ['+7', { text: '+7', line: 1, reason: 'not-a-number' }],
    ['7.0', { text: '7.0', line: 1, reason: 'not-a-number' }],
    ['1e3', { text: '1e3', line: 1, reason: 'not-a-number' }],
    ['-', { text: '-', line: 1, reason: 'not-a-number' }],
    ['1\u202F234', { text: '1\u202F234', line: 1, reason: 'not-a-number' }],
    ['""', { text: '""', line: 1, reason: 'not-a-number' }],
    ['"open', { text: '"open', line: 1, reason: 'not-a-number' }],
    ['"a"b', { text: '"a"b', line: 1, reason: 'not-a-number' }],
    ['[null]', { text: 'null', line: 1, reason: 'not-a-number' }],
    ['9007199254740992', { text: '9007199254740992', line: 1, reason: 'too-large' }],
    ['{"id":9007199254740993}', { text: '9007199254740993', line: 1, reason: 'too-large' }],
    ['{"title":"a"}', { text: '{"title":"a"}', line: 1, reason: 'without-id' }],
    ['{"id":17,"articles":8}', { text: '{"id":17,"articles":8}', line: 1, reason: 'without-id' }],
    ['[{"id":1,"te', { text: '{"id":1,"te', line: 1, reason: 'unfinished' }],
    ['id,title\nx,1', { text: 'x', line: 2, reason: 'not-a-number' }],
    ['id,title\n"17,""Wind"""', { text: '"17,""Wind"""', line: 2, reason: 'not-a-number' }],
    ['id,title\n"17,""a";" b""",c', { text: '"17,""a";" b"""', line: 2, reason: 'not-a-number' }],
    ['title,id\n"never closed,1', { text: '"never closed,1', line: 2, reason: 'unfinished' }],
  ])('is reported with its place: %j', (text, expected) => {
    expect(parseIds(text)).toMatchObject({ invalidCount: 1, invalid: [expected] })
  })

  it('is counted in full, but only the first places are kept', () => {
    const { invalid, invalidCount } = parseIds('no '.repeat(maxInvalidKept * 2))
    expect(invalid).toHaveLength(maxInvalidKept)
    expect(invalidCount).toBe(maxInvalidKept * 2)
  })

  it('is shown shortened, but not within a character', () => {
    expect(parseIds('a'.repeat(5000)).invalid[0]?.text).toHaveLength(41)
    expect(parseIds(`${'a'.repeat(39)}🌊🌊`).invalid[0]?.text).toBe(`${'a'.repeat(39)}…`)
  })
})

it('counts repeats, and keeps the first of each in order', () => {
  expect(parseIds('3 1 3 "x" 1 2 "x"')).toMatchObject({ repeatedCount: 3 })
  expect(idsIn('3 1 3 "x" 1 2 "x"')).toEqual([3, 1, 2, 'x'])
})

it('takes time proportional to the text, whatever it contains', () => {
  const size = 300_000
  // CPU time in microseconds, which doesn't depend on how busy the machine is.
  const before = process.cpuUsage()
  for (const piece of ['{"a":', '[', '"', '"\\', '{"articles":[', "'a\n", '"a\n', '{ ', '\\"', 'id\n"']) {
    expect(() => parseIds(piece.repeat(size / piece.length))).not.toThrow()
  }
  const facts = 'Article 1 · 1 word'
  for (const [ours, piece] of [
    [`# a\n\n${facts}\n`, '# '],
    [`# a\n\n${facts}\n`, '\n# '],
    [`a\n=\n\n${facts}\n`, '\n'],
    [`a\n=\n\n${facts}\n`, `\n\n\n${'_'.repeat(72)}`],
    [`<!doctype html><p class="facts">${facts}</p>`, '<p class="facts">'],
    [`@misc{a,\nnote = {${facts}},\n}\n`, '\n'],
    [`% \n@misc{a,\nnote = {${facts}},\n}\n`, ' '],
    [`@misc{a,\nnote = {${facts}},\n}\n@misc{b,\n`, 'note = {Article '],
    [
      `<?xml ?><w:document ><w:pStyle w:val="Facts"/><w:t>${facts}</w:t></w:p>`,
      '<w:pStyle w:val="Facts"/><w:t ',
    ],
  ] as const)
    expect(parseIds(ours + piece.repeat(size / piece.length)).ids.numbers).toEqual(Float64Array.of(1))
  expect(process.cpuUsage(before).user).toBeLessThan(5_000_000)
})

describe('any text at all', () => {
  const scrap = fc.constantFrom(
    ...Array.from('09-+.e"\'\\,;[]{}:\t\r\n ax'),
    'id',
    '"id":',
    'articles',
    '\uFEFF',
    '﹐',
    '𝟙',
  )
  const anything = fc.oneof(
    fc.string({ unit: anyCharacter }),
    fc.array(scrap).map((scraps) => scraps.join('')),
  )

  it('is read without an error, and the ids read round-trip', () => {
    fc.assert(
      fc.property(anything, (text) => {
        const { ids } = parseIds(text)
        const again = parseIds(formatIds(ids))
        expect(again).toEqual({ ids, repeatedCount: 0, invalidCount: 0, invalid: [] })
      }),
      { numRuns: 2000 },
    )
  })

  it('that we wrote round-trips, even if its ids look like something else', () => {
    const id = fc.oneof(fc.maxSafeInteger(), fc.string({ unit: anyCharacter, minLength: 1 }), scrap)
    fc.assert(
      fc.property(fc.array(id), (ids) => {
        const packed = packIds(ids)
        expect(unpackIds(parseIds(formatIds(packed)).ids)).toEqual(unpackIds(packed))
      }),
      { numRuns: 1000 },
    )
  })
})
