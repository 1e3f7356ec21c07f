import { expect, it } from 'vitest'
import { labelNames } from './label-names.ts'

it.each([
  ['water', ['water']],
  [' wind ,  off  shore,', ['wind', 'off shore']],
  ['طاقة، رياح，水、風', ['طاقة', 'رياح', '水', '風']],
  ['ENERGY, Wind, wind', ['Energy', 'Wind']],
  [' , ', []],
  ['a\u202Eb\u0000c', ['a b c']],
  ['می\u200cخوانم, 👩\u200d🚒', ['می\u200cخوانم', '👩\u200d🚒']],
  ['Energy\u200d, \u200c', ['Energy']],
  ['Cafe\u0301, cafe\u0301', ['Café']],
])('reads %j as %j', (typed, names) => {
  expect(labelNames(typed, ['Energy'])).toEqual(names)
})
