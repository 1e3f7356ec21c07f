import { expect, test } from 'vitest'
import { createExtractor } from './extractor.ts'

test('a page is extracted in a thread', async () => {
  const extractor = createExtractor()
  const text =
    'The river rose by two metres in the night, and the lower town was cleared before the morning. '.repeat(6)
  const page = { bytes: Buffer.from(`<title>Flood</title><article><p>${text}</p><p>${text}</p></article>`) }
  expect(await extractor.extract(page)).toMatchObject({
    title: 'Flood',
    text: expect.stringContaining('river'),
  })
  await extractor.close()
})
