import { expect, test } from 'vitest'
import { UnusableFileError } from './found-article.ts'
import { readFrontMatter } from './front-matter.ts'

test('title, category and date are read, the rest is the body', () => {
  const text = '---\ntitle: "Bread: a history"\ncategory: Food\ndate: 2024-05-07\nmood: fine\n---\n\nText.\n'
  expect(readFrontMatter(text)).toMatchObject({
    title: 'Bread: a history',
    category: 'Food',
    published: new Date('2024-05-07'),
    body: '\nText.\n',
  })
})

test('a YAML block may end in dots', () => {
  expect(readFrontMatter('---\ntitle: A\n...\nText.')).toMatchObject({ title: 'A', body: 'Text.' })
})

test('a TOML block between plus signs is read up to its first table', () => {
  const toml = [
    'draft = false',
    String.raw`title = "Bread, \"a\" history" # of flour`,
    "category='Food'",
    'date = 2024-05-07T09:00:00+02:00',
    'tags = [',
    '  "a",',
    ']',
    '[params]',
    'title = "Another"',
  ]
  expect(readFrontMatter(`+++\n${toml.join('\n')}\n+++\n\nText.\n`)).toEqual({
    title: 'Bread, "a" history',
    category: 'Food',
    published: new Date('2024-05-07T07:00:00Z'),
    body: '\nText.\n',
  })
})

test('what says whether it is published is no date', () => {
  expect(readFrontMatter('---\npublished: true\ndate: 2024-05-07\n---\nText.').published).toEqual(
    new Date('2024-05-07'),
  )
})

test.each([
  ['no front matter', 'Text.', 'Text.'],
  ['a rule in the middle', 'Text.\n---\na: b\n---\n', 'Text.\n---\na: b\n---\n'],
  ['a block that never ends', '---\ntitle: x\nText.', '---\ntitle: x\nText.'],
  ['an empty block', '---\n---\nText.', 'Text.'],
  ['an empty block of TOML', '+++\n+++\nText.', 'Text.'],
])('%s', (_, text, body) => {
  const { title, body: rest } = readFrontMatter(text)
  expect([title, rest]).toEqual([undefined, body])
})

test.each([
  ['---\ntitle: a\ncategory: [b\n---\nText.', /^front matter, line [34]: /],
  ['---\n- a\n---\nText.', 'front matter is not a list of names and values'],
  ['---\ntitle: {a: b}\n---\nText.', 'front matter: title must be text'],
  ['+++\ndate = "May 7"\n+++\nText.', 'front matter: date is not a date like 2024-05-07'],
  ['---\ndate: 2024-02-30\n---\nText.', 'front matter: date is not a date like 2024-05-07'],
  ['---\ndate: May 7\n---\nText.', 'front matter: date is not a date like 2024-05-07'],
  ['---\na: &a [x]\ntitle: *a\n---\nText.', /alias/i],
])('%j is rejected with the reason', (text, message) => {
  expect(() => readFrontMatter(text)).toThrow(UnusableFileError)
  expect(() => readFrontMatter(text)).toThrow(message)
})

test.each(['007', '1.10', '0x10', '1e3', 'True', 'yes', '.5'])(
  'what YAML takes for a number or a truth value is text as it was written: %s',
  (written) => {
    const { title, category } = readFrontMatter(`---\ntitle: ${written}\ncategory: ${written}\n---\nText.`)
    expect([title, category]).toEqual([written, written])
  },
)

test.each(['', '~', 'null'])('a value that is empty counts as not given: %j', (written) => {
  expect(readFrontMatter(`---\ntitle: ${written}\n---\nText.`).title).toBeUndefined()
})

test('a tag creates only text', () => {
  expect(readFrontMatter('---\ntitle: !!js/function "return 1"\n---\nText.').title).toBe('return 1')
})

test('endless nesting is rejected', () => {
  const nested = (depth: number) => () => readFrontMatter(`---\na: ${'['.repeat(depth)}\n---\nText.`)
  expect(nested(3_900)).toThrow(UnusableFileError)
  expect(nested(100_000)).toThrow('front matter is too long')
})
