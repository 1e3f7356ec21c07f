import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { excerptOf } from '../../jobs/cards.ts'
import { parseSearch, searchRanges } from '../search.ts'
import { excerptAround } from './excerpt-around.ts'

const opening = 'It rained on the market. '.repeat(14)
const around = (text: string, query: string) => excerptAround(text, parseSearch(query))

describe('the excerpt around a hit', () => {
  it.each<[name: string, text: string, query: string, excerpt: string | undefined]>([
    ['nothing where the first lines hold a hit', `Bread. ${opening} Bread again.`, 'bread', undefined],
    ['nothing where the text holds none', opening, 'bread', undefined],
    ['nothing where nothing is asked for', opening, '', undefined],
    [
      'the sentence of the hit',
      `${opening}Then came “the bread” at last.`,
      'bread',
      '…Then came “the bread” at last.',
    ],
    ['a line of its own', `${opening}\n\nBread\nand wine`, 'bread', '…Bread and wine'],
    [
      'a sentence that is long, from within',
      `${opening}${'and on and on '.repeat(20)}until bread and wine`,
      'bread',
      '…on and on and on and on and on and on and on and on until bread and wine',
    ],
    [
      'a phrase over a line’s end',
      `${opening}So brown\nbread it was`,
      '"brown bread"',
      '…So brown bread it was',
    ],
    ['a script without spaces', `${'雨が降った'.repeat(80)}。東京のパン`, 'パン', '…東京のパン'],
    [
      'what a reader sees of markup',
      `<p>${opening}</p><p>Then <b>bread</b> came.</p>`,
      'bread',
      '…Then bread came.',
    ],
  ])('gives %s', (_name, text, query, excerpt) => {
    expect(around(text, query)).toBe(excerpt)
  })

  it('is cut after some 280 characters, between words', () => {
    const excerpt = around(`${opening}Bread ${'and butter '.repeat(60)}`, 'bread') ?? ''
    expect(excerpt.length).toBeGreaterThan(240)
    expect(excerpt.length).toBeLessThanOrEqual(282)
    expect(excerpt).toMatch(/^…Bread and butter.* (?:and|butter)…$/)
  })

  it('cuts no character into two', () => {
    const excerpt = around(`${'👩‍🌾'.repeat(200)}東`, '東') ?? ''
    expect(excerpt).toMatch(/^…(?:👩‍🌾)+東$/u)
  })

  it('holds a hit whenever the text does and its first lines do not', () => {
    const word = fc.constantFrom('bread', 'Bréad', 'wine', 'x.', '東京', 'a-b', '\n\n', '“so”', 'it’s', '🌞')
    const madeText = fc.array(word, { minLength: 40, maxLength: 300 }).map((words) => words.join(' '))
    fc.assert(
      fc.property(
        madeText,
        fc.constantFrom('bread', 'win', '京', '"a b"', "it's", '"bread wine"', '-so'),
        (end, asked) => {
          const text = `${opening}${end}`
          const query = parseSearch(asked)
          const excerpt = excerptAround(text, query)
          const isHeld = (text: string) => searchRanges(text, query).length > 0
          expect(excerpt !== undefined).toBe(isHeld(text) && !isHeld(excerptOf(text)))
          expect({ excerpt, isHeld: excerpt === undefined || isHeld(excerpt) }).toEqual({
            excerpt,
            isHeld: true,
          })
        },
      ),
    )
  })
})
