import { beforeEach, describe, expect, it } from 'vitest'
import { unpackIds } from '../../../contract/ids.ts'
import type { Library } from '../library.ts'
import { collectJob } from '../testing/collect-job.ts'
import { createMemoryLibrary } from '../../testing/memory-library.ts'

describe('a job that is saved again', () => {
  let library: Library

  beforeEach(() => {
    library = createMemoryLibrary({ now: () => 50 })
    return () => library.close()
  })

  type Brought = readonly [id: number, title: string, text: string, author?: string]

  const save = (...articles: readonly Brought[]) =>
    collectJob(
      library,
      17,
      articles.map(([id, title, text, author]) => ({ id, title, text, author })),
    )

  const versions = async (id: number) =>
    (await library.versions(id)).map(({ title, text }) => `${title}: ${text}`)

  it('keeps earlier titles and texts of its articles, and articles it no longer brings', async () => {
    await save([1, 'One', 'first'], [2, 'Two', 'same'], [3, 'Three', 'gone'], [4, 'Four', 'same'])
    const again = await save([1, 'One', 'second'], [2, 'Two', 'same'], [4, 'Fore', 'same'])
    expect(again).toMatchObject({ earlierAnswers: 1, articleCount: 3 })
    await save([1, 'One', 'third'], [2, 'Two', 'same'], [4, 'Fore', 'same'])
    expect(await versions(1)).toEqual(['One: third', 'One: second', 'One: first'])
    expect(await versions(2)).toEqual(['Two: same'])
    expect(await versions(3)).toEqual(['Three: gone'])
    expect(await versions(4)).toEqual(['Fore: same', 'Four: same'])
    expect((await library.view({})).total).toBe(4)
    expect(await library.inventory()).toMatchObject({ articles: 4 })
    expect(await library.libraryArticle(3)).toMatchObject({ text: 'gone', jobKey: '17' })
  })

  it('keeps nothing twice if nothing has changed', async () => {
    await save([1, 'One', 'first'])
    expect(await save([1, 'One', 'first'], [2, 'Two', 'new'])).not.toHaveProperty('earlierAnswers')
    expect(await versions(1)).toHaveLength(1)
  })

  it('does not count a changed author as a new version, and shows the newest', async () => {
    await save([1, 'One', 'first', 'Ann'], [2, 'Two', 'same', 'Bob'])
    expect(await save([1, 'One', 'first', 'Eve'], [2, 'Two', 'same'])).not.toHaveProperty('earlierAnswers')
    expect(await versions(1)).toHaveLength(1)
    expect(await library.libraryArticle(1)).toMatchObject({ author: 'Eve' })
    expect(await library.libraryArticle(2)).not.toHaveProperty('author')
    await expect.poll(async () => [...(await library.view({ query: 'eve' })).ids.numbers]).toEqual([1])
    expect((await library.view({ query: 'ann' })).ids.numbers).toHaveLength(0)
  })

  it('keeps what it no longer brings if a backup had an impossible time for it', async () => {
    await save([3, 'Three', 'gone'])
    const records = (await library.backupPart('job 17')).map((record) =>
      record.kind === 'job'
        ? { ...record, value: { record: { ...record.value.record, readyAt: undefined } } }
        : record,
    )
    await library.removeJob('17', 10)
    await library.purgeRemoved(20)
    await library.restorePart(records)
    await save([1, 'One', 'first'])
    expect(await versions(3)).toEqual(['Three: gone'])
  })

  it('still skips what it no longer brings, but shows only what it brings now', async () => {
    await save([1, 'One', 'first'], [3, 'Three', 'gone'])
    await save([1, 'One', 'first'])
    expect(unpackIds((await library.skipIds({ everything: true })).ids)).toEqual([1, 3])
    expect(await library.cards('17', 0)).toHaveLength(1)
  })

  it('is deleted entirely when it is removed for good', async () => {
    await save([1, 'One', 'first'])
    await save([1, 'One', 'second'])
    await library.removeJob('17', 10)
    expect((await library.view({})).total).toBe(0)
    await library.purgeRemoved(20)
    await save([1, 'One', 'third'])
    expect(await versions(1)).toEqual(['One: third'])
  })
})
