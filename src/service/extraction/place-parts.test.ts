import { parse } from 'parse5'
import { expect, test } from 'vitest'
import { extractPage } from './extract-page.ts'
import { placeParts } from './place-parts.ts'
import { floodPage, paragraphs, sentence } from './testing/flood-page.ts'

function read(page: string): string {
  const extraction = extractPage({ bytes: Buffer.from(page), url: 'https://post.example/river' })
  return 'refused' in extraction ? extraction.refused : extraction.text
}

const whole = read(floodPage(paragraphs(1, 8)))
/** What React sends at the end, and the script that moves it. */
const late = (number: string, content: string, move: string): string =>
  `<div hidden id="S:${number}">${content}</div><script>${move}("${number}")</script>`

test('parts that React sends late stand where it puts them', () => {
  const article = `${paragraphs(1, 2)}<template id="P:1"></template>
    <!--$?--><template id="B:1f"></template><p>Loading the story,</p><template id="P:3"></template><!--$-->one moment<!--/$--> please.</p><!--/$-->
    ${paragraphs(7, 8)}`
  const parts =
    late('1f', `${paragraphs(5, 5)}<template id="P:2"></template>`, '$RC') +
    late('2', paragraphs(6, 6), '$RS') +
    late('1', paragraphs(3, 4), '$RS') +
    late('3', sentence(60), '$RS')
  expect(read(floodPage(article).replace('</body>', `${parts}</body>`))).toBe(whole)
})

test('a late part that would hold itself is left where it is', () => {
  const parts =
    late('1', `${paragraphs(3, 4)}<template id="P:2"></template>`, '$RS') +
    late('2', '<template id="P:1"></template>', '$RS')
  const page = floodPage(paragraphs(1, 8)).replace('</body>', `${parts}</body>`)
  expect(read(page)).toBe(whole)
})

test('an article is read in a shadow tree, and in the slots of one', () => {
  const shadow = (content: string, slotted = ''): string =>
    floodPage(`<story-text><template shadowrootmode=open>${content}</template>${slotted}</story-text>`)
  expect(read(shadow(paragraphs(1, 8)))).toBe(whole)
  const slots = `${paragraphs(1, 2)}<story-part><template shadowrootmode=closed><slot></slot></template>
    ${paragraphs(3, 4)}</story-part><slot name=end>${sentence(50)}</slot><slot></slot>`
  const slotted = `<div slot=end>${paragraphs(5, 6)}</div>${paragraphs(7, 8)}<p slot=none>${sentence(60)}</p>`
  expect(read(shadow(slots, slotted))).toBe(whole)
})

test('thousands of templates among a hundred thousand siblings are read in time', () => {
  const numbers = Array.from({ length: 2_000 }, (_, index) => index.toString(16))
  const templates = numbers.map((number) => `<template id="B:${number}"></template>`).join('')
  const tree = parse(
    `<body><div>${templates}${'<b></b>'.repeat(100_000)}</div>${numbers.map((number) => late(number, 'x', '$RC')).join('')}`,
  )
  const start = process.cpuUsage()
  placeParts(tree)
  const { user, system } = process.cpuUsage(start)
  expect((user + system) / 1_000).toBeLessThan(2_000)
})
