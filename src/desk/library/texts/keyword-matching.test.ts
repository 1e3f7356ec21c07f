import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { fold, foldWithOffsets } from '../../../text/fold.ts'
import { countHits, countWords, hitRanges, keywordsIn, keywordTerms } from './keyword-matching.ts'

const marked = (text: string, keywords: string[]) =>
  hitRanges(text, keywords).map(([a, b]) => text.slice(a, b))

describe('keyword hits', () => {
  it.each<[name: string, text: string, keywords: string[], hits: string[]]>([
    ['no keyword', 'Solar farms', [], []],
    ['case', 'SOLAR and solar', ['Solar'], ['SOLAR', 'solar']],
    ['each word of a keyword', 'Wind power and solar roofs', ['solar power'], ['power', 'solar']],
    [
      'word forms',
      'farm farms farming farmers farmhouses',
      ['farm'],
      ['farm', 'farms', 'farming', 'farmers'],
    ],
    [
      'the stem of a keyword',
      'a building, to build, builders',
      ['building'],
      ['building', 'build', 'builders'],
    ],
    ['plural keyword', 'city cities', ['cities'], ['city', 'cities']],
    [
      'a word in y, but none that only begins like it',
      'city citizen citing policies police studied students player place industrial beautiful happily',
      ['cities', 'policy', 'study', 'play', 'industry', 'beauty', 'happy'],
      ['city', 'policies', 'studied', 'player', 'industrial', 'beautiful', 'happily'],
    ],
    ['only where a word begins', 'smart art part', ['art'], ['art']],
    ['a short word stays short', 'art arts artichoke', ['art'], ['art', 'arts']],
    ['a phrase in quotes', 'solar power, solar roof power', ['"solar power"'], ['solar power']],
    ['an elided article only with its word', 'la vie, l’énergie, le sel', ["l'énergie"], ['l’énergie']],
    [
      'a compound as a whole',
      'On 19 May, Covid-19 and e-mail',
      ['covid-19', 'e-mail'],
      ['Covid-19', 'e-mail'],
    ],
    ['a possessive by its word', "editors, the editor's s", ["editor's"], ['editors', 'editor']],
    ['a phrase beside a word', 'salt flour, flour water', ['"flour water" salt'], ['salt', 'flour water']],
    ['a sign for inches as no quote', '19" screens', ['19" screen'], ['19', 'screens']],
    [
      'Arabic letters and digits in any form',
      'کتاب ۱۴۰۳، مدرسة',
      ['كتاب', '1403', 'مدرسه'],
      ['کتاب', '۱۴۰۳', 'مدرسة'],
    ],
    ['an abbreviation in Hebrew', 'ל צה״ל ל', ['צה"ל'], ['צה״ל']],
    ['a phrase over any sign', 'la col·lecció', ['"col·lecció"'], ['col·lecció']],
    ['a phrase over a line end', 'solar\n  power', ['"solar power"'], ['solar\n  power']],
    ['accents either way', 'Café cafe CAFÉ', ['café'], ['Café', 'cafe', 'CAFÉ']],
    ['decomposed accents, mark included', 'cafe\u0301 bar', ['cafe'], ['cafe\u0301']],
    ['letters that fold into two', 'Straße', ['strasse'], ['Straße']],
    ['ligatures', 'the o\uFB03ce', ['office'], ['o\uFB03ce']],
    ['words with soft hyphens', 'So\u00adlar\u00adstrom', ['solarstrom'], ['So\u00adlar\u00adstrom']],
    ['full width', 'ＳＯＬＡＲ', ['solar'], ['ＳＯＬＡＲ']],
    ['emoji before the hit', '🌞🌞 sólar', ['solar'], ['sólar']],
    ['final sigma', 'ΟΔΟΣ οδός', ['οδος'], ['ΟΔΟΣ', 'οδός']],
    ['scripts without spaces', '今日は太陽光発電です', ['太陽光'], ['太陽光']],
    ['regular expression characters', 'c++ (and) a.b', ['c++', '(.*)'], ['c']],
    ['overlapping keywords mark once', 'solar power', ['"solar power"', 'power'], ['solar power']],
  ])('%s', (_name, text, keywords, hits) => {
    expect(marked(text, keywords)).toEqual(hits)
  })

  it('counts as many hits as it marks', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'grapheme' }),
        fc.array(fc.string({ unit: 'grapheme' })),
        (text, words) => {
          expect(countHits(fold(text), keywordTerms(words))).toBe(hitRanges(text, words).length)
        },
      ),
    )
  })

  it('gives ranges in order, within the text, never overlapping', () => {
    const letters = fc.string({
      unit: fc.constantFrom('a', 'b', 'é', 'e\u0301', 'ß', '\uFB03', ' ', '太', '🌞', '\n'),
    })
    fc.assert(
      fc.property(letters, fc.array(letters), (text, words) => {
        let last = 0
        for (const [start, end] of hitRanges(text, words)) {
          expect(start).toBeGreaterThanOrEqual(last)
          expect(end).toBeGreaterThan(start)
          last = end
        }
        expect(last).toBeLessThanOrEqual(text.length)
      }),
    )
  })
})

describe('folding', () => {
  it('gives the same result with and without offsets', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme-composite' }), (text) => {
        expect(foldWithOffsets(text).folded).toBe(fold(text))
      }),
    )
  })
})

describe('words whose marks can be typed in two orders', () => {
  it.each([
    ['Burmese', '\u1001\u103d\u1004\u103a\u1037'],
    ['Thai', '\u0e17\u0e48\u0e38'],
  ])('are marked where they are found: %s', (_, word) => {
    const text = `one ${word} two`
    expect(foldWithOffsets(text).folded).toBe(fold(text))
    expect(countHits(fold(text), keywordTerms([word]))).toBe(1)
    expect(marked(text, [word])).toEqual([word])
  })
})

describe('the keywords in a text', () => {
  it.each<[name: string, text: string, keywords: string[], held: string[]]>([
    ['in any form', 'Farmers and their rivers', ['farm', 'river', 'sea'], ['farm', 'river']],
    ['all words of one, wherever', 'Water to drink', ['drink water', 'drinking wine'], ['drink water']],
    ['a phrase as a phrase', 'The power of solar', ['"solar power"', 'solar power'], ['solar power']],
    ['a phrase in quotes of any kind', 'The power of solar', ['”solar power”', '»solar power«'], []],
    ['a compound only as a whole', 'La vie, d’énergie', ["l'énergie", "d'énergie"], ["d'énergie"]],
    ['none that has no words', 'Solar', ['!', ''], []],
  ])('%s', (_, text, keywords, held) => {
    expect(keywordsIn(fold(text), keywords)).toEqual(held)
  })
})

describe('word count', () => {
  it.each<[text: string, words: number]>([
    ['', 0],
    ['  \n ', 0],
    ['One, two - three.', 3],
    ["don't well-known 3.5 % – yes", 4],
    ['Привет, мир', 2],
    ['太陽光発電', 3],
    ['Python で書く', 3],
    ['ខ្ញុំស្រលាញ់អ្នក', 8],
    ['ကျွန်တော်သွားမယ်', 8],
    ['🌞 sun', 1],
    ['sooner—later', 2],
  ])('of %j is %i', (text, words) => {
    expect(countWords(text)).toBe(words)
  })
})
