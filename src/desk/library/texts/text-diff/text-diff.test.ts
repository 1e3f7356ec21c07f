import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readStarterTexts } from '../../../../service/testing/starter-texts.ts'
import { type DiffPart, type DiffRow, diffTexts, type TextDiff } from './text-diff.ts'

/** "The [old|new] tray": what was removed and what was added, in one line. */
function inline({ before = [], after = [] }: DiffRow): string {
  const [left, right] = [[...before], [...after]]
  let line = ''
  while (left.length + right.length > 0) {
    const removed = left[0]?.isMarked ? (left.shift()?.text ?? '') : ''
    const added = right[0]?.isMarked ? (right.shift()?.text ?? '') : ''
    if (removed || added) line += `[${removed.trim()}|${added.trim()}]`
    line += (left.shift() ?? right[0])?.text ?? ''
    right.shift()
  }
  return line.trim()
}
const shown = ({ rows }: TextDiff) => rows.map((row) => `${row.kind}: ${inline(row)}`)

const one = 'The first tray comes out of the oven at five, and the street wakes up to the smell of it.'
const two = 'Nobody can remember a day on which the bakery was closed, whatever the river did to its cellar.'
const three =
  'At half past five somebody unlocks the door, and the first in the queue says that it smells good.'

describe('two texts', () => {
  it.each<[name: string, before: string, after: string, rows: string[]]>([
    ['that are the same', `${one}\n\n${two}`, `${one}\n\n${two}`, [`same: ${one}`, `same: ${two}`]],
    [
      'wrapped in another way',
      `${one}\n\n${two}`,
      `${one.replaceAll(' ', '\n')}\r\n\r\n\r\n${two}\n`,
      [`same: ${one}`, `same: ${two}`],
    ],
    [
      'of which one has another word',
      `${one}\n\n${two}`,
      `${one.replace('street', 'town')}\n\n${two}`,
      [`changed: ${one.replace('street ', '[street|town]')}`, `same: ${two}`],
    ],
    [
      'of which one has a paragraph more',
      `${one}\n\n${three}`,
      `${one}\n\n${two}\n\n${three}`,
      [`same: ${one}`, `added: [|${two}]`, `same: ${three}`],
    ],
    [
      'of which one has lost its end',
      `${one}\n\n${two}\n\nBy Jane Doe`,
      `${one}\n\n${two}`,
      [`same: ${one}`, `same: ${two}`, 'removed: [By Jane Doe|]'],
    ],
    [
      'with a paragraph changed and one added beside it',
      `${one}\n\n${three}`,
      `${two}\n\n${one.replace('first', 'last')}\n\n${three}`,
      [`added: [|${two}]`, `changed: ${one.replace('first ', '[first|last]')}`, `same: ${three}`],
    ],
    [
      'with paragraphs in another order',
      `${one}\n\n${two}\n\n${three}`,
      `${three}\n\n${one}\n\n${two}`,
      [`moved: ${three}`, `same: ${one}`, `same: ${two}`, `moved: ${three}`],
    ],
    [
      'that have lines and no paragraphs',
      `${one}\n${two}`,
      `${one}\n${three}`,
      [`same: ${one}`, `removed: [${two}|]`, `added: [|${three}]`],
    ],
    [
      'without spaces',
      '最初の一枚は五時に窯から出る。',
      '最初の二枚は五時に窯から出る。',
      ['changed: 最初の[一|二]枚は五時に窯から出る。'],
    ],
    ['of which one is empty', '', one, [`added: [|${one}]`]],
    ['that are both empty', ' \n\n ', '', []],
  ])('%s', (_, before, after, rows) => {
    expect(shown(diffTexts(before, after))).toEqual(rows)
  })

  it('are counted by marked words', () => {
    const { removedWords, addedWords } = diffTexts(
      `${one}\n\n${three}`,
      `${one.replace('the street', 'every town in the valley')}\n\n${three}`,
    )
    expect([removedWords, addedWords]).toEqual([1, 4])
    expect(diffTexts(`${one}\n\n${two}`, `${two}\n\n${one}`)).toMatchObject({
      removedWords: 0,
      addedWords: 0,
    })
  })

  it('are compared by sentence if a paragraph is too long to compare by word', () => {
    const sentences = Array.from(
      { length: 2_000 },
      (_, index) => `Sentence ${index} of a very long paragraph.`,
    )
    const changed = sentences.map((sentence, index) =>
      index % 3 === 1 ? sentence.replace('very', 'rather') : sentence,
    )
    const { rows, removedWords } = diffTexts(sentences.join(' '), changed.join(' '))
    expect(rows).toHaveLength(1)
    expect(removedWords).toBeGreaterThanOrEqual(667)
    expect(removedWords).toBeLessThan(2_000)
  })

  it('never lose or change a character other than white space', () => {
    const text = fc
      .array(
        fc.constantFrom(
          'tray',
          'oven',
          'Five',
          'at',
          '.',
          ',',
          ' ',
          ' ',
          '\n',
          '\n\n',
          'é',
          '窯',
          'น',
          '\u0e49',
          '\u0301',
          '🌞',
          '"',
          '-',
        ),
        { maxLength: 80 },
      )
      .map((parts) => parts.join(''))
    const dense = (value: string) => value.replaceAll(/\s+/g, '')
    const joined = (rows: readonly (readonly DiffPart[] | undefined)[]) =>
      dense(rows.flatMap((parts = []) => parts.map((part) => part.text)).join(''))
    fc.assert(
      fc.property(text, text, (before, after) => {
        const { rows } = diffTexts(before, after)
        expect(joined(rows.map((row) => row.before))).toBe(dense(before))
        expect(joined(rows.map((row) => row.after))).toBe(dense(after))
        const unmarked = (side: 'before' | 'after') =>
          rows
            .filter(({ kind }) => kind === 'same' || kind === 'changed')
            .map((row) => dense((row[side] ?? []).map((part) => (part.isMarked ? '' : part.text)).join('')))
        expect(unmarked('before')).toEqual(unmarked('after'))
      }),
      { numRuns: 500 },
    )
  })
})

it('a rerun of the starter collection is aligned with its original, paragraph by paragraph', () => {
  const collection = readStarterTexts()
  const rerun = collection.find(({ slug }) => slug === 'who-lives-in-your-sourdough')
  const original = collection.find(({ slug }) => slug === rerun?.rerunOf)
  const { rows, removedWords, addedWords } = diffTexts(original?.text ?? '', rerun?.text ?? '')
  expect(rows.filter(({ before, after }) => before && after).length).toBeGreaterThanOrEqual(6)
  expect(removedWords + addedWords).toBeLessThan(200)
})

const words = (seed: number, separators: readonly string[], count = 18_000) => {
  let state = seed
  return Array.from({ length: count }, (_, index) => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fff_ffff
    return `w${state % 3_000}${separators[index % separators.length]}`
  }).join('')
}
const both = (separators: readonly string[]) => [words(1, separators), words(2, separators)] as const
const gap = ' '.repeat(100_000)
it.each<[name: string, texts: readonly [string, string]]>([
  ['of 100 KB in one paragraph', both([' ', ' ', ' ', ' ', ' ', ' ', ' ', '. '])],
  ['of 100 KB in one sentence', both([' '])],
  ['of 100 KB in paragraphs', both([...Array<string>(60).fill(' '), '.\n\n'])],
  ['of 100 KB in lines', both([' ', ' ', '\n'])],
  ['of 100 KB in one word', both([''])],
  ['in one paragraph and in lines of one word', [words(1, [' '], 60_000), words(2, ['\n'], 40_000)]],
  ['in more lines than a call takes arguments', [words(1, ['\n'], 150_000), words(2, ['\n'], 150_000)]],
  ['with 100 KB of spaces', [`${words(1, [' '])}${gap}one`, `${words(2, [' '])}${gap}two`]],
])('two texts with nothing in common, %s, are compared in bounded time', (_, [before, after]) => {
  const begun = process.cpuUsage()
  diffTexts(before, after)
  expect(process.cpuUsage(begun).user).toBeLessThan(10_000_000)
})
