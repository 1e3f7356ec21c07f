import { expect, it } from 'vitest'
import { excerptOf } from './cards.ts'

it.each([
  ['between words', 'river '.repeat(100), `${'river '.repeat(45)}river…`],
  ['anywhere if there are no spaces', '川'.repeat(300), `${'川'.repeat(280)}…`],
  ['never within a character', `${'川'.repeat(278)}👩‍🚒川`, `${'川'.repeat(278)}…`],
])('cuts an excerpt %s', (_, text, excerpt) => {
  expect(excerptOf(text)).toBe(excerpt)
})

it('is cut in a moment from ten thousand texts without spaces', () => {
  const text = '水位は夜のうちに上がり続けた。'.repeat(40)
  const began = process.cpuUsage()
  for (let count = 0; count < 10_000; count += 1) excerptOf(text)
  const { user, system } = process.cpuUsage(began)
  expect((user + system) / 1000).toBeLessThan(1_200)
})
