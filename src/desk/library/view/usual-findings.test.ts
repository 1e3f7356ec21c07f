import { expect, it } from 'vitest'
import { qualitiesOf, qualityBits } from './quality-bits.ts'
import { usualQualities, usualWordCount } from './usual-findings.ts'
import type { Quality } from '../records.ts'

it.each<[string, Quality[][], Quality[]]>([
  ['none', [], []],
  ['too few to tell', [['links'], ['links'], ['links']], []],
  ['less than half', [['links'], [], [], ['markup'], []], []],
  ['half', [['links'], ['links'], [], []], ['links']],
  ['most, beside what is rare', [['copyright'], ['copyright', 'capitals'], ['copyright'], []], ['copyright']],
])('with findings in %s of the articles, %j, the usual ones are %j', (_, found, usual) => {
  expect(qualitiesOf(usualQualities(Uint8Array.from(found, qualityBits)))).toEqual(usual)
})

it.each([
  [[10, 20, 30], undefined],
  [[500, 90, 700, 600], 500],
  [[500, 90, 100, 600], 100],
  [[120, 90, 100, 600, 80], 100],
])('the usual length of articles of %j words is %s', (words, usual) => {
  expect(usualWordCount(Uint32Array.from(words))).toBe(usual)
})
