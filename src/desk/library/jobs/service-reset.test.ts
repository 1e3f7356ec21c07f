import { beforeEach, describe, expect, it } from 'vitest'
import type { Article } from '../../../contract/article.ts'
import { unpackIds } from '../../../contract/ids.ts'
import { blankRequest } from '../../../contract/job-request.ts'
import { copyLibrary } from '../../testing/copy-library.ts'
import { eachLibrary } from '../../testing/each-library.ts'
import type { Library } from '../library.ts'
import { createMemoryLibrary } from '../memory-library.ts'

describe.each(eachLibrary)('a job number that comes again $kept', ({ open }) => {
  let now: number
  let library: Library

  beforeEach(async () => {
    now = 1_000
    library = (await open(() => now)).library
    return () => library.close()
  })

  const article = (id: number, text: string): Article => ({ id, title: `Title ${id}`, text })

  /** Sends a request that is answered with this number. */
  async function create(jobId: number, keyword: string) {
    now += 100
    const { key } = await library.addSending({ ...blankRequest, keywords: [keyword] }, { at: now })
    return library.accept(key, jobId)
  }

  const save = (key: string, ...articles: Article[]) =>
    library.saveAnswer(key, { state: 'success', category: '', articles, setAside: [] }, now)

  it('is two jobs: the first keeps its request and articles, the second is watched and brings its own', async () => {
    await create(17, 'old')
    await save('17', article(1, 'of old'))
    const again = await create(17, 'new')
    expect(again).toMatchObject({ key: '17-2', jobId: 17, phase: 'watched', articleCount: 0 })
    await save('17-2', article(1, 'of new'), article(2, 'of new'))
    expect(await library.job('17')).toMatchObject({
      request: { keywords: ['old'] },
      isOfEarlierService: true,
      articleCount: 1,
    })
    expect((await library.request('17'))?.keywords).toEqual(['old'])
    expect((await library.article('17', 1))?.text).toBe('of old')
    expect(await library.job('17-2')).toMatchObject({ phase: 'ready', articleCount: 2, newCount: 2 })
    expect(await library.jobs()).toHaveLength(2)
  })

  it('makes no versions of articles that have the same id by chance', async () => {
    await create(17, 'old')
    await save('17', article(1, 'of old'), article(3, 'of old'))
    const { key } = await create(17, 'new')
    await save(key, article(1, 'of new'))
    expect((await library.versions(1)).map(({ text }) => text)).toEqual(['of new'])
    expect((await library.libraryArticle(1))?.text).toBe('of new')
    expect((await library.libraryArticle(3))?.text).toBe('of old')
  })

  it('skips no new article because an old one had its id', async () => {
    await create(17, 'old')
    await save('17', article(1, 'of old'), article(3, 'of old'))
    const { key } = await create(17, 'new')
    await save(key, article(1, 'of new'))
    expect(unpackIds((await library.skipIds({ everything: true })).ids)).toEqual([1])
    expect(unpackIds((await library.skipIds({ jobs: ['17', key] })).ids)).toEqual([1])
  })

  it('ends the watch of older jobs, whose numbers are others now, but of none that was made since', async () => {
    await create(5, 'old')
    await create(17, 'old')
    // The service begins again.
    await create(4, 'new')
    await create(5, 'new')
    expect(await library.job('17')).toMatchObject({ isOfEarlierService: true, phase: 'not-found' })
    expect(await library.job('4')).toMatchObject({ phase: 'watched' })
    expect(await library.job('4')).not.toHaveProperty('isOfEarlierService')
    await library.setPhase('17', 'watched')
    await library.noteCheck('17', { at: now, phase: 'watched', failureWordCount: 0, failedChecks: 0 })
    await save('17', article(9, 'of a job that has the number now'))
    expect(await library.job('17')).toMatchObject({ phase: 'not-found', articleCount: 0 })
    expect(await create(17, 'new')).toMatchObject({ key: '17-2', phase: 'watched' })
  })

  it('opens by number the job that the service has now', async () => {
    await create(17, 'old')
    await create(17, 'new')
    expect(await library.openByNumber(17, now)).toMatchObject({ key: '17-2' })
    await create(17, 'newer still')
    expect(await library.openByNumber(17, now)).toMatchObject({ key: '17-3' })
  })

  it('is one job where it was opened by number before its own answer came', async () => {
    const { key } = await library.addSending(blankRequest, { at: now })
    await library.markUnconfirmed(key, { kind: 'timeout' })
    now += 100
    await library.openByNumber(17, now)
    await save('17', article(1, 'of this request'))
    now += 100
    // Sent again, the service knows it and answers with the same number.
    await library.markSending(key, now)
    expect(await library.accept(key, 17)).toMatchObject({ key: '17', phase: 'ready', articleCount: 1 })
    // Another tab was told as well.
    expect(await library.accept(key, 17)).toMatchObject({ key: '17', phase: 'ready', articleCount: 1 })
    expect(await library.jobs()).toHaveLength(1)
  })

  it('stays two jobs in a backup', async () => {
    await create(17, 'old')
    await save('17', article(1, 'of old'))
    const { key } = await create(17, 'new')
    await save(key, article(1, 'of new'))
    const elsewhere = createMemoryLibrary({ now: () => now })
    await copyLibrary(library, elsewhere)
    expect((await elsewhere.article('17', 1))?.text).toBe('of old')
    expect((await elsewhere.article('17-2', 1))?.text).toBe('of new')
    expect(await elsewhere.job('17')).toMatchObject({ isOfEarlierService: true })
    elsewhere.close()
  })
})
