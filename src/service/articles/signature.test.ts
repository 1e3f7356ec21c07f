import { array, assert, constantFrom, oneof, property, string, tuple } from 'fast-check'
import { expect, test } from 'vitest'
import { readStarterTexts } from '../testing/starter-texts.ts'
import { signatureRules } from './signature-rules.ts'
import { withoutSignature } from './testing/without-signature.ts'

/** Lines that the rules look for, mixed with others. */
const lines = array(
  oneof(
    constantFrom(
      '',
      '-- ',
      '--',
      '* * *',
      'By Jane Doe',
      '— Jane Doe, staff writer',
      'About the author',
      'About the author: Jane Doe bakes.',
      'Jane Doe is a freelance writer. See https://example.com.',
      'She lives in Leeds.',
      'Photo: Jane Doe',
      '+44 113 496 0000',
      'https://example.com',
      'Visit https://example.com for more.',
      'Source: The Loaf',
      '© 2024 Jane Doe. All rights reserved.',
      'This article may be reprinted if you keep this note.',
      'The loaves come out at five, and the street wakes up to the smell of them.',
      'It is early.',
    ),
    string({ unit: 'grapheme', maxLength: 60 }),
  ),
  { maxLength: 14 },
)
const texts = tuple(lines, constantFrom('\n', '\n\n', '\r\n')).map(([parts, separator]) =>
  parts.join(separator),
)

test('the result is a beginning of the text, at least half of it, and never empty', () => {
  assert(
    property(texts, (text) => {
      const kept = withoutSignature(text)
      expect(text.startsWith(kept)).toBe(true)
      expect(kept.trim() === '').toBe(text.trim() === '')
      expect(kept.length).toBeGreaterThanOrEqual(text.trimEnd().length / 2 - 50)
    }),
    { numRuns: 3_000 },
  )
})

test('a second removal changes nothing', () => {
  assert(
    property(texts, (text) => {
      const kept = withoutSignature(text)
      expect(withoutSignature(kept)).toBe(kept)
    }),
    { numRuns: 3_000 },
  )
})

test.each([
  ['lines', 'By Jane Doe\n'.repeat(90_000)],
  ['one line', 'By Jane Doe '.repeat(90_000)],
  [
    'by-lines of one writer',
    `${'Jane Doe\n'.repeat(110_000)}${`\n-- \n${'About Jane Doe:\n'.repeat(8)}`.repeat(9)}`,
  ],
  ['blank lines', `Bread.${'\n'.repeat(1_000_000)}By Jane Doe`],
  ['dashes', `Bread.\n\n${'-'.repeat(1_000_000)}`],
  ['names', `Bread.\n\n${'Jane de '.repeat(150)}x\n`.repeat(500)],
  [
    'a credit',
    `Jane Doe, staff${' Doe'.repeat(250_000)}\n\nBread.\n\nJane Doe is a writer who lives in Berlin.`,
  ],
])('a million characters of %s take almost no time', (_, text) => {
  expect(userTimeOf(text)).toBeLessThan(500_000)
})

test.each([
  ...['a'.repeat(70), 'de'.repeat(31), '年'.repeat(50)].map((word) => `Published ${word} 2024!`),
  `Jane Doe is journalist${' en journalist'.repeat(40)}!`,
  `Jane Doe is journalist in ${'A.'.repeat(38)}!`,
  `By Jane Doe${', MD'.repeat(25)}!`,
  `Jane Doe${', Mr Tom Lee'.repeat(26)}!\nJane Doe bakes.`,
  `Jane Doe (AFP${' and dpa'.repeat(27)}!)\nJane Doe bakes.`,
])('the last line %j takes almost no time', (line) => {
  expect(userTimeOf(`${'Bread. '.repeat(100)}\n\n${line}`)).toBeLessThan(500_000)
})

/** CPU time in microseconds, which doesn't depend on how busy the machine is. */
function userTimeOf(text: string): number {
  const before = process.cpuUsage()
  withoutSignature(text)
  return process.cpuUsage(before).user
}

test('every rule has its own name', () => {
  expect(new Set(signatureRules.map(({ name }) => name)).size).toBe(signatureRules.length)
})

test.each(readStarterTexts().map(({ slug, isSigned, text }) => [slug, isSigned, text] as const))(
  '%s of the starter collection ends in a signature: %s',
  (_, isSigned, text) => {
    expect(withoutSignature(text) !== text).toBe(isSigned)
  },
)
