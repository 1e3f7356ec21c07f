import { expect, test } from 'vitest'
import { articleFile } from './article-file.ts'
import type { ArticleFormat } from './article-file-type.ts'
import { sampleArticle, sampleTime } from './testing/sample-articles.ts'

test('an archive of short Word documents takes a few times as long as one of plain files', async () => {
  async function* articles() {
    for (let id = 0; id < 300; id += 1) yield await Promise.resolve({ ...sampleArticle, id })
  }
  const timeOf = async (format: ArticleFormat) => {
    const before = process.cpuUsage()
    const choice = { format, packing: 'zip', safeCells: true } as const
    let pieces = 0
    for await (const _ of articleFile(articles(), choice, { at: sampleTime })) pieces += 1
    const { user, system } = process.cpuUsage(before)
    expect(pieces).toBeGreaterThan(300)
    return user + system
  }
  const sums = { docx: 0, txt: 0 }
  for (let run = 0; run < 6; run += 1) {
    const [docx, txt] = [await timeOf('docx'), await timeOf('txt')]
    // The first is also compiled.
    if (run > 0) Object.assign(sums, { docx: sums.docx + docx, txt: sums.txt + txt })
  }
  expect(sums.docx / sums.txt).toBeLessThan(3.5)
})
