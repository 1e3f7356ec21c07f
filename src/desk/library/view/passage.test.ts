import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { excerptOf } from '../jobs/cards.ts'
import { passageOf } from './passage.ts'
import { parseSearch, searchRanges } from '../texts/search.ts'

const passage = (text: string, query: string) => passageOf(text, parseSearch(query))
const filler = 'Nothing of interest stands here. '.repeat(20)

describe('the passage of a text that a search shows', () => {
  it('begins a few words before what was found', () => {
    expect(passage(`${filler}Later the mill was sold to the town.`, 'mill')).toBe(
      '…of interest stands here. Later the mill was sold to the town.',
    )
  })

  it('is left out where the first lines show it, and where the text does not have it', () => {
    expect(passage('The mill was sold.', 'mill')).toBeUndefined()
    expect(passage(filler, 'mill')).toBeUndefined()
    expect(passage(filler, '')).toBeUndefined()
    expect(passage(`${filler}The mill.`, '-mill')).toBeUndefined()
  })

  it('is where the most different terms come together, not the most hits', () => {
    const text = `${filler}Sold, sold and sold again. ${filler}The mill was sold. ${filler}A mill.`
    expect(passage(text, 'mill sold')).toMatch(/^….{0,40}The mill was sold\. /)
  })

  it('is as long as other first lines, on one line', () => {
    const found = passage(`${filler}The mill\n\nand ${filler}`, 'mill') ?? ''
    expect(found).toContain('The mill and Nothing')
    expect(found.length).toBeGreaterThan(240)
    expect(found).toHaveLength(excerptOf(found.slice(1)).length + 1)
  })

  it('is found in text that came with markup', () => {
    const text = `<p>${filler}</p><p>The <b>old</b> mill.</p>`
    expect(passage(text, 'mill')).toMatch(/^…[^<]*The old mill\.$/)
  })

  it('shows what it has found within its first words, and cuts no character', () => {
    const piece = fc.constantFrom('a', 'mill', ' ', '\n', '東京', '👩‍👩‍👧', 'é', 'ß', '.', 'x'.repeat(60))
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 120 }), (pieces) => {
        const text = pieces.join('')
        const query = parseSearch('mill 東京')
        const found = passageOf(text, query)
        const [hit] = searchRanges(text, query)
        const [shown] = searchRanges(found ?? text, query)
        expect(shown?.[0] ?? (hit ? Infinity : 0)).toBeLessThanOrEqual(41)
        expect(found ?? '').not.toMatch(/^…[\u200d\udc00-\udfff]/)
      }),
      { numRuns: 500 },
    )
  })
})
