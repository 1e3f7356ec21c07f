import { beforeEach, describe, expect, it } from 'vitest'
import type { Article } from '../../../contract/article.ts'
import { packIds, unpackIds } from '../../../contract/ids.ts'
import { blankRequest } from '../../../contract/testing/blank-request.ts'
import { copyLibrary } from '../../testing/copy-library.ts'
import { eachLibrary } from '../../testing/each-library.ts'
import type { Library } from '../library.ts'
import { createMemoryLibrary } from '../../testing/memory-library.ts'
import { retiredId } from './service-reset.ts'
import { jobResult } from '../testing/collect-job.ts'

describe.each(eachLibrary)('a job number that is reused $kept', ({ open }) => {
  let now: number
  let library: Library

  beforeEach(async () => {
    now = 1_000
    library = (await open(() => now)).library
  })

  const article = (id: number, text: string): Article => ({ id, title: `Title ${id}`, text })

  /** Sends a request that gets this number. */
  async function create(jobId: number, keyword: string) {
    now += 100
    const { key } = await library.addSending({ ...blankRequest, keywords: [keyword] }, { at: now })
    return library.accept(key, jobId)
  }

  const save = (key: string, ...articles: Article[]) => library.saveResult(key, jobResult(articles), now)

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

  it('makes no versions of unrelated articles with the same id', async () => {
    await create(17, 'old')
    await save('17', article(1, 'of old'), article(3, 'of old'))
    const { key } = await create(17, 'new')
    await save(key, article(1, 'of new'))
    expect((await library.versions(1)).map(({ text }) => text)).toEqual(['of new'])
    expect((await library.libraryArticle(1))?.text).toBe('of new')
    expect((await library.libraryArticle(3))?.text).toBe('of old')
  })

  it('does not skip a new article because an old one had its id', async () => {
    await create(17, 'old')
    await save('17', article(1, 'of old'), article(3, 'of old'))
    const { key } = await create(17, 'new')
    await save(key, article(1, 'of new'))
    expect(unpackIds((await library.skipIds({ everything: true })).ids)).toEqual([1])
    expect(unpackIds((await library.skipIds({ jobs: ['17', key] })).ids)).toEqual([1])
    await library.removeJob('17', now)
    expect(unpackIds((await library.skipIds({ everything: true })).ids)).toEqual([1])
  })

  it('ends the watch of older jobs, whose numbers now mean others, but not of newer jobs', async () => {
    await create(5, 'old')
    await create(17, 'old')
    // The service is reset.
    await create(4, 'new')
    await create(5, 'new')
    expect(await library.job('17')).toMatchObject({ isOfEarlierService: true, phase: 'not-found' })
    expect(await library.job('4')).toMatchObject({ phase: 'watched' })
    expect(await library.job('4')).not.toHaveProperty('isOfEarlierService')
    await library.setPhase('17', 'watched')
    await library.noteCheck('17', {
      at: now,
      phaseBefore: 'not-found',
      phase: 'watched',
      failureWordCount: 0,
      failedChecks: 0,
    })
    await save('17', article(9, 'of a job that has the number now'))
    expect(await library.job('17')).toMatchObject({ phase: 'not-found', articleCount: 0 })
    expect(await create(17, 'new')).toMatchObject({ key: '17-2', phase: 'watched' })
  })

  it('leaves an earlier request unconfirmed, since it may still be sent again', async () => {
    await create(17, 'old')
    const { key } = await library.addSending(blankRequest, { at: (now += 1) })
    await library.markUnconfirmed(key, { kind: 'timeout' })
    await create(17, 'new')
    expect(await library.job('17')).toMatchObject({ isOfEarlierService: true })
    expect(await library.job(key)).toMatchObject({ phase: 'unconfirmed' })
    expect(await library.markSending(key, now)).toBeDefined()
  })

  it('opens the service’s current job', async () => {
    await create(17, 'old')
    await create(17, 'new')
    expect(await library.openByNumber(17, now)).toMatchObject({ key: '17-2' })
    await create(17, 'newer still')
    expect(await library.openByNumber(17, now)).toMatchObject({ key: '17-3' })
  })

  it('is one job if it was opened by number before its own response came', async () => {
    const { key } = await library.addSending(blankRequest, { at: now })
    await library.markUnconfirmed(key, { kind: 'timeout' })
    now += 100
    await library.openByNumber(17, now)
    await save('17', article(1, 'of this request'))
    now += 100
    // When it is sent again, the service recognises it and returns the same number.
    await library.markSending(key, now)
    expect(await library.accept(key, 17)).toMatchObject({ key: '17', phase: 'ready', articleCount: 1 })
    // Another tab was told as well.
    expect(await library.accept(key, 17)).toMatchObject({ key: '17', phase: 'ready', articleCount: 1 })
    expect(await library.jobs()).toHaveLength(1)
  })

  it.each(['not-found', 'failed', 'stopped'] as const)(
    'is watched once a request gets it, although it was opened before and is %s',
    async (phase) => {
      const { key } = await library.openByNumber(17, now)
      const counts = { failedChecks: 2, failureWordCount: 1, failure: { kind: 'not-found' } as const }
      await library.noteCheck(key, { at: now, phaseBefore: 'watched', phase, ...counts })
      const watched = {
        key: '17',
        phase: 'watched',
        failedChecks: 0,
        failureWordCount: 0,
        failure: undefined,
      }
      expect(await create(17, 'solar')).toMatchObject({
        ...watched,
        nextCheckAt: now,
        request: { keywords: ['solar'] },
      })
    },
  )

  it('is looked for again if it was not found when it was opened before', async () => {
    const { key } = await library.openByNumber(17, now)
    await library.noteCheck(key, {
      at: now,
      phaseBefore: 'watched',
      phase: 'not-found',
      failureWordCount: 0,
      failedChecks: 0,
    })
    expect(await library.openByNumber(17, now)).toMatchObject({ key, phase: 'watched' })
  })

  it('is one job if a backup restores its request after it was opened by number and joined', async () => {
    const { key } = await library.addSending(blankRequest, { at: now })
    await library.markUnconfirmed(key, { kind: 'timeout' })
    const before = createMemoryLibrary({ now: () => now })
    await copyLibrary(library, before)
    now += 100
    await library.openByNumber(17, now)
    for (const _ of [1, 2]) {
      now += 100
      await library.markSending(key, now)
      expect(await library.accept(key, 17)).toMatchObject({ key: '17', phase: 'watched' })
      await copyLibrary(before, library)
    }
    expect(await library.job('17')).not.toHaveProperty('isOfEarlierService')
    before.close()
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

describe.each(eachLibrary)('a library whose service identifies itself $kept', ({ open }) => {
  let now: number
  let library: Library

  beforeEach(async () => {
    now = 1_000
    library = (await open(() => now)).library
  })

  const article = (id: number, text: string): Article => ({ id, title: `Title ${id}`, text })
  const formerly = (id: number | string) => retiredId(id, 'one')

  async function collect(jobId: number, ...articles: Article[]): Promise<string> {
    now += 100
    const sent = await library.addSending({ ...blankRequest, keywords: ['solar'] }, { at: now })
    const { key } = await library.accept(sent.key, jobId)
    await library.saveResult(key, jobResult(articles), now)
    return key
  }

  it('remembers the service, and changes nothing as long as it is the same', async () => {
    await collect(17, article(1, 'old'))
    await library.noticeService('one')
    await library.noticeService('one')
    expect(await library.job('17')).not.toHaveProperty('isOfEarlierService')
    expect(await library.service()).not.toHaveProperty('resetAt')
  })

  it('skips none of the new articles if a request left unconfirmed by a reset is sent again', async () => {
    await library.noticeService('one')
    const asked = { ...blankRequest, keywords: ['solar'], idsToSkip: packIds([1, 2]) }
    const { key } = await library.addSending(asked, { at: now })
    await library.markUnconfirmed(key, { kind: 'timeout' })
    const announced: (readonly string[] | undefined)[] = []
    library.subscribe(({ jobs }) => announced.push(jobs))
    await library.noticeService('two')
    expect(await library.job(key)).toMatchObject({ phase: 'unconfirmed', request: { skipCount: 0 } })
    expect(announced).toEqual([[key]])
    const again = await library.markSending(key, now)
    expect(again).toMatchObject({ keywords: ['solar'] })
    expect(unpackIds(again!.idsToSkip)).toEqual([])
  })

  it('skips nothing that only its lists and decisions name, though it has no jobs left', async () => {
    await library.noticeService('one')
    await library.changeLedger({ list: 'imported', add: packIds([7]) })
    await library.annotate([{ ids: [1], set: { decision: 'keep' } }])
    const skipped = async () => unpackIds((await library.skipIds({ everything: true })).ids)
    expect(await skipped()).toEqual([1, 7])
    await library.noticeService('two')
    expect(await skipped()).toEqual([])
  })

  it('notices a reset by the new identity, and reports it until it was read', async () => {
    await library.noticeService('one')
    await library.openByNumber(18, now)
    now = 5_000
    await library.noticeService('two')
    expect(await library.service()).toEqual({ id: 'two', resetAt: 5_000 })
    expect(await library.job('18')).toMatchObject({ isOfEarlierService: true, phase: 'not-found' })
    await library.dismissReset()
    expect(await library.service()).not.toHaveProperty('resetAt')
    await library.noticeService('two')
    expect(await library.openByNumber(18, now)).toMatchObject({ key: '18-2', phase: 'watched' })
  })

  it('transfers no decision to another article with the same id, and deletes none', async () => {
    await library.noticeService('one')
    await collect(17, article(1, 'old'), article(2, 'old'))
    await library.annotate([{ ids: [1], set: { decision: 'keep', note: 'Ask Ana' } }])
    await library.annotate([{ ids: [2], set: { decision: 'reject', duplicateOf: 1 } }])
    await library.noticeService('two')
    expect(await collect(17, article(1, 'new'), article(2, 'new'))).toBe('17-2')
    expect((await library.annotations([1, 2])).map(([, mark]) => mark)).toEqual([undefined, undefined])
    expect(await library.annotations([formerly(1), formerly(2)])).toMatchObject([
      [formerly(1), { decision: 'keep', note: 'Ask Ana' }],
      [formerly(2), { decision: 'reject', duplicateOf: formerly(1) }],
    ])
    expect((await library.view({})).ids.numbers).toHaveLength(4)
    expect([...(await library.view({ decisions: ['keep'] })).ids.strings.values()]).toEqual([formerly(1)])
  })

  it('stores another text with the same id, but not as a version', async () => {
    await library.noticeService('one')
    await collect(17, article(1, 'old'))
    await library.noticeService('two')
    const key = await collect(17, article(1, 'new'))
    expect((await library.versions(1)).map(({ text }) => text)).toEqual(['new'])
    expect((await library.libraryArticle(formerly(1)))?.text).toBe('old')
    expect((await library.article('17', formerly(1)))?.text).toBe('old')
    expect((await library.article(key, 1))?.text).toBe('new')
    expect((await library.cards('17', 0)).map(({ id }) => id)).toEqual([formerly(1)])
  })

  it('never sends ids from before the reset, whether typed, received or decided on', async () => {
    await library.noticeService('one')
    await collect(17, article(1, 'old'), article(2, 'old'))
    await library.annotate([{ ids: [2, 99], set: { decision: 'reject' } }])
    await library.changeLedger({ list: 'by-hand', add: packIds([7, 8]) })
    await library.noticeService('two')
    await collect(18, article(2, 'new'))
    expect(unpackIds((await library.skipIds({ everything: true })).ids)).toEqual([2])
    // Kept as one of the editor's lists.
    const [list] = await library.lists()
    expect(list).toMatchObject({ name: 'Added by you before the service was reset', count: 2 })
    expect(unpackIds(await library.listIds(list!.id))).toEqual([7, 8])
  })

  it('still counts the articles from before the reset', async () => {
    await library.noticeService('one')
    await collect(17, article(1, 'old'), article(2, 'old'))
    await library.noticeService('two')
    await collect(18, article(2, 'new'))
    expect((await library.view({})).total).toBe(3)
    expect(await library.inventory()).toMatchObject({ articles: 3 })
    expect(await library.countReceived(['17', '18'])).toBe(3)
  })

  it('restores an undone decision to the old article, not to the new one', async () => {
    await library.noticeService('one')
    await collect(17, article(1, 'old'))
    await library.annotate([{ ids: [1], set: { decision: 'keep' } }], { kind: 'keep' })
    await library.annotate([{ ids: [1], set: { decision: 'reject' } }], { kind: 'reject' })
    await library.noticeService('two')
    await collect(17, article(1, 'new'))
    await library.undo()
    expect(await library.annotations([1, formerly(1)])).toMatchObject([
      [1, undefined],
      [formerly(1), { decision: 'keep' }],
    ])
  })

  it('restores a rejection as the duplicate of the old article, also of the one with the id 0', async () => {
    await library.noticeService('one')
    await collect(17, article(0, 'old'), article(1, 'old'))
    await library.annotate([{ ids: [1], set: { decision: 'reject', duplicateOf: 0 } }])
    await library.annotate([{ ids: [1], set: { decision: 'keep' } }], { kind: 'keep' })
    await library.noticeService('two')
    await library.undo()
    expect(await library.annotations([formerly(1)])).toMatchObject([
      [formerly(1), { decision: 'reject', duplicateOf: formerly(0) }],
    ])
  })

  it('never sends ids from before the reset, even after an undo', async () => {
    await library.noticeService('one')
    await library.changeLedger({ list: 'by-hand', add: packIds([7, 8]) })
    await library.changeLedger({ list: 'by-hand', remove: packIds([7]) })
    await library.noticeService('two')
    await library.changeLedger({ list: 'by-hand', add: packIds([8]) })
    await library.undo()
    await library.undo()
    await library.undo()
    expect(unpackIds(await library.listIds('by-hand'))).toEqual([])
    const [list] = await library.lists()
    expect(unpackIds(await library.listIds(list!.id))).toEqual([8])
  })

  it('keeps a backup from before the reset apart, and adds nothing when it is restored again', async () => {
    const before = createMemoryLibrary({ now: () => now })
    await before.noticeService('one')
    const sent = await before.addSending(blankRequest, { at: now })
    await before.accept(sent.key, 17)
    const articles = [article(1, 'old'), article(2, 'old')]
    await before.saveResult('17', jobResult(articles), now)
    await before.annotate([{ ids: [1], set: { decision: 'keep' } }])
    await before.changeLedger({ list: 'imported', add: packIds([7]) })
    const asked = { ...blankRequest, idsToSkip: packIds([1, 2]) }
    const unconfirmed = await before.addSending(asked, { at: now, madeFrom: '17' })
    await before.markUnconfirmed(unconfirmed.key, { kind: 'timeout' })

    await library.noticeService('two')
    await collect(17, article(1, 'new'))
    const restored = await copyLibrary(before, library)
    expect(restored).toMatchObject({ jobs: 2, articles: 2, marks: 1, lists: 1 })
    expect(await library.job('17')).not.toHaveProperty('isOfEarlierService')
    // Sent again, it must neither skip what has the same ids here nor continue what has the same number.
    expect(await library.job(unconfirmed.key)).toMatchObject({ chain: undefined, request: { skipCount: 0 } })
    expect(unpackIds((await library.request(unconfirmed.key))!.idsToSkip)).toEqual([])
    expect((await library.libraryArticle(1))?.text).toBe('new')
    expect(await library.job('17-2')).toMatchObject({ isOfEarlierService: true, articleCount: 2 })
    expect((await library.article('17-2', formerly(2)))?.text).toBe('old')
    expect(await library.annotations([1, formerly(1)])).toMatchObject([
      [1, undefined],
      [formerly(1), { decision: 'keep' }],
    ])
    expect(unpackIds((await library.skipIds({ everything: true })).ids)).toEqual([1])
    expect(await copyLibrary(before, library)).toEqual({ jobs: 0, articles: 0, marks: 0, lists: 0, named: 0 })

    // It is also restored from a backup of this library on an empty device.
    const elsewhere = createMemoryLibrary({ now: () => now })
    await copyLibrary(library, elsewhere)
    expect((await elsewhere.article('17-2', formerly(2)))?.text).toBe('old')
    await elsewhere.noticeService('two')
    expect(await elsewhere.job('17')).not.toHaveProperty('isOfEarlierService')
    elsewhere.close()
    before.close()
  })
})
