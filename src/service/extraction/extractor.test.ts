import { expect, onTestFinished, test } from 'vitest'
import { createExtractor } from './extractor.ts'
import { floodPage, paragraphs } from './testing/flood-page.ts'

const page = { bytes: Buffer.from(floodPage(paragraphs(1, 8))), url: 'https://post.example/2026/river-rises' }

function start(options?: Parameters<typeof createExtractor>[0]) {
  const extractor = createExtractor(options)
  onTestFinished(() => extractor.close())
  return extractor
}

test('pages are extracted in threads, each with its own result', async () => {
  const extractor = start({ threads: 2 })
  const pages = ['One', 'Two', 'Three'].map((title) => ({
    ...page,
    bytes: Buffer.from(floodPage(paragraphs(1, 8)).replaceAll('River rises', title)),
  }))
  const found = await Promise.all(pages.map((one) => extractor.extract(one)))
  expect(found).toMatchObject([{ title: 'One' }, { title: 'Two' }, { title: 'Three' }])
})

test('a page that keeps the thread busy is rejected, and the next one is read', async () => {
  const extractor = start({ deadlineMs: 1_500 })
  // The parser has to reopen all of them in each paragraph.
  const endless = Array.from({ length: 900 }, (_, index) => `<b id=${index}><p>x`).join('')
  const [refused, read] = await Promise.all([
    extractor.extract({ bytes: Buffer.from(endless) }),
    extractor.extract(page),
  ])
  expect(refused).toEqual({ refused: 'took too long to read', isTransient: true })
  expect(read).toMatchObject({ title: 'River rises' })
})

test('a page of more than 5 MiB is rejected, and so is one after closing', async () => {
  const extractor = start()
  expect(await extractor.extract({ bytes: new Uint8Array(5 * 2 ** 20 + 1) })).toEqual({
    refused: 'is larger than 5 MiB',
  })
  await extractor.close()
  expect(await extractor.extract(page)).toEqual({
    refused: 'was not read: the service is stopping',
    isTransient: true,
  })
})
