import { expect, test } from 'vitest'
import { extractPage } from './extract-page.ts'
import { floodPage, paragraphs, sentence } from './testing/flood-page.ts'

function textOf(article: string): string {
  const extraction = extractPage({
    bytes: Buffer.from(floodPage(article)),
    url: 'https://post.example/river',
  })
  if ('refused' in extraction) throw new Error(extraction.refused)
  return extraction.text
}

test('short lines are kept in a text of which Readability finds only the beginning', () => {
  const widget = (number: number): string =>
    `<div class="product-widget"><div>${paragraphs(number, number)}</div>
    <h3>For</h3><div><p>Quiet pump ${number}</p><p>Light hose</p></div>
    <h3>Against</h3><div><p>Costs ${number}00 euros</p></div></div>`
  const text = textOf(
    `${paragraphs(1, 2)}${[11, 12, 13, 14, 15].map(widget).join('')}<div>${paragraphs(20, 20)}</div>`,
  )

  for (const number of [11, 15])
    expect(text).toContain(
      `${sentence(number + 100)}\n\nFor\n\nQuiet pump ${number}\n\nLight hose\n\nAgainst\n\nCosts ${number}00 euros`,
    )
})
