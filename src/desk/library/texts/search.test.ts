import { describe, expect, it } from 'vitest'
import { matchesSearch, parseSearch, searchedFor, searchRanges } from './search.ts'
import { searchableText } from './searchable-text.ts'

const article = {
  title: 'Café on the corner',
  text: 'A well-known baker sells bread.\nLate at night the ovens are lit; 東京のパン.',
}
const matches = (query: string) => matchesSearch(searchableText(article), parseSearch(query))

describe('search', () => {
  it.each<[query: string, expected: boolean]>([
    ['"solar farm"', true],
    ['near zurich', true],
    ['AT&T', true],
    ['body', false],
    ['252', false],
  ])('reads %j in an HTML text as its reader shows it', (query, expected) => {
    const text = '<p class="body">The <b>solar</b> farm near Z&#252;rich.</p><p>AT&amp;T</p>'
    expect(matchesSearch(searchableText({ title: '', text }), parseSearch(query))).toBe(expected)
  })

  it.each<[query: string, expected: boolean]>([
    ['', true],
    ['   ', true],
    ['bread', true],
    ['BREAD cafe', true],
    ['bre', true],
    ['read', false],
    ['bread butter', false],
    ['"bread late"', false],
    ['"baker sells"', true],
    ['"baker sel"', false],
    ['"at the"', false],
    ['"night the ovens"', true],
    ['"well known baker"', true],
    ['well-known', true],
    ['-butter', true],
    ['bread -oven', false],
    ['bread -"baker eats"', true],
    ['bread -"baker sells"', false],
    ['"corner a well"', false],
    ['東京', true],
    ['京の', true],
    ['"unclosed', false],
    ['"baker', true],
    ['"baker sel', true],
    ['bread -"baker sel', false],
    ['-', true],
    ['--', true],
    ['"" bread', true],
    ['”baker sells”', true],
    ['„baker sells”', true],
    ['«baker sells»', true],
    ['»baker sells«', true],
    ['”sells baker”', false],
    ['«sells baker»', false],
    ['»sells baker«', false],
    ['bread -«baker eats»', true],
    ['bread -«baker sells»', false],
  ])('%j', (query, expected) => {
    expect(matches(query)).toBe(expected)
  })

  it.each<[name: string, text: string, query: string, expected: boolean]>([
    ['an apostrophe', 'They don’t know', "don't", true],
    ['the beginning of a word with an apostrophe', "the editor's cut", 'editor', true],
    ['an apostrophe that is a letter', 'Їх п\u02bcять', "п'ять", true],
    ['such an apostrophe in a search', 'Їх п’ять', 'п\u02bcять', true],
    ['the turned comma of Uzbek and Hawaiian', 'O\u02bbzbekiston', '"o’zbekiston"', true],
    ['a point within a number', 'about 3.5 metres', '3.5', true],
    ['an address', 'see example.com for more', 'example.com', true],
    ['an Arabic word drawn long', 'الميــاه اليوم', '"المياه اليوم"', true],
    ['a name with a chosen glyph', '葛\u{e0100}飾区', '葛飾区', true],
    ['a chosen glyph in a search', '葛飾区', '葛\u{e0100}飾', true],
    ['the point of Catalan', 'una col·lecció nova', 'col·lecció', true],
    ['the sign of a Hebrew abbreviation', 'דובר צה"ל הודיע', 'צה״ל', true],
    ['a unit', 'at 10°C today', '10°C', true],
    ['a whole address', 'see https://example.com/a?b=1', 'https://example.com/a?b=1', true],
    ['a name with a middle point', '米ニューヨーク・タイムズが', 'ニューヨーク・タイムズ', true],
    ['a character of its own between words', '東京大阪abc', '"東京 abc"', false],
    ['a point that ends a sentence', 'He ate bread. Late', '"bread late"', false],
    ['a comma between words', 'bread, late', '"bread late"', false],
    ['words in quotes within a phrase', "rock 'n' roll", '"rock n roll"', true],
    ['a vowel sign within a word', 'विराम', 'राम', false],
    ['a word with vowel signs', 'राम और', '"राम"', true],
    ['a word with soft hyphens', 'der Minister\u00adpräsi\u00addent', '"ministerpräsident"', true],
    ['a word after a soft hyphen', 'Minister\u00adpräsident', 'präsident', false],
    ['a word with a joiner', 'ශ්\u200dරී ලංකා', '"ශ්රී ලංකා"', true],
    ['a word that must not be broken', 'wind\u2060mill wheel\ufeffwright', 'windmill wheelwright', true],
    ['the sign of an emoji before a word', 'I \u2764\ufe0flove it', 'love', true],
    ['a word after a kana with a mark', 'がabc', 'abc', true],
    ['a change of script that ends a word', '東京abc', '"東京ab"', false],
    ['a change of script that begins a word', 'abc東京', '"abc東"', true],
  ])('knows %s', (_name, text, query, expected) => {
    expect(matchesSearch(searchableText({ title: '', text }), parseSearch(query))).toBe(expected)
  })

  it('has no terms if nothing in a query can be searched for', () => {
    const blank = ['', ' " ', '-', '...', '👩', '(']
    expect(blank.map(searchedFor)).toEqual(blank.map(() => ''))
    expect(blank.every((query) => matchesSearch('a text', parseSearch(query)))).toBe(true)
    expect(['-rye', '"', '℃', '東'].map(searchedFor)).toEqual(['-rye', '', '℃', '東'])
  })

  it('marks its hits in the original text', () => {
    const text = 'Cafés, a café; decaf. CAFÉ!'
    const ranges = searchRanges(text, parseSearch('cafe -tea'))
    expect(ranges.map(([start, end]) => text.slice(start, end))).toEqual(['Café', 'café', 'CAFÉ'])
    expect(searchRanges('Was\u00adser da', parseSearch('wasser'))).toEqual([[0, 7]])
  })

  it.each<[query: string, text: string, expected: string[]]>([
    ['"bread and salt today" and salt', 'bread and salt today', ['bread and salt today']],
    ['1 2', '½ cup, 1 cup', ['½', '1']],
    ['株式 会社', '㍿', ['㍿']],
  ])('marks each word of %j once', (query, text, expected) => {
    const ranges = searchRanges(text, parseSearch(query))
    expect(ranges.map(([start, end]) => text.slice(start, end))).toEqual(expected)
  })
})
